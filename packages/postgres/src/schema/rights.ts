import type { Unavailable } from "@hangtag/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { databaseOf } from "../database/Database.ts"
import { databaseUnavailable } from "../database/failures.ts"
import { appRole } from "../database/scope.ts"
import { DatabaseUnsuitable } from "./DatabaseUnsuitable.ts"
import { createPolicy, organization, policies } from "./policies.ts"
import { ensureRole } from "./role.ts"

/** Whom `pg_dump` works as: it reads everything and writes nothing, and none of our queries is its. */
export const backupRole = "hangtag_backup"

/** Where what every query needs is not there, as after a restore that left it out. */
export interface Missing {
  /** For queries: anything here fails them, or has them find nothing. */
  readonly queries: ReadonlyArray<string>
  /** For backups. */
  readonly backups: ReadonlyArray<string>
}

const schema = "quote_ident(current_schema())::regnamespace"

/** Where partitions of our tables are, if they have any. */
const partitions = "quote_ident(current_schema() || '_partitions')"

/** Our tables that hold organizations' rows, and whether row-level security binds everybody there. */
const ownTables = `select c.oid, c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_secured
  from pg_class c where c.relnamespace = ${schema} and c.relkind in ('r', 'p')
    and c.relname like 'hangtag\\_%' and c.relname <> 'hangtag_migration'`

const has = (table: string, policy: string) =>
  `exists (select from pg_policy where polrelid = ${table} and polname = '${policy}')`

/** Writes of these go on while an organization is frozen: who is, and what exports of an embedded database read. */
const freezes =
  "t.name <> 'hangtag_frozen' and t.name not like 'hangtag\\_kept\\_%' and t.name <> 'hangtag_export_snapshot'"

const isFreezing =
  "exists (select from pg_trigger where tgrelid = t.oid and tgname = 'hangtag_refuse_frozen')"

const mayUse = (role: string, rights: ReadonlyArray<string>) =>
  rights.map((right) => `has_table_privilege(to_regrole('${role}'), t.oid, '${right}')`).join(" and ")

const single = Object.values(policies).map(
  ({ table, name }) =>
    `select false, 'the policy ${name} of ${table}' where not ${has(`to_regclass('${table}')`, name)}`,
)

/** What is missing, each named once; a role that is not there has no rights. */
const findMissing = `
  with t as (${ownTables}), f as (select oid, proname from pg_proc where pronamespace = ${schema} and proname like 'hangtag\\_%')
  select for_backups, what from (
    select false as for_backups, 'the role ${appRole}' as what where to_regrole('${appRole}') is null
    union all select false, format('membership of %s in ${appRole}', current_user)
      where not pg_has_role(to_regrole('${appRole}')::oid, 'member')
    union all select false, format('usage of schema %s', current_schema())
      where not coalesce(has_schema_privilege(to_regrole('${appRole}'), ${schema}, 'usage'), false)
    union all select false, 'row-level security of ' || name from t where not is_secured
    union all select false, 'the policy organization of ' || name from t where not ${has("t.oid", "organization")}
    union all select false, 'the trigger hangtag_refuse_frozen of ' || name from t where ${freezes} and not ${isFreezing}
    union all ${single.join(" union all ")}
    union all select false, 'rights on ' || name from t
      where not coalesce(${mayUse(appRole, ["select", "insert", "update", "delete"])}, false)
    union all select false, 'the right to call ' || proname from f
      where not coalesce(has_function_privilege(to_regrole('${appRole}'), f.oid, 'execute'), false)
    union all select false, 'usage of the sequence of prices' where not coalesce(has_sequence_privilege(to_regrole('${appRole}'),
      pg_get_serial_sequence('hangtag_price_record', 'sequence'), 'usage'), false)
    union all select true, 'the role ${backupRole}' where to_regrole('${backupRole}') is null
    union all select true, format('membership of %s in ${backupRole}', current_user)
      where not pg_has_role(to_regrole('${backupRole}')::oid, 'member')
    union all select true, 'the policy backup of ' || name from t where not ${has("t.oid", "backup")}
    union all select true, 'the right to read ' || name from t where not coalesce(${mayUse(backupRole, ["select"])}, false)
    union all select true, 'usage of the schema of partitions' where to_regnamespace(${partitions}) is not null
      and not coalesce(has_schema_privilege(to_regrole('${backupRole}'), to_regnamespace(${partitions}), 'usage'), false)
    union all select true, 'the right to read ' || t.relname from pg_class t where t.relkind = 'r'
      and t.relnamespace = to_regnamespace(${partitions}) and not coalesce(${mayUse(backupRole, ["select"])}, false)
  ) m order by for_backups, what`

/** Finds out what of roles, rights and policies is missing in a migrated database. */
export const missingRights = (sql: SqlClient): Effect.Effect<Missing, SqlError> =>
  Effect.gen(function* () {
    const rows = yield* sql.unsafe<{ readonly for_backups: boolean; readonly what: string }>(findMissing)
    const { isEmbedded } = databaseOf(sql)
    const of = (forBackups: boolean) =>
      rows.filter(({ for_backups }) => for_backups === forBackups).map(({ what }) => what)
    return { queries: of(false), backups: isEmbedded ? [] : of(true) }
  })

const named = (missing: ReadonlyArray<string>) =>
  missing.slice(0, 3).join(", ") + (missing.length > 3 ? ` and ${missing.length - 3} more` : "")

/** Fails where queries lack anything. */
export const requireRights = Effect.fnUntraced(function* (sql: SqlClient) {
  const { queries } = yield* missingRights(sql)
  if (queries.length === 0) return
  return yield* new DatabaseUnsuitable({
    problem: `The database lacks ${named(queries)}`,
    remedy: "Run hangtag migrate as the user who owns its tables",
  })
})

/** A role that owns tables of ours, and whether the user of the connection acts as it. */
export interface TableOwner {
  readonly owner: string
  readonly is_own: boolean
  readonly tables: ReadonlyArray<string>
}

/** Who owns our tables, by name: only an owner migrates them. */
export const tableOwners: Effect.Effect<ReadonlyArray<TableOwner>, Unavailable, SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient
    return yield* sql.withTransaction(
      sql.unsafe<TableOwner>(`
        select pg_get_userbyid(c.relowner)::text as owner, pg_has_role(c.relowner, 'usage') as is_own,
          array_agg(c.relname::text order by c.relname) as tables
        from pg_class c where c.relnamespace = ${schema} and c.relkind in ('r', 'p') and c.relname like 'hangtag\\_%'
        group by c.relowner order by 1`),
    )
  },
).pipe(Effect.mapError((error) => databaseUnavailable("tableOwners", error)))

/** What keeps the user from dumping the database as the documentation says; undefined where nothing does. */
export const backupReadiness: Effect.Effect<string | undefined, Unavailable, SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient
    const { backups } = yield* sql.withTransaction(missingRights(sql))
    return backups.length === 0 ? undefined : named(backups)
  },
).pipe(Effect.mapError((error) => databaseUnavailable("backupReadiness", error)))

const giveAll = `
  do $rights$
  declare
    t record;
  begin
    for t in ${ownTables} loop
      if not t.is_secured then
        execute format('alter table %I enable row level security', t.name);
        execute format('alter table %I force row level security', t.name);
      end if;
      if not ${has("t.oid", "organization")} then
        execute format('create policy organization on %I ${organization.replaceAll("'", "''")}', t.name);
      end if;
      execute format('grant select, insert, update, delete on %I to ${appRole}', t.name);
      if ${freezes} and not ${isFreezing} then
        execute format('create trigger hangtag_refuse_frozen before insert or update or delete on %I
          for each statement execute function hangtag_refuse_frozen()', t.name);
      end if;
    end loop;
    ${Object.values(policies)
      .map(
        (policy) =>
          `if not ${has(`'${policy.table}'::regclass`, policy.name)} then ${createPolicy(policy)}; end if;`,
      )
      .join("\n    ")}
    for t in select p.oid::regprocedure as name from pg_proc p
      where p.pronamespace = ${schema} and p.proname like 'hangtag\\_%'
    loop
      execute format('alter function %s set search_path = %I, pg_temp', t.name, current_schema());
      execute format('revoke all on function %s from public', t.name);
      execute format('grant execute on function %s to ${appRole}', t.name);
    end loop;
    execute format('grant usage on sequence %s to ${appRole}', pg_get_serial_sequence('hangtag_price_record', 'sequence'));
    grant select on hangtag_migration to ${appRole};
    if not has_schema_privilege('${appRole}', current_schema(), 'usage') then
      execute format('grant usage on schema %I to ${appRole}', current_schema());
    end if;
  end
  $rights$`

/**
 * Gives the role that works for organizations what it needs, and has our functions find our tables and no others,
 * whatever the caller's `search_path`: a new function is everybody's at first.
 */
export const giveRights = (sql: SqlClient): Effect.Effect<void, SqlError> =>
  Effect.asVoid(sql.unsafe(giveAll))

const letDump = `
  do $backup$
  declare
    t record;
  begin
    for t in ${ownTables} loop
      if not ${has("t.oid", "backup")} then
        -- members of the role see nothing by it until they take it on
        execute format('create policy backup on %I for select to ${backupRole} using (current_user = ''${backupRole}'')', t.name);
      end if;
    end loop;
    for t in select c.relname as name from pg_class c where c.relnamespace = ${schema}
      and c.relkind in ('r', 'p', 'S') and c.relname like 'hangtag\\_%'
    loop
      execute format('grant select on %I to ${backupRole}', t.name);
    end loop;
    execute format('grant usage on schema %I to ${backupRole}', current_schema());
    if to_regnamespace(${partitions}) is not null then
      execute format('grant usage on schema %I to ${backupRole}', current_schema() || '_partitions');
      for t in select c.oid::regclass as name from pg_class c where c.relkind = 'r'
        and c.relnamespace = ${partitions}::regnamespace and not ${has("c.oid", "backup")}
      loop
        -- a dump reads each by itself; members of the role are not to
        execute format('alter table %1$s enable row level security, force row level security;
          create policy backup on %1$s for select to ${backupRole} using (current_user = ''${backupRole}'')', t.name);
      end loop;
      execute format('grant select on all tables in schema %I to ${backupRole}', current_schema() || '_partitions');
    end if;
  end
  $backup$`

/** Lets who may take on the role for backups read everything; where the user cannot have that role, backups are another's. */
export const letBackUp = (sql: SqlClient): Effect.Effect<void, SqlError> =>
  Effect.flatMap(ensureRole(sql, backupRole), (isHad) =>
    isHad ? Effect.asVoid(sql.unsafe(letDump)) : Effect.void,
  )
