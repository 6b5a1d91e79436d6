import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { sqlState } from "../sql/databaseUnavailable.ts"
import { appRole } from "../sql/enterScope.ts"
import { DatabaseUnsuitable } from "./DatabaseUnsuitable.ts"

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

// True where the role exists and can be taken on. The raised exception undoes the change of role.
const takeRole = `
  begin
    perform set_config('role', '${appRole}', true);
    raise exception using errcode = 'HT001';
  exception
    when sqlstate 'HT001' then return;
    when others then null;
  end;`

/** Roles belong to the server, not to the database: another database there may have made it, at this moment even. */
const ensureRole = `
  do $role$
  begin
    ${takeRole}
    begin
      create role ${appRole} nologin;
    exception
      when duplicate_object or unique_violation or insufficient_privilege then null;
    end;
    begin
      execute format('grant ${appRole} to %I', current_user);
    exception
      when insufficient_privilege or undefined_object then null;
    end;
    ${takeRole}
    raise exception using errcode = 'HT002';
  end
  $role$`

/** Fails with what is wrong with the server, the database or its user's rights; makes the role where it may. */
export const requireSuitableDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [facts] = yield* sql<Facts>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      current_schema() as schema, has_schema_privilege(current_schema(), 'CREATE') as may_create,
      current_user::text as user_name`
  const problem = problemOf(facts!)
  if (problem !== undefined) return yield* problem
  const user = `"${facts!.user_name.replaceAll('"', '""')}"`
  yield* sql.unsafe(ensureRole).pipe(
    Effect.catchIf(
      (error) => sqlState(error) === "HT002",
      () =>
        new DatabaseUnsuitable({
          problem: `The database user ${user} may neither use nor create the role ${appRole}`,
          remedy: `Run as an administrator: CREATE ROLE ${appRole} NOLOGIN; GRANT ${appRole} TO ${user}`,
        }),
    ),
  )
})
