import type { HostConnection } from "@hangtag/core"
import { Effect, type Scope } from "effect"

type Query = (...args: ReadonlyArray<unknown>) => unknown

/** What a driver sends by itself, and gives back: a cursor, say. */
const isSubmittable = (query: unknown) => typeof (query as { submit?: unknown } | null)?.submit === "function"

/**
 * Has what the host sends over its connection wait until the scope closes, and gives the way past that.
 *
 * It would run under our role, be undone with what of ours fails, or end the transaction before we are through.
 */
export const hold = (connection: HostConnection): Effect.Effect<HostConnection, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const { promise: over, resolve } = Promise.withResolvers<void>()
        const own = Object.getOwnPropertyDescriptor(connection, "query")
        const query = (connection.query as Query).bind(connection)
        const later: Query = (...args) => {
          const sent = over.then(() => (connection.query as Query)(...args))
          return isSubmittable(args[0]) ? args[0] : sent
        }
        Object.defineProperty(connection, "query", { configurable: true, writable: true, value: later })
        return { query, own, resolve }
      }),
      ({ own, resolve }) =>
        Effect.sync(() => {
          if (own === undefined) delete (connection as { query?: unknown }).query
          else Object.defineProperty(connection, "query", own)
          resolve()
        }),
    ),
    ({ query }) => ({ query }),
  )
