import type { SqlClient } from "effect/sql/SqlClient"

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
