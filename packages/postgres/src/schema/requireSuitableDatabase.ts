import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { appRole } from "../database/scope.ts"
import { DatabaseUnsuitable } from "./DatabaseUnsuitable.ts"
import { ensureRole } from "./role.ts"

interface Facts {
  readonly version: number
  readonly encoding: string
  readonly schema: string | null
  readonly may_create: boolean | null
  readonly user_name: string
}

const problemOf = (facts: Facts) => {
  const user = `"${facts.user_name.replaceAll('"', '""')}"`
  if (facts.version < 150_000) {
    return new DatabaseUnsuitable({
      problem: `The server is PostgreSQL ${Math.floor(facts.version / 10_000)}`,
      remedy: "Use PostgreSQL 15 or later",
    })
  }
  if (facts.encoding !== "UTF8") {
    return new DatabaseUnsuitable({
      problem: `The database's encoding is ${facts.encoding}`,
      remedy: "Use a database created with ENCODING 'UTF8'",
    })
  }
  if (facts.schema === null) {
    return new DatabaseUnsuitable({
      problem: "No schema of the user's search_path exists",
      remedy: "Create it as an administrator, or name one that exists in the connection's search_path",
    })
  }
  if (facts.may_create !== true) {
    return new DatabaseUnsuitable({
      problem: `The database user ${user} may not create tables in schema "${facts.schema}"`,
      remedy: `Run as an administrator: GRANT CREATE ON SCHEMA "${facts.schema.replaceAll('"', '""')}" TO ${user}`,
    })
  }
  return undefined
}

/** Fails unless the user can take on the role that works for organizations, which it makes where it may. */
export const requireRole = Effect.fnUntraced(function* (sql: SqlClient) {
  if (yield* ensureRole(sql, appRole)) return
  const [found] = yield* sql<{ user: string }>`select '"' || replace(current_user, '"', '""') || '"' as user`
  return yield* new DatabaseUnsuitable({
    problem: `The database user ${found!.user} may neither use nor create the role ${appRole}`,
    remedy: `Run as an administrator: CREATE ROLE ${appRole} NOLOGIN; GRANT ${appRole} TO ${found!.user}`,
  })
})

/** Fails with what is wrong with the server, the database or its user's rights; makes the role where it may. */
export const requireSuitableDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [facts] = yield* sql<Facts>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      current_schema() as schema, has_schema_privilege(current_schema(), 'CREATE') as may_create,
      current_user::text as user_name`
  const problem = problemOf(facts!)
  if (problem !== undefined) return yield* problem
  yield* requireRole(sql)
})
