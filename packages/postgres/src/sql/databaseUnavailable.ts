import { Unavailable } from "@hangtag/core"
import { Predicate } from "effect"
import type { SqlError } from "effect/sql/SqlError"

/** Conditions that pass by themselves though the client does not class them so: resources, shutdown, restart. */
const passing = /^(08|40|53[023]00|55P03|57P0)/

/** The SQLSTATE that the server answered with, or `undefined` where the failure was elsewhere. */
export const sqlState = ({ reason }: SqlError): string | undefined =>
  Predicate.hasProperty(reason.cause, "code") && typeof reason.cause.code === "string"
    ? reason.cause.code
    : undefined

/**
 * A failure of the database as the core sees it.
 *
 * Only the class of the failure goes along: Postgres' messages quote values, and the client's the address.
 */
export const databaseUnavailable = (operation: string, error: SqlError): Unavailable => {
  const state = sqlState(error)
  return new Unavailable({
    service: "database",
    operation,
    retryable: error.isRetryable || (state !== undefined && passing.test(state)),
    cause: new Error(`${error.reason._tag}${state === undefined ? "" : `, SQLSTATE ${state}`}`),
  })
}
