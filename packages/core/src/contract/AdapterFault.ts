/**
 * An adapter of the host's does not do what its port promises: a mistake in its code, which trying again does not mend.
 *
 * Thrown, not told as `Unavailable`: the database is all right.
 */
export class AdapterFault extends Error {
  readonly _tag = "AdapterFault"
  readonly retryable = false
  /** The port, as `AsyncPorts` calls it. */
  readonly adapter: string
  readonly method: string

  constructor(adapter: string, method: string, fault: string, options?: ErrorOptions) {
    super(`${adapter}.${method} ${fault}`, options)
    this.name = "AdapterFault"
    this.adapter = adapter
    this.method = method
  }
}

/** Mistakes of code. What `fetch` rejects with when the network is down is a TypeError too, with a cause. */
export const isMistake = (error: unknown): error is Error =>
  [TypeError, ReferenceError, SyntaxError, RangeError].some((kind) => error instanceof kind) &&
  (error as Error).cause === undefined
