import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { sqlState } from "../database/failures.ts"

// True where the role exists and can be taken on. The raised exception undoes the change of role.
const take = (role: string) => `
  begin
    perform set_config('role', '${role}', true);
    raise exception using errcode = 'HT001';
  exception
    when sqlstate 'HT001' then return;
    when others then null;
  end;`

/** Roles belong to the server, not to the database: another database there may have made it, at this moment even. */
const ensure = (role: string) => `
  do $role$
  begin
    ${take(role)}
    begin
      create role ${role} nologin;
    exception
      when duplicate_object or unique_violation or insufficient_privilege then null;
    end;
    begin
      execute format('grant ${role} to %I', current_user);
    exception
      when insufficient_privilege or undefined_object then null;
    end;
    ${take(role)}
    raise exception using errcode = 'HT002';
  end
  $role$`

/** Makes the role where it may; tells whether the user can take it on. */
export const ensureRole = (sql: SqlClient, role: string): Effect.Effect<boolean, SqlError> =>
  // a savepoint: the transaction goes on without it
  sql.withTransaction(sql.unsafe(ensure(role))).pipe(
    Effect.as(true),
    Effect.catchIf(
      (error) => sqlState(error) === "HT002",
      () => Effect.succeed(false),
    ),
  )
