/** What statements call, and what keeps the price types of brands. */
export const functionStatements: ReadonlyArray<string> = [
  `create function hangtag_attribute_uses(attributes json) returns setof text language sql immutable as $$
    select u.used from json_each(attributes) a cross join lateral (select case json_typeof(a.value)
  when 'string' then case when a.value #>> '{}' ~ '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'
    then 'date' else 'text' end
  when 'object' then case when json_typeof(a.value -> 'key') = 'string'
      and not exists (select from json_object_keys(a.value) m where m not in ('key', 'label'))
    then 'option' else 'record' end
  when 'array' then 'list'
  else json_typeof(a.value) end as kind) k
      cross join lateral (
        select 'key:' || a.key union all select k.kind || ':' || a.key where k.kind <> 'null'
        union all select 'member:' || json_build_array(a.key, m)::text
          from json_object_keys(case when k.kind = 'record' then a.value else '{}' end) m) u(used) $$`,
  `create function hangtag_note_price_types() returns trigger language plpgsql as $$
  begin
    if (select count(*) from (select from added limit 500) a) = 500 and not exists (
      select from (
        select organization, array_agg(distinct price_type) as types from added group by organization) a
      join hangtag_brand b on b.organization = a.organization
      where case
      when cardinality(a.types)::bigint * cardinality(b.price_types) <= 10000 then not a.types <@ b.price_types
      else exists (select unnest(a.types) except select unnest(b.price_types)) end) then
      return null;
    end if;
    update hangtag_brand b set price_types = b.price_types || array(
      select unnest(u.types) except select unnest(b.price_types) order by 1)
    from (
      select d.organization, d.brand_key, array_agg(distinct a.price_type) as types
      from (select distinct organization, variant_key, price_type from added) a
      cross join lateral (select v.product_key from hangtag_variant v
        where v.variant_key = a.variant_key and v.organization = a.organization limit 1) v
      cross join lateral (select p.organization, p.brand_key from hangtag_product p
        where p.organization = a.organization and p.product_key = v.product_key limit 1) d
      group by d.organization, d.brand_key) u
    where b.organization = u.organization and b.brand_key = u.brand_key and case
      when cardinality(u.types)::bigint * cardinality(b.price_types) <= 10000 then not u.types <@ b.price_types
      else exists (select unnest(u.types) except select unnest(b.price_types)) end;
    return null;
  end $$`,
  `create function hangtag_open_jobs(of_organization text) returns integer language plpgsql as $$
  begin
    perform set_config('lock_timeout', '2s', true);
    perform pg_advisory_xact_lock(hashtextextended('hangtag open jobs ' || of_organization, 0));
    return (select count(*) from hangtag_job j
      where j.organization = of_organization and j.status in ('queued', 'running'));
  end $$`,
  `create function hangtag_position(of_lane text, of_turn bigint, of_created_at bigint, of_job uuid, lease_seconds float8) returns integer language plpgsql as $$
  declare
    sight text := coalesce(current_setting('hangtag.housekeeping', true), '');
    result integer;
  begin
    perform set_config('hangtag.housekeeping', 'on', true);
    select 1 + count(*) from hangtag_job j
    where j.lane = of_lane and j.status in ('queued', 'running')
      and (j.turn, j.created_at, j.job_id) < (of_turn, of_created_at, of_job)
      and (j.status = 'queued' or coalesce(j.heartbeat_at not between
        now() - make_interval(secs => lease_seconds) and now() + interval '1 minute', true)) into result;
    perform set_config('hangtag.housekeeping', sight, true);
    return result;
  end $$`,
  `create function hangtag_product_uses(of_organization text, of_product text) returns text[] language sql stable as $$
    select array(
      select u from hangtag_product_version v cross join lateral hangtag_attribute_uses(v.attributes) u
        where v.organization = of_organization and v.product_key = of_product
      union select u from hangtag_variant v cross join lateral hangtag_attribute_uses(v.attributes) u
        where v.organization = of_organization and v.product_key = of_product
      order by 1) $$`,
  `create function hangtag_turn(of_organization text, of_lane text) returns bigint language plpgsql as $$
  declare
    sight text := coalesce(current_setting('hangtag.housekeeping', true), '');
    result bigint;
  begin
    perform set_config('hangtag.housekeeping', 'on', true);
    select greatest(0,
      (select j.turn from hangtag_job j where j.lane = of_lane and j.attempt > 0 order by j.turn desc limit 1),
      (select j.turn + 1 from hangtag_job j where j.organization = of_organization and j.lane = of_lane
        and (j.status in ('queued', 'running') or j.attempt > 0) order by j.turn desc limit 1)) into result;
    perform set_config('hangtag.housekeeping', sight, true);
    return result;
  end $$`,
  `create trigger hangtag_note_price_types after insert on hangtag_price_record referencing new table as added
    for each statement execute function hangtag_note_price_types()`,
]
