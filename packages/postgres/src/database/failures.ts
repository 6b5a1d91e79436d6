import { AdapterFault, Unavailable } from "@hangtag/core"
import { isMistake } from "@hangtag/core/adapter"
import { Predicate } from "effect"
import {
  ConnectionError,
  isSqlError,
  SqlError,
  StatementTimeoutError,
  UniqueViolation,
  UnknownError,
} from "effect/sql/SqlError"

/** The SQLSTATE that a write in a frozen organization fails with. */
export const frozenState = "HT003"

/** Conditions that pass by themselves though the client does not class them so: resources, shutdown, restart, a standby. */
const passing = /^(08|25006|40|53[023]00|55P03|57P0)/

/** Statements that are wrong, or do not fit their data: a fault of ours, which passes with no database. */
const statementFault = /^(21|22|42)/

/** What the operator can do something about, in words. */
const faults: Readonly<Record<string, string>> = {
  "25P01": "no transaction was begun on the connection that it was given",
  "25P02": "a statement of the transaction that it was given has failed; roll that back",
  "22023": "it lacks the role of this version; migrate it",
  "42P01": "it lacks a table of this version; migrate it",
  "42501": "its role lacks a right; `hangtag doctor` says which",
  "25006": "it takes no writes; connect to the primary, or make it writable",
  "53100": "its disk is full; free some space",
  "53200": "it is out of memory",
  "53300": "it takes no more connections",
  "57P03": "it is starting or shutting down",
}

/** The SQLSTATE that the server answered with, or `undefined` where the failure was elsewhere. */
export const sqlState = ({ reason }: SqlError): string | undefined =>
  Predicate.hasProperty(reason.cause, "code") && typeof reason.cause.code === "string"
    ? reason.cause.code
    : undefined

/** The server gives no further connection: what was to run on it did not run. */
export const noneGiven = (error: unknown): boolean => isSqlError(error) && sqlState(error) === "53300"

/**
 * A failure of the database as the core sees it, of whichever statement.
 *
 * Only the class of the failure goes along: Postgres' messages quote values, and the client's the address.
 */
export const asUnavailable = (operation: string, error: SqlError): Unavailable => {
  const state = sqlState(error)
  const fault = faults[state ?? ""]
  return new Unavailable({
    service: "database",
    operation: fault === undefined ? operation : `${operation}: ${fault}`,
    ...(state === frozenState && { frozen: true }),
    retryable: state === frozenState || error.isRetryable || (state !== undefined && passing.test(state)),
    cause: new Error(`${error.reason._tag}${state === undefined ? "" : `, SQLSTATE ${state}`}`),
  })
}

/** The same of a statement of ours; throws `AdapterFault`, a defect, where that is at fault and the database is well. */
export const databaseUnavailable = (operation: string, error: SqlError): Unavailable => {
  const state = sqlState(error) ?? ""
  if (statementFault.test(state) && faults[state] === undefined)
    throw new AdapterFault("@hangtag/postgres", operation, `sent a wrong statement, SQLSTATE ${state}`)
  return asUnavailable(operation, error)
}

const reasonOf = (cause: unknown) => {
  const message = cause instanceof Error ? cause.message : String(cause)
  // what the server said has a severity; anything else came of the way to it
  if (!Predicate.hasProperty(cause, "severity")) {
    return isMistake(cause) ? new UnknownError({ cause, message }) : new ConnectionError({ cause, message })
  }
  const { code, constraint } = cause as { readonly code?: unknown; readonly constraint?: unknown }
  if (code === "23505") return new UniqueViolation({ cause, message, constraint: String(constraint) })
  if (code === "57014") return new StatementTimeoutError({ cause, message })
  return new UnknownError({ cause, message })
}

/** What a driver of the host's rejected with, as our own client tells it. */
export const hostFailure = (cause: unknown): SqlError => new SqlError({ reason: reasonOf(cause) })

/** All connections stayed in use for as long as one waits: worth trying again. */
export const noneFree = (): SqlError =>
  new SqlError({
    reason: new ConnectionError({
      cause: undefined,
      message: "No connection of the pool became free in time",
    }),
  })
