import { Context } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** The host's connection that transactions run on, instead of those of the client's own. */
export const HostClient = Context.Reference<SqlClient | undefined>("@hangtag/postgres/database/HostClient", {
  defaultValue: () => undefined,
})
