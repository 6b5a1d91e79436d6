import type { Unavailable } from "@hangtag/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { asUnavailable } from "../database/failures.ts"

/** Why the database takes no writes: it follows another one, or was made read-only; undefined where it takes them. */
export const whyNoWrites: Effect.Effect<"standby" | "read-only" | undefined, Unavailable, SqlClient> =
  Effect.flatMap(
    SqlClient,
    (sql) => sql<{ readonly why: "standby" | "read-only" | null }>`
      select case when pg_is_in_recovery() then 'standby'
        when current_setting('transaction_read_only') = 'on' then 'read-only' end as why`,
  ).pipe(
    Effect.map(([row]) => row!.why ?? undefined),
    Effect.mapError((error) => asUnavailable("whyNoWrites", error)),
  )
