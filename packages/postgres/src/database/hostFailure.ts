import { isMistake } from "@hangtag/core/adapter"
import { Predicate } from "effect"
import {
  ConnectionError,
  SqlError,
  StatementTimeoutError,
  UniqueViolation,
  UnknownError,
} from "effect/sql/SqlError"

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
