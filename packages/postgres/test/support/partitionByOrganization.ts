/**
 * One statement that makes every table of organizations' rows anew, of N hash partitions by organization. For a
 * database that was migrated and has no rows yet.
 *
 * Partitions lie in a schema of their own, which is granted to no one: rows are reached by the table alone, where
 * row-level security binds everybody.
 */
export const partitionByOrganization = (partitions: number): string => `do $partition$
  declare
    t record;
    remade text[];
    definition text;
  begin
    create schema hangtag_partitions;
    create temporary table again on commit drop as
      select 1 as turn, format('alter table %s enable row level security, force row level security', c.relname) as statement
        from pg_class c where c.relkind = 'r' and c.relname like 'hangtag\\_%'
      union all select 1, format('create policy %I on %s for %s%s%s', p.polname, c.relname,
          case p.polcmd when 'r' then 'select' when 'w' then 'update' when 'a' then 'insert' when 'd' then 'delete' else 'all' end,
          ' using (' || pg_get_expr(p.polqual, c.oid) || ')', ' with check (' || pg_get_expr(p.polwithcheck, c.oid) || ')')
        from pg_policy p join pg_class c on c.oid = p.polrelid
      union all select 1, pg_get_triggerdef(g.oid) from pg_trigger g where not g.tgisinternal
      union all select 1, format('grant %s on %s to %s', string_agg(distinct a.privilege_type, ', '), c.relname, r.rolname)
        from pg_class c cross join aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
        where c.relkind = 'r' and c.relname like 'hangtag\\_%' group by c.relname, r.rolname
      union all select 2, format('alter table %s add %s', c.relname, pg_get_constraintdef(f.oid))
        from pg_constraint f join pg_class c on c.oid = f.conrelid where f.contype = 'f';
    alter table again add column of_table text;
    update again set of_table = (select c.relname from pg_class c where c.relkind = 'r' and c.relname like 'hangtag\\_%'
      and statement ~ ('\\m' || c.relname || '\\M') order by strpos(statement, c.relname) limit 1);
    select array_agg(c.relname::text) into remade from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization'
      where c.relkind = 'r' and c.relpersistence = 'p' and c.relname like 'hangtag\\_%'
        and c.relnamespace = quote_ident(current_schema())::regnamespace;
    delete from again where of_table <> all (remade);
    for t in select unnest(remade) as name loop
      execute format('alter table %s rename to %s', t.name, t.name || '_plain');
    end loop;
    for t in select unnest(remade) as name loop
      execute format('create table %s (like %s including all) partition by hash (organization)', t.name, t.name || '_plain');
      for remainder in 0 .. ${partitions - 1} loop
        execute format('create table hangtag_partitions.%s partition of %s for values with (modulus ${partitions}, remainder %s)',
          t.name || '_' || remainder, t.name, remainder);
      end loop;
    end loop;
    for t in select unnest(remade) as name loop
      execute format('drop table %s cascade', t.name || '_plain');
    end loop;
    for definition in select statement from again order by turn loop execute definition; end loop;
    for t in select c.relname as name from pg_class c where c.relkind = 'S' and c.relname like 'hangtag\\_%'
      and c.relnamespace = quote_ident(current_schema())::regnamespace loop
      execute format('grant usage on sequence %s to hangtag_app', t.name);
    end loop;
  end $partition$`
