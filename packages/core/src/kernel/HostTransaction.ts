import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Unavailable } from "./errors.ts"

/** A connection of the host's own database, as its driver calls it: a client of `pg`, say. */
export interface HostConnection {
  readonly query: (...args: never) => unknown
}

/**
 * Has the other ports of its adapter work in a transaction that the host has begun.
 *
 * What they write is kept when the host commits, and not before; what a port's method wrote that fails is undone
 * alone. Between their statements, and after them, the connection is as the host left it: its role, its settings.
 */
export class HostTransaction extends Context.Service<
  HostTransaction,
  {
    /** Fails as the ports do where no transaction is open on the connection, or one that has failed. */
    readonly within: <A, E, R>(
      connection: HostConnection,
      effect: Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | Unavailable, R>
  }
>()("@hangtag/core/ports/HostTransaction") {}
