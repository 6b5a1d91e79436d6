import { type Brand, effectiveInstant } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** Moves the instants of the products' prices to their brand's zone. Works on the distinct texts, few beside the prices. */
export const movePrices = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  brand: Brand,
  products: ReadonlyArray<string>,
) {
  const isMoved = sql`d.organization = ${organization} and d.brand_key = ${brand.brand_key}
    and d.product_key = any(${products}::text[])`
  const texts = yield* sql<{ readonly effective_from: string; readonly effective_at: number }>`
    select distinct p.effective_from, p.effective_at::float8 as effective_at
    from hangtag_product d
    join hangtag_variant v on v.organization = ${organization} and v.product_key = d.product_key
    join hangtag_price_record p on p.organization = ${organization} and p.variant_key = v.variant_key
    where ${isMoved}`
  const moved = texts.flatMap(({ effective_from, effective_at }) => {
    const instant = effectiveInstant(effective_from, brand.time_zone)
    return instant === undefined || instant === effective_at ? [] : [{ effective_from, instant }]
  })
  if (moved.length === 0) return
  // millions of prices may move at once
  yield* sql`select set_config('statement_timeout', '0', true)`
  const instants = Object.fromEntries(moved.map((each) => [each.effective_from, each.instant]))
  yield* sql`
    update hangtag_price_record p set effective_at = (m.instants ->> p.effective_from)::bigint
    from (select ${JSON.stringify(instants)}::jsonb as instants) m, hangtag_product d, hangtag_variant v
    where ${isMoved}
      and v.organization = ${organization} and v.product_key = d.product_key
      and p.organization = ${organization} and p.variant_key = v.variant_key
      and m.instants ->> p.effective_from is not null`
})
