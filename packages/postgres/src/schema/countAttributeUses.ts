import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** What the core's `attributeKind` says, of JSON. */
const kind = `case json_typeof(a.value)
  when 'string' then case when a.value #>> '{}' ~ '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'
    then 'date' else 'text' end
  when 'object' then case when json_typeof(a.value -> 'key') = 'string'
      and not exists (select from json_object_keys(a.value) m where m not in ('key', 'label'))
    then 'option' else 'record' end
  when 'array' then 'list'
  else json_typeof(a.value) end`

/**
 * Each product knows the attributes of all its versions and variants, so that nobody has to read all of them to
 * tell which there are: `key:material`, `option:material` for its kind, `member:["height","unit"]` for a record's.
 */
const statements = [
  `create function hangtag_attribute_uses(attributes json) returns setof text language sql immutable as $$
    select u.used from json_each(attributes) a cross join lateral (select ${kind} as kind) k
      cross join lateral (
        select 'key:' || a.key union all select k.kind || ':' || a.key where k.kind <> 'null'
        union all select 'member:' || json_build_array(a.key, m)::text
          from json_object_keys(case when k.kind = 'record' then a.value else '{}' end) m) u(used)
  $$`,
  `create function hangtag_product_uses(of_organization text, of_product text) returns text[] language sql stable as $$
    select array(
      select u from hangtag_product_version v cross join lateral hangtag_attribute_uses(v.attributes) u
        where v.organization = of_organization and v.product_key = of_product
      union select u from hangtag_variant v cross join lateral hangtag_attribute_uses(v.attributes) u
        where v.organization = of_organization and v.product_key = of_product
      order by 1)
  $$`,
  "alter table hangtag_product add column attribute_uses text[] not null default '{}'",
]

const hidden = ["hangtag_product", "hangtag_product_version", "hangtag_variant"]
const forced = (how: "force" | "no force") =>
  hidden.map((table) => `alter table ${table} ${how} row level security`)

/** Adds what `CatalogRepository.attributeUses` counts, and fills it for every organization. */
export const countAttributeUses = Effect.gen(function* () {
  const sql = yield* SqlClient
  const fill = "update hangtag_product set attribute_uses = hangtag_product_uses(organization, product_key)"
  // the owner would otherwise see, and fill, nothing
  for (const statement of [...statements, ...forced("no force"), fill, ...forced("force")])
    yield* sql.unsafe(statement)
})
