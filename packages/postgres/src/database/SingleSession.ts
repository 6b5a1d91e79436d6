import { Context } from "effect"

/**
 * Whether every connection shares one session, as on the embedded database: a transaction then keeps everybody else
 * waiting, so none may stay open for long. The layers of `SqlClient` say so.
 */
export const SingleSession = Context.Reference<boolean>("@hangtag/postgres/database/SingleSession", {
  defaultValue: () => false,
})
