import { Predicate } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { DatabaseConnectionFailed } from "./DatabaseConnectionFailed.ts"
import { noTransactionsCode } from "./pooling.ts"

/** Why the first statement on `server` failed, in the operator's terms. */
export const connectionFailure = (server: string, { reason }: SqlError): DatabaseConnectionFailed => {
  const code = Predicate.hasProperty(reason.cause, "code") ? reason.cause.code : undefined
  const detail = said(reason.cause) || String(code ?? reason.message)
  return new DatabaseConnectionFailed({
    server,
    detail,
    reason: reasonOf(reason._tag, code, detail),
  })
}

/** What an error says; of several addresses of one name, what each said. */
const said = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(said).join("; ")
    : error instanceof Error
      ? error.message
      : ""

const reasonOf = (tag: SqlError["reason"]["_tag"], code: unknown, detail: string) => {
  if (code === "3D000") return "unknown database"
  if (code === noTransactionsCode) return "pooling"
  if (typeof code === "string" && code.startsWith("28")) return "credentials"
  // Node's codes of the network begin with E; the client's own ways of not being answered have none
  const silent =
    typeof code === "string" ? /^E[A-Z]/.test(code) : /timeout|terminated|not queryable/.test(detail)
  return tag === "ConnectionError" && silent ? "unreachable" : "other"
}
