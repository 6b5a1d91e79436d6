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

/**
 * SQLSTATE classes of a statement that is wrong, or does not fit its data, the schema or the rights (SQL standard, Postgres,
 * MySQL's `sqlState`), and SQLite's codes of the same. What passes by itself (08, 40, 53, 55, 57, busy) is none of them.
 */
const statementFaults =
  /^((0A|21|22|23|26|3D|3F|42|44)[0-9A-Z]{3}|(ERR_)?SQLITE_(ERROR|CONSTRAINT|MISMATCH|RANGE)(_\w+)?)$/

/** A database's answer that the statement it was sent is at fault; query builders have it as the cause of theirs. */
export const isStatementFault = (error: unknown): error is Error => {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, sqlState } = each as { readonly code?: unknown; readonly sqlState?: unknown }
    if ([sqlState, code].some((state) => typeof state === "string" && statementFaults.test(state)))
      return true
  }
  return false
}
