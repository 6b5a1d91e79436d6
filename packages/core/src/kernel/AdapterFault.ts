/**
 * An adapter of the host's does not do what its port promises: a mistake in its code, which trying again does not mend.
 *
 * Thrown, not reported as `Unavailable`: the database is all right.
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
 * MySQL's `sqlState`), and SQLite's and Prisma's codes of the same. What passes by itself (08, 40, 53, 55, 57, busy, no
 * connection free) is none of them.
 */
const statementFaults =
  /^((07|0A|21|22|23|26|2F|34|38|39|3D|3F|42|44|54|P0)[0-9A-Z]{3}|SQLITE_(ERROR|CONSTRAINT|MISMATCH|RANGE|READONLY|TOOBIG)(_\w+)?|P2(?!024|028|034)\d{3})$/

/** The same of what `node:sqlite` gives beside the one code of all its errors: ERROR, READONLY, TOOBIG, CONSTRAINT, MISMATCH, RANGE. */
const sqliteFaults = new Set([1, 8, 18, 19, 20, 25])

interface DriverError {
  readonly code?: unknown
  readonly sqlState?: unknown
  readonly severity?: unknown
  readonly errcode?: unknown
  readonly class?: unknown
  readonly number?: unknown
}

/** SQL Server's deadlocks, lock timeouts and snapshot conflicts: of the classes of faulty statements, but they pass. */
const mssqlConflicts: ReadonlyArray<unknown> = [1205, 1222, 3960]

const saysSo = ({ code, sqlState, severity, errcode, ...mssql }: DriverError): boolean => {
  if (code === "EREQUEST") return Number(mssql.class) <= 16 && !mssqlConflicts.includes(mssql.number)
  // parameters that do not fit; poolers end connections with it too, which is FATAL
  if (code === "08P01") return severity === "ERROR"
  if (code === "ERR_SQLITE_ERROR") return typeof errcode === "number" && sqliteFaults.has(errcode & 0xff)
  return [sqlState, code].some((state) => typeof state === "string" && statementFaults.test(state))
}

/** A database's answer that the statement it was sent is at fault; query builders have it as the cause of theirs. */
export const isStatementFault = (error: unknown): error is Error => {
  for (let each = error; each instanceof Error; each = each.cause)
    if (saysSo(each as DriverError)) return true
  return false
}
