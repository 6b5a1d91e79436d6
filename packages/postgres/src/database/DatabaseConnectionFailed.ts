import { Predicate, Schema } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { noTransactionsCode } from "./pooling.ts"

/** No connection to the Postgres server could be made; the message says why and what to mend, never the password. */
export class DatabaseConnectionFailed extends Schema.TaggedError<DatabaseConnectionFailed>()(
  "DatabaseConnectionFailed",
  {
    reason: Schema.Literals([
      "invalid url",
      "unreachable",
      "credentials",
      "unknown database",
      "pooling",
      "other",
    ]),
    /** Where it was tried, `host:port`. */
    server: Schema.String,
    /** What the server or the operating system said. */
    detail: Schema.String,
  },
) {
  /** A server that does not answer may be starting; the rest waits for a person's correction. */
  get retryable(): boolean {
    return this.reason === "unreachable"
  }
  override get message() {
    switch (this.reason) {
      case "invalid url":
        return `The Postgres URL is not valid (${this.detail}); write postgres://user:password@host:5432/database, with special characters of the password as %XX`
      case "unreachable":
        return `No Postgres server answers at ${this.server} (${this.detail}); check that it runs, and its host and port in the URL`
      case "credentials":
        return `Postgres at ${this.server} does not let this user in (${this.detail}); check user and password in the URL`
      case "unknown database":
        return `Postgres at ${this.server} has no such database (${this.detail}); create it or correct its name in the URL`
      case "pooling":
        return `What stands before Postgres at ${this.server} allows no transactions (${this.detail}); have it pool by transaction or by session`
      default:
        return `Connecting to Postgres at ${this.server} failed (${this.detail}); check the URL, and the log of the server`
    }
  }
}

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
