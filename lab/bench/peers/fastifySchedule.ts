// Timelines and what goes live next, as one would write them by hand for a single shop: prices are never taken back and
// products never retired, no two prices of a variant and type begin at once, no list but one has prices, and the shop's days
// are UTC's. Answers have all members that Hangtag's have.

import type { FastifyInstance } from "fastify"
import type postgres from "postgres"

interface Price {
  readonly record_key: string
  readonly variant_key: string
  readonly price_type: string
  readonly amount: string
  readonly effective_at: number
  readonly status: string
  readonly batch_key: string | null
  readonly returns_from: string | null
  readonly ends_at: number | null
  readonly known_at: number | null
  readonly publication: number | null
}

const text = (at: number) => new Date(at / 1000).toISOString()
const textOrNull = (at: number | null) => (at === null ? null : text(at))

/** Prices that come by variant, type and instant, as what is in force from when to when. */
const pairsOf = (prices: ReadonlyArray<Price>, now: number) => {
  const pairs = []
  for (let at = 0; at < prices.length; ) {
    const { variant_key, price_type } = prices[at]!
    const [segments, drafts] = [[] as Array<Record<string, unknown>>, [] as Array<Record<string, unknown>>]
    let open: Record<string, unknown> | undefined
    for (; prices[at]?.variant_key === variant_key && prices[at]?.price_type === price_type; at++) {
      const { record_key, amount, effective_at, status, batch_key, returns_from } = prices[at]!
      const price = {
        from: text(effective_at),
        until: null,
        record_key,
        amount: Number(amount),
        status,
        batch_key,
        returns_from,
        ends_at: textOrNull(prices[at]!.ends_at),
      }
      if (status === "draft") {
        drafts.push({ ...price, state: "draft" })
        continue
      }
      const { known_at, publication } = prices[at]!
      if (open !== undefined) {
        open.until = price.from
        if (effective_at <= now) open.state = "past"
      }
      open = {
        ...price,
        from_list: "base",
        known_at: textOrNull(known_at),
        publication,
        state: effective_at > now ? "scheduled" : "in_force",
      }
      segments.push(open)
    }
    pairs.push({ variant_key, price_type, price_list: "base", segments, drafts })
  }
  return pairs
}

export const addSchedule = (app: FastifyInstance, sql: postgres.Sql, organization: string): void => {
  const timeline = async (variants: postgres.PendingQuery<postgres.Row[]>) => {
    const now = Date.now() * 1000
    const [keys, prices] = await Promise.all([
      sql<Array<{ variant_key: string }>>`${variants} order by variant_key`,
      sql<Array<Price>>`
        select record_key, variant_key, price_type, amount, effective_at::float8, status, batch_key, returns_from,
          ends_at::float8, known_at::float8, publication
        from hangtag_price_record where organization = ${organization} and variant_key in (${variants})
          and price_list = 'base'
        order by variant_key, price_type, effective_at`,
    ])
    return keys.length === 0
      ? undefined
      : { variant_keys: keys.map(({ variant_key }) => variant_key), pairs: pairsOf(prices, now) }
  }

  app.get<{ Params: { variant: string } }>(
    "/api/pricing/variants/:variant/timeline",
    async ({ params }, reply) =>
      (await timeline(
        sql`select variant_key from hangtag_variant where organization = ${organization} and variant_key = ${params.variant}`,
      )) ?? reply.code(404).send({ detail: "no such variant" }),
  )

  app.get<{ Params: { product: string } }>(
    "/api/pricing/products/:product/timeline",
    async ({ params }, reply) =>
      (await timeline(
        sql`select variant_key from hangtag_variant where organization = ${organization} and product_key = ${params.product}`,
      )) ?? reply.code(404).send({ detail: "no such product" }),
  )

  app.get<{ Querystring: { limit: number; brand_key?: string } }>(
    "/api/pricing/upcoming",
    {
      schema: {
        querystring: {
          type: "object",
          properties: {
            limit: { type: "integer", minimum: 1, maximum: 200, default: 50 },
            brand_key: { type: "string" },
          },
        },
      },
    },
    async ({ query }) => {
      const now = Date.now() * 1000
      const ofBrand = query.brand_key === undefined ? sql`` : sql`and d.brand_key = ${query.brand_key}`
      // in the order of the index, so that it reads no instant beyond the last of the page
      const rows = await sql<
        Array<Record<"at" | "variants" | "new" | "increase" | "decrease", number> & Record<string, unknown>>
      >`
        select at, batch_key, brand_key, product_key, color, count(distinct variant_key)::int as variants,
          array_agg(distinct price_type) as price_types,
          (count(*) filter (where before is null))::int as new,
          (count(*) filter (where amount > before))::int as increase,
          (count(*) filter (where amount < before))::int as decrease
        from (
          select p.effective_at::float8 as at, p.batch_key, d.brand_key, d.product_key, v.color, p.variant_key,
            p.price_type, p.amount::numeric as amount, (select b.amount::numeric from hangtag_price_record b
              where b.organization = ${organization} and b.variant_key = p.variant_key and b.price_type = p.price_type
                and b.status = 'active' and b.effective_at < p.effective_at
              order by b.effective_at desc limit 1) as before
          from hangtag_price_record p
          join hangtag_variant v on v.organization = ${organization} and v.variant_key = p.variant_key
          join hangtag_product d on d.organization = ${organization} and d.product_key = v.product_key ${ofBrand}
          where p.organization = ${organization} and p.status = 'active' and p.effective_at::float8 > ${now}) p
        where before is distinct from amount
        group by at, batch_key, brand_key, product_key, color
        order by at, batch_key nulls first, product_key, color limit ${query.limit}`
      return {
        items: rows.map(({ at, new: added, increase, decrease, ...row }) => ({
          at: text(at),
          ...row,
          counts: { new: added, increase, decrease, withdrawn: 0 },
        })),
      }
    },
  )
}
