import type * as Context from "effect/Context"

/** Where a `Hangtag` keeps what it was built with; by name, so that copies of this package agree. */
export const hangtagServices: unique symbol = Symbol.for("@hangtag/core/services") as never

/** Where a `Hangtag` for Effect has its operations for a door that has decoded their inputs. */
export const decodedCalls: unique symbol = Symbol.for("@hangtag/core/decodedCalls") as never

/** A `Hangtag` for Effect or for promises: something that has been built from ports. */
export interface Built {
  readonly [hangtagServices]: Context.Context<never>
}

/** What it was built with: its ports, whatever else was provided beside them, and the `Scope` that it lives in. */
export const servicesOf = (hangtag: Built): Context.Context<never> => hangtag[hangtagServices]
