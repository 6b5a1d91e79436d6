import { Schema } from "effect"

/** A session of the server that holds what a migration needs; what its user may not see of others is null. */
export const BlockingSession = Schema.Struct({
  /** Null of a prepared transaction, which is no session's any more. */
  pid: Schema.NullOr(Schema.Int),
  application: Schema.NullOr(Schema.String),
  /** `active` or `idle in transaction`, mostly. */
  state: Schema.NullOr(Schema.String),
  /** Seconds since its transaction began. */
  age: Schema.NullOr(Schema.Number),
  /** How its last statement begins. */
  query: Schema.NullOr(Schema.String),
})
export type BlockingSession = typeof BlockingSession.Type

const mostNamed = 3

const named = ({ pid, application, state, age, query }: BlockingSession): string => {
  if (pid === null) return "a prepared transaction (see pg_prepared_xacts)"
  const facts = [
    application ? `"${application}"` : "",
    [state ?? "", age === null ? "" : `for ${Math.round(age)} s`].join(" ").trim(),
    query ? `last asked: ${query}` : "",
  ].filter((fact) => fact !== "")
  return `${pid}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`
}

/** Names the first of the sessions. */
export const namedSessions = (sessions: ReadonlyArray<BlockingSession>): string => {
  const more = sessions.length - mostNamed
  const first = sessions.slice(0, mostNamed).map(named)
  return first.concat(more > 0 ? [`${more} more`] : []).join("; ")
}

/** Sessions of others held tables for as long as a migration may wait for them; nothing was changed by it. */
export class MigrationBlocked extends Schema.TaggedError<MigrationBlocked>()("MigrationBlocked", {
  /** Seconds. */
  waited: Schema.Number,
  /** First those that have done nothing for longest; none where each went, and another came. */
  sessions: Schema.Array(BlockingSession),
}) {
  readonly retryable = true
  override get message() {
    const { waited, sessions } = this
    const [first] = sessions
    const end =
      first?.pid == null
        ? "let them end"
        : `let them end, stop them, or run SELECT pg_terminate_backend(${first.pid})`
    return `The database could not be migrated within ${Math.round(waited)} s: ${
      sessions.length === 0
        ? "other sessions held its tables by turns"
        : `its tables are held by ${sessions.length === 1 ? "session" : "sessions"} ${namedSessions(sessions)}`
    }; ${end}, and try again, or wait longer with hangtag migrate --wait 5m`
  }
}
