import { ConnectionError, SqlError } from "effect/sql/SqlError"

/** All connections stayed in use for as long as one waits: worth trying again. */
export const noneFree = (): SqlError =>
  new SqlError({
    reason: new ConnectionError({
      cause: undefined,
      message: "No connection of the pool became free in time",
    }),
  })
