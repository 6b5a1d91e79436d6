import {
  BatchRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  IdempotencyStore,
  instantFromMicros,
  JobRepository,
  noPricePolicy,
  noWrites,
  PriceChangeRepository,
  type PriceEntry,
  PriceHistory,
  PricePolicyRepository,
  Transaction,
} from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { scoped } from "../../src/database/scoped.ts"

/** 2026-06-01T00:00:00Z. */
export const now = instantFromMicros(1_780_272_000_000_000)

export const aPrice = (with_: Partial<PriceEntry> = {}): PriceEntry => ({
  variant_key: "V",
  price_type: "MAP",
  amount: "149.90",
  effective_from: "2026-01-01",
  status: "active",
  batch_key: null,
  ...with_,
})

/** Brand B, product P with these variants, and the open batch R. */
export const seedVariants = Effect.fnUntraced(function* (
  organization: string,
  keys: ReadonlyArray<string>,
  at = now,
  color = "Black",
) {
  const writer = yield* CatalogWriter
  yield* writer.saveBrands(organization, [{ brand_key: "B", name: "North Trail", time_zone: "UTC" }])
  const variants = keys.map((variant_key) => ({
    variant_key,
    name: `Boot ${variant_key}`,
    color,
    size: "9",
    width: "D",
    vendor_color_code: "001",
    attributes: { lining: "wool" },
  }))
  const product = { product_key: "P", brand_key: "B", version: 1, name: "Ridge Boot", source: "scraper" }
  yield* writer.saveProducts(
    organization,
    [{ ...product, labels: [], attributes: { page: "https://example.com" }, variants }],
    at,
  )
  yield* writer.saveBatches(organization, [{ key: "R", status: "open" }])
})

/** Publishes a price of the variant V from 2099 on, and withdraws the one that is to come before it. */
const publishPrice = Effect.fnUntraced(function* (organization: string) {
  const { create, lock, publish, write } = yield* PriceChangeRepository
  const { atomically } = yield* Transaction
  const act = { at: now, by: "ann" }
  const pair = { variant_key: "V", price_type: "MAP", price_list: "base" }
  const made = { key: null, name: null, kind: "price_change", brand_key: "B" } as const
  const { records } = yield* PriceHistory
  const known = yield* records(organization, { variant_key: "V" }, { price_type: "MAP", limit: 3 })
  yield* atomically(
    Effect.gen(function* () {
      yield* lock(organization, [])
      const { key } = yield* create(organization, made, act, Number.POSITIVE_INFINITY)
      const draft = {
        ...pair,
        amount: "1",
        effective_from: "2099-01-01",
        effective_at: 4_070_908_800_000_000,
      }
      const writes = {
        ...noWrites,
        drafts: [draft],
        withdrawals: Option.getOrThrow(known).records.filter(({ effective_at }) => effective_at > now),
        bases: [{ ...pair, at: now, incumbent: null, future: [], returns: [], lines: [], since: now }],
        judged: [
          { product_key: "P", color: "Red", price_type: "MAP", price_list: "base", variant_keys: ["V"] },
        ],
      }
      yield* write(organization, key, writes, act)
      yield* publish(organization, key, act)
    }),
  )
})

/** At least one row in every table that belongs to an organization. */
export const seedEveryTable = Effect.fnUntraced(function* (organization: string) {
  const writer = yield* CatalogWriter
  yield* seedVariants(organization, ["V"])
  // in another color until then
  yield* seedVariants(organization, ["V"], now + 1, "Red")
  yield* writer.savePrices(organization, [aPrice()])
  yield* writer.saveAttributes(organization, [{ attribute_key: "lining", label: "Lining" }])
  const discovery = {
    job_id: "C",
    discovery_id: "D",
    url: "https://example.com",
    title: null,
    selected: false,
  }
  yield* writer.saveCrawlDiscoveries(organization, [discovery], now)
  const discoveries = yield* CrawlDiscoveryRepository
  yield* discoveries.selectMany(organization, "C", ["D"], false, now)
  const policies = yield* PricePolicyRepository
  yield* policies.save(organization, "B", { ...noPricePolicy, notice_days: 1 }, { by: "ann", at: now })
  const sql = yield* SqlClient
  const list = sql`insert into hangtag_price_list (organization, price_list, name, tags)
    values (${organization}, 'EU', 'Europe', '[]') on conflict do nothing`
  const placement = sql`insert into hangtag_price_list_placement
      (organization, price_list, effective_at, archived, known_at, said_by)
    values (${organization}, 'EU', 0, false, 0, 'ann')`
  const policy = sql`insert into hangtag_list_policy_change
      (organization, price_list, revision, policy, changed_at, changed_by)
    values (${organization}, 'EU', 1, '{}', 0, 'ann') on conflict do nothing`
  yield* scoped(sql, organization, "seed", Effect.all([list, placement, policy]))
  const keeps = yield* sql`select where to_regclass('hangtag_export_snapshot') is not null`
  const snapshot = sql`insert into hangtag_export_snapshot (organization) values (${organization})`
  if (keeps.length > 0) yield* scoped(sql, organization, "seed", snapshot)
  yield* writer.savePrices(organization, [
    aPrice({ effective_from: "2026-02-01" }),
    aPrice({ effective_from: "2098-01-01" }),
  ])
  yield* publishPrice(organization)
  const request = { variant_keys: ["V"], price_types: null }
  const batches = yield* BatchRepository
  yield* batches.fill(organization, "R", request, now, fillBatch)
  const answers = yield* IdempotencyStore
  yield* answers.once(
    organization,
    { key: "K", fingerprint: "F", at: now, expires_at: instantFromMicros(now + 1_000_000) },
    Effect.succeed("answer"),
  )
  const jobs = yield* JobRepository
  yield* jobs.create(organization, {
    requested_by: "ann",
    request: {
      product_keys: [],
      column_mappings: null,
      export_format: "csv",
      export_mode: "attribute_rows",
      filter_by_label: false,
      filter_latest_version: false,
      label_keys: null,
      source_filter: null,
    },
    needs: [],
    lane: "small",
    total: 1,
    message: "Queued",
    created_at: now,
  })
})
