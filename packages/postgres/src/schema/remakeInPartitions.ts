/**
 * One statement that makes every table of organizations' rows anew, of N hash partitions by organization, with its rows, keys,
 * indexes, triggers, policies and rights under the names that they have. It fails where a table does not hold the same rows afterwards.
 *
 * Partitions lie in a schema of their own, which is granted to backups alone (`letBackUp`): all else reaches rows by the table,
 * where row-level security binds everybody.
 */
export const remakeInPartitions = (partitions: number): string => `do $partition$
  declare
    t record;
    remade text[];
    own_columns text;
    again_rows text;
    rows_before text;
    definition text;
    numbers text;
    beside text := current_schema() || '_partitions';
  begin
    select array_agg(c.relname::text) into remade from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization'
      where c.relkind = 'r' and c.relpersistence = 'p' and c.relname like 'hangtag\\_%'
        and c.relnamespace = quote_ident(current_schema())::regnamespace;
    for t in select unnest(remade) as name loop
      execute format('lock table %s in access exclusive mode', t.name);
    end loop;
    execute format('create schema %I', beside);
    create temporary table again on commit drop as
      with c as (select * from pg_class where relname = any(remade)
        and relnamespace = quote_ident(current_schema())::regnamespace)
      select 1 as turn, format('alter table %s add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as statement
        from pg_constraint k join c on c.oid = k.conrelid where k.contype in ('p', 'u')
      union all select 1, pg_get_indexdef(i.indexrelid) from pg_index i join c on c.oid = i.indrelid
        where not exists (select from pg_constraint k where k.conindid = i.indexrelid)
      union all select 2, format('create policy %I on %s for %s%s%s', p.polname, c.relname,
          case p.polcmd when 'r' then 'select' when 'w' then 'update' when 'a' then 'insert' when 'd' then 'delete' else 'all' end,
          ' using (' || pg_get_expr(p.polqual, c.oid) || ')', ' with check (' || pg_get_expr(p.polwithcheck, c.oid) || ')')
        from pg_policy p join c on c.oid = p.polrelid
      union all select 2, pg_get_triggerdef(g.oid) from pg_trigger g join c on c.oid = g.tgrelid where not g.tgisinternal
      union all select 2, format('grant %s on %s to %s', string_agg(distinct a.privilege_type, ', '), c.relname, quote_ident(r.rolname))
        from c cross join aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee group by c.relname, r.rolname
      union all select 3, format('alter table %s add constraint %I %s', c.relname, f.conname, pg_get_constraintdef(f.oid))
        from pg_constraint f join c on c.oid = f.conrelid where f.contype = 'f'
      -- last: foreign keys are checked as the owner, from whom it hides the rows that they refer to
      union all select 4, format('alter table %s enable row level security, force row level security', c.relname) from c;
    insert into again
      with c as (select relname, pg_get_userbyid(relowner) as owner from pg_class where relname = any(remade)
        and relnamespace = quote_ident(current_schema())::regnamespace and pg_get_userbyid(relowner) <> current_user)
      select 5, format('alter schema %I owner to %I', beside, owner) from c where relname = 'hangtag_price_record'
      union all select 6, format('alter table %I.%s owner to %I', beside, relname || '_' || part, owner)
        from c cross join generate_series(0, ${partitions - 1}) part
      union all select 6, format('alter table %s owner to %I', relname, owner) from c;
    for t in select unnest(remade) as name loop
      execute format('alter table %s no force row level security', t.name);
      execute format('alter table %s rename to %s', t.name, t.name || '_plain');
    end loop;
    for t in select unnest(remade) as name loop
      execute format('create table %s (like %s including all excluding indexes) partition by hash (organization)', t.name, t.name || '_plain');
      for remainder in 0 .. ${partitions - 1} loop
        execute format('create table %I.%s partition of %s for values with (modulus ${partitions}, remainder %s)',
          beside, t.name || '_' || remainder, t.name, remainder);
      end loop;
      select string_agg(quote_ident(attname), ', ') into own_columns from pg_attribute
        where attrelid = (t.name || '_plain')::regclass and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('insert into %s (%s) overriding system value select %s from %s', t.name, own_columns, own_columns, t.name || '_plain');
      execute format('select row(count(*), sum(hashtextextended(r::text, 0)::numeric))::text from %s r', t.name || '_plain') into rows_before;
      execute format('select row(count(*), sum(hashtextextended(r::text, 0)::numeric))::text from %s r', t.name) into again_rows;
      if again_rows <> rows_before then
        raise exception '% has other rows in partitions: % instead of %', t.name, again_rows, rows_before;
      end if;
      for definition in select attname from pg_attribute where attrelid = t.name::regclass and attidentity <> '' loop
        numbers := pg_get_serial_sequence(t.name || '_plain', definition);
        execute format('select setval(%L, last_value, is_called) from %s', pg_get_serial_sequence(t.name, definition), numbers);
      end loop;
    end loop;
    for t in select unnest(remade) as name loop
      execute format('drop table %s cascade', t.name || '_plain');
    end loop;
    for t in select c.relname as name, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
        where c.relname = any(remade) and c.relnamespace = quote_ident(current_schema())::regnamespace loop
      numbers := t.name || '_' || t.attname || '_seq';
      if to_regclass(numbers) is null then
        execute format('alter sequence %s rename to %I', pg_get_serial_sequence(t.name, t.attname), numbers);
      end if;
    end loop;
    for definition in select statement from again order by turn loop execute definition; end loop;
    for t in select c.relname as name from pg_class c where c.relkind = 'S' and c.relname like 'hangtag\\_%'
      and c.relnamespace = quote_ident(current_schema())::regnamespace loop
      execute format('grant usage on sequence %s to hangtag_app', t.name);
    end loop;
  end $partition$`
