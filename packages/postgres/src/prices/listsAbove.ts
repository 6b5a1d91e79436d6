import type { SqlClient } from "effect/sql/SqlClient"

/** As `with recursive …`: the keys of lists, and of those that any placement puts above them, as `above`. `union` ends a circle, which no placement makes. */
export const listsAbove = (sql: SqlClient, organization: string | null, keys: ReadonlyArray<string>) => sql`
  above as (
    select k.price_list collate "C" as price_list from unnest(${keys}::text[]) k(price_list)
    union
    select p.parent from above a join hangtag_price_list_placement p
      on p.organization = ${organization} and p.price_list = a.price_list and p.parent is not null)`
