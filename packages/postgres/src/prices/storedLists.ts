import { instantFromMicros, ListPolicy, type Placement, type StoredPriceList } from "@hangtag/core"
import { PriceListTags } from "@hangtag/core/adapter"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { storedJson } from "../database/storedJson.ts"

/** A price list as `selectLists` selects it. */
export interface ListRow {
  readonly price_list: string
  readonly name: string
  readonly currency: string | null
  /** JSON text. */
  readonly tags: string
  /** JSON text. */
  readonly policy: string | null
  readonly created_at: number | null
  readonly created_by: string | null
  readonly placements: ReadonlyArray<Placement>
}

const storedTags = storedJson("hangtag_price_list.tags", PriceListTags)
const storedPolicy = storedJson("hangtag_price_list.policy", ListPolicy)

export const storedList = (organization: string, row: ListRow): StoredPriceList => {
  const { created_at: at, created_by: by, tags, policy, ...list } = row
  return {
    ...list,
    tags: storedTags(tags, organization, list.price_list),
    ...(policy !== null && { policy: storedPolicy(policy, organization, list.price_list) }),
    created: at === null || by === null ? null : { at: instantFromMicros(at), by },
  }
}

/** The lists of an organization, with all their placements. */
export const selectLists = (
  sql: SqlClient,
  organization: string | null,
  lists: Fragment = sql`hangtag_price_list l`,
) => sql<ListRow>`
  select l.price_list, l.name, l.currency, l.tags, l.policy, l.created_at::float8 as created_at, l.created_by, p.placements
  from ${lists}
  cross join lateral (
    select coalesce(json_agg(json_build_object('effective_at', p.effective_at, 'parent', p.parent,
      'archived', p.archived, 'known_at', p.known_at, 'by', p.said_by)
      order by p.effective_at, p.place), '[]') as placements
    from hangtag_price_list_placement p
    where p.organization = ${organization} and p.price_list = l.price_list) p
  where l.organization = ${organization}`

/** Those of `above`, looked up list by list. */
export const selectListsAbove = (sql: SqlClient, organization: string | null) =>
  selectLists(
    sql,
    organization,
    sql`above a cross join lateral (
      select * from hangtag_price_list l where l.organization = ${organization} and l.price_list = a.price_list offset 0) l`,
  )

/**
 * As `with recursive …`: the keys of lists, and of those that any placement puts above them, as `above`. `union` ends a circle, which no
 * placement makes; `offset 0` has placements looked up list by list, where the planner would read all of them at each step.
 */
export const listsAbove = (sql: SqlClient, organization: string | null, keys: ReadonlyArray<string>) => sql`
  above as (
    select k.price_list collate "C" as price_list from unnest(${keys}::text[]) k(price_list)
    union
    select p.parent from above a cross join lateral (
      select p.parent from hangtag_price_list_placement p
      where p.organization = ${organization} and p.price_list = a.price_list offset 0) p where p.parent is not null)`
