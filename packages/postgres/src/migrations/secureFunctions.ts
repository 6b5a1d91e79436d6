import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { appRole } from "../sql/enterScope.ts"

/**
 * Has our functions find our tables and no others, whatever the caller's `search_path`, and lets nobody call them but
 * the role that works for organizations. To be run after every migration: a new function is everybody's at first.
 */
export const secureFunctions = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql.unsafe(`
    do $secure$
    declare
      own regprocedure;
    begin
      for own in select p.oid from pg_proc p
        where p.pronamespace = quote_ident(current_schema())::regnamespace and p.proname like 'hangtag\\_%'
      loop
        execute format('alter function %s set search_path = %I, pg_temp', own, current_schema());
        execute format('revoke all on function %s from public', own);
        execute format('grant execute on function %s to ${appRole}', own);
      end loop;
    end
    $secure$`)
})
