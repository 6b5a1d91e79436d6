// The preview, the variant search, the record listing and (`fastifySchedule.ts`) timelines and what goes live next, as one
// would write them by hand for a single shop: Fastify,
// the `postgres` client, a statement or two a request, amounts as doubles. Same paths, same bodies; no permissions, no
// row-level security, no exact list of what is wrong with a request.

import Fastify from "fastify"
import postgres from "postgres"
import { addSchedule } from "./fastifySchedule.ts"

const organization = "demo"
const sql = postgres(process.env.DATABASE_URL!, { max: 10, types: { bigint: postgres.BigInt } })
const app = Fastify()

interface Line {
  readonly price_type: string
  readonly amount: number
  readonly effective_from: string
}

interface Price {
  readonly record_key: string
  readonly variant_key: string
  readonly price_type: string
  readonly amount: string
  readonly effective_from: string
  readonly effective_at: number
  readonly status: string
  readonly batch_key: string | null
}

const lineSchema = {
  type: "object",
  required: ["price_type", "amount", "effective_from"],
  properties: {
    price_type: { type: "string" },
    amount: { type: "number", minimum: 0 },
    effective_from: { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\d" },
  },
}

app.post<{
  Params: { brand: string }
  Body: { product_key: string; color: string; lines: ReadonlyArray<Line> }
}>(
  "/api/pricing/map-policy/:brand/colorway-prefill",
  {
    schema: {
      body: {
        type: "object",
        required: ["product_key", "color"],
        properties: {
          product_key: { type: "string" },
          color: { type: "string" },
          lines: { type: "array", default: [], items: lineSchema },
        },
      },
    },
  },
  async ({ params, body }, reply) => {
    const { product_key, color } = body
    const now = Date.now() * 1000
    const colorway = sql`select v.variant_key from hangtag_variant v
      join hangtag_product p on p.organization = v.organization and p.product_key = v.product_key
      where v.organization = ${organization} and v.product_key = ${product_key} and v.color = ${color}
        and p.brand_key = ${params.brand}`
    // both at once: the second does not wait for the first's answer
    const [variants, prices] = await Promise.all([
      sql<Array<{ variant_key: string }>>`${colorway} order by v.variant_key`,
      sql<Array<Price>>`
        select * from (
          (select distinct on (variant_key, price_type) record_key, variant_key, price_type, amount, effective_from,
            effective_at::float8, status, batch_key, sequence
          from hangtag_price_record where organization = ${organization} and variant_key in (${colorway})
            and status = 'active' and effective_at <= ${now}
          order by variant_key, price_type, effective_at desc, sequence desc)
          union all
          select record_key, variant_key, price_type, amount, effective_from, effective_at::float8, status, batch_key,
            sequence
          from hangtag_price_record where organization = ${organization} and variant_key in (${colorway})
            and effective_at > ${now}) p
        order by variant_key, price_type, effective_at, sequence`,
    ])
    if (variants.length === 0) return reply.code(404).send({ detail: "no such colorway" })
    const variant_keys = variants.map((variant) => variant.variant_key)
    const incumbents = []
    const future_records = []
    const byPair = new Map<string, Price>()
    const lines = body.lines.map((line) => ({ ...line, at: Date.parse(line.effective_from) * 1000 }))
    for (const price of prices) {
      const { record_key, variant_key, price_type, effective_from, effective_at, status, batch_key } = price
      const amount = Number(price.amount)
      if (effective_at <= now) {
        byPair.set(`${variant_key}\n${price_type}`, price)
        incumbents.push({ variant_key, price_type, amount, effective_from, record_key })
        continue
      }
      const collisions = []
      for (let line = 0; line < lines.length; line++) {
        const { at, price_type: type } = lines[line]!
        if (type !== price_type) continue
        const kind =
          effective_at === at ? "same_instant" : effective_at > at ? "overridden_later" : "leapfrogged"
        collisions.push({ line, kind })
      }
      future_records.push({
        record_key,
        variant_key,
        price_type,
        amount,
        effective_from,
        status,
        batch_key,
        collisions,
      })
    }
    return {
      brand_key: params.brand,
      product_key,
      color,
      as_of: new Date(now / 1000).toISOString(),
      variant_keys,
      lines: lines.map(({ price_type, amount, effective_from }) => {
        const counts = { add: 0, changed: 0, unchanged: 0 }
        const previews = variant_keys.map((variant_key) => {
          const price = byPair.get(`${variant_key}\n${price_type}`)
          if (price === undefined) {
            counts.add++
            return { variant_key, status: "add", incumbent: null }
          }
          const status = Number(price.amount) === amount ? "unchanged" : "changed"
          counts[status]++
          const incumbent = {
            record_key: price.record_key,
            amount: Number(price.amount),
            effective_from: price.effective_from,
          }
          return { variant_key, status, incumbent }
        })
        const status = counts.changed > 0 ? "changed" : counts.add > 0 ? "add" : "unchanged"
        return { price_type, amount, effective_from, status, counts, variants: previews }
      }),
      future_records,
      incumbents,
    }
  },
)

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&")

app.get<{ Params: { product: string }; Querystring: { q: string; limit: number } }>(
  "/api/products/:product/variants/search",
  {
    schema: {
      querystring: {
        type: "object",
        required: ["q"],
        properties: {
          q: { type: "string", minLength: 1 },
          limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
        },
      },
    },
  },
  async ({ params, query }) => {
    const needle = query.q.toLowerCase()
    const like = `%${escapeLike(needle)}%`
    const rows = await sql<Array<{ total: number }>>`
      select variant_key, product_key, name, color, size, width, vendor_color_code, attributes,
        count(*) over ()::int as total
      from hangtag_variant where organization = ${organization} and product_key = ${params.product}
        and (variant_key ilike ${like} or name ilike ${like} or color ilike ${like} or size ilike ${like}
          or width ilike ${like} or vendor_color_code ilike ${like})
      order by case when lower(variant_key) = ${needle} then 0
        when starts_with(lower(variant_key), ${needle}) then 1 else 2 end, variant_key
      limit ${query.limit}`
    return { items: rows.map(({ total: _, ...variant }) => variant), total: rows[0]?.total ?? 0 }
  },
)

app.get<{ Params: { key: string }; Querystring: { offset: number; limit: number; search?: string } }>(
  "/api/catalog/batches/:key/records",
  {
    schema: {
      querystring: {
        type: "object",
        properties: {
          offset: { type: "integer", minimum: 0, default: 0 },
          limit: { type: "integer", minimum: 1, maximum: 200, default: 50 },
          search: { type: "string" },
        },
      },
    },
  },
  async ({ params, query }) => {
    const { offset, limit, search } = query
    const like = search === undefined ? "" : `%${escapeLike(search)}%`
    // joined only where it is searched in
    const found =
      search === undefined
        ? sql`from hangtag_batch_record r where r.organization = ${organization} and r.batch_key = ${params.key}`
        : sql`from hangtag_batch_record r
            left join hangtag_variant v on v.organization = ${organization} and v.variant_key = r.variant_key
            where r.organization = ${organization} and r.batch_key = ${params.key}
              and (r.variant_key ilike ${like} or r.price_type ilike ${like} or v.name ilike ${like})`
    const [[count], items] = await Promise.all([
      sql<[{ total: number }]>`select count(*)::int as total ${found}`,
      // the page's keys first, so that nothing is looked up for what is skipped
      sql<Array<{ amount: string }>>`
        select r.record_key, r.variant_key, v.name as variant_name, r.price_type, p.amount, p.effective_from, p.status
        from (select r.variant_key, r.price_type, r.record_key ${found}
          order by r.variant_key, r.price_type, r.record_key offset ${offset} limit ${limit}) r
        join hangtag_price_record p on p.organization = ${organization} and p.record_key = r.record_key
        left join hangtag_variant v on v.organization = ${organization} and v.variant_key = r.variant_key
        order by r.variant_key, r.price_type, r.record_key`,
    ])
    return {
      items: items.map((item) => ({ ...item, amount: Number(item.amount) })),
      total: count.total,
      offset,
      limit,
    }
  },
)

addSchedule(app, sql, organization)

app.get("/healthz", async () => ({ status: "ok" }))
await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT) })
