import {
  basePriceList,
  comparedAt,
  type Ending,
  type Instant,
  importedInstant,
  instantFromMicros,
  lastBegun,
  type PriceRecord,
  type ShopPriceEntry,
  shopPrice,
  unknownList,
} from "@hangtag/core"
import { instantToExactText, pairName } from "@hangtag/core/adapter"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { momentInTurn } from "../catalog/writing.ts"
import { imported, rejudge } from "../changes/writeReturns.ts"
import { toBigint } from "../database/parameters.ts"
import { goneAt, hasBegun, priceOrderBy } from "../prices/PriceRecordRow.ts"
import { listsThatAre, priceFault, variantZones } from "./pricedVariants.ts"
import { WriteTally } from "./WriteTally.ts"

type Begun = Pick<PriceRecord, "amount" | "ending" | "effective_at" | "withdrawn" | "status" | "sequence">

interface LastRow {
  readonly place: number
  readonly amount: string | null
  readonly ending: Ending | null
  readonly effective_at: number
  readonly sequence: number
  readonly withdrawn_at: number | null
}

interface ShownEntry {
  readonly entry: ShopPriceEntry
  readonly since: Instant
}

const listOf = ({ price_list = basePriceList }: ShopPriceEntry) => price_list

/** The core's `lastBegun` of each entry's pair at the moment that it is compared at, in the entries' order. */
const lastOfEach = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  shown: ReadonlyArray<ShownEntry>,
  at: Instant,
) {
  const moments = shown.map(({ since }) => String(toBigint(comparedAt({ since, at }))))
  const rows = yield* sql<LastRow>`
    select (k.place - 1)::int as place, p.amount, p.ending, p.effective_at::float8 as effective_at,
      p.sequence::float8 as sequence, ${sql.literal(goneAt)}::float8 as withdrawn_at
    from unnest(${shown.map(({ entry }) => entry.variant_key)}::text[],
      ${shown.map(({ entry }) => entry.price_type)}::text[], ${shown.map(({ entry }) => listOf(entry))}::text[],
      ${moments}::text[]::bigint[]) with ordinality k(variant_key, price_type, price_list, moment, place)
    cross join lateral (select p.amount, p.ending, p.effective_at, p.sequence, p.withdrawn_at, p.ends_at, p.taken_back_at from hangtag_price_record p
      where p.organization = ${organization} and p.variant_key = k.variant_key and p.price_list = k.price_list
        and p.price_type = k.price_type
        and ${hasBegun(sql, sql.literal("k.moment"))}
      order by ${sql.literal(priceOrderBy("desc"))} limit 1) p`
  return new Map(
    rows.map(({ place, withdrawn_at, ending, ...record }): [number, Begun] => [
      place,
      {
        ...record,
        ...(ending !== null && { ending }),
        effective_at: instantFromMicros(record.effective_at),
        status: "active",
        ...(withdrawn_at !== null && { withdrawn: { at: instantFromMicros(withdrawn_at), by: "" } }),
      },
    ]),
  )
})

/** Appends the prices that a shop shows where they are not in force, within the surrounding scope. */
export const saveShopPrices = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  entries: ReadonlyArray<ShopPriceEntry>,
  shownAt: Instant,
) {
  const at = yield* momentInTurn(sql, organization, shownAt)
  const tally = new WriteTally()
  const variants = yield* variantZones(sql, organization, entries)
  const knownLists = yield* listsThatAre(sql, organization, entries.map(listOf))
  const shown: Array<ShownEntry> = []
  for (const [index, entry] of entries.entries()) {
    const { variant_key, product_key, effective_from } = entry
    const variant = variants.get(variant_key)
    if (variant === undefined) {
      tally.reject(index, `unknown variant ${JSON.stringify(variant_key)}`)
      continue
    }
    if (!knownLists.has(listOf(entry))) {
      tally.reject(index, unknownList(listOf(entry)))
      continue
    }
    const since = effective_from === null ? at : importedInstant(effective_from, variant.time_zone)
    const fault =
      variant.product_key === product_key
        ? priceFault(entry)
        : `variant ${JSON.stringify(variant_key)} belongs to product ${JSON.stringify(variant.product_key)}`
    if (fault !== undefined) tally.reject(index, fault)
    else if (typeof since === "object") tally.reject(index, since.rejected)
    else shown.push({ entry, since })
  }
  if (shown.length === 0) return tally.result

  const before = yield* lastOfEach(sql, organization, shown, at)
  // what entries before have appended
  const appended = new Map<string, Array<Begun>>()
  const added: Array<{
    readonly entry: ShopPriceEntry
    readonly from: string
    readonly effective_at: Instant
  }> = []
  for (const [place, { entry, since }] of shown.entries()) {
    const { variant_key, price_type, amount, effective_from } = entry
    const pair = pairName({ variant_key, price_type, price_list: listOf(entry) })
    const records = appended.get(pair) ?? []
    const stored = before.get(place)
    const price = { amount, since, at }
    const last = lastBegun(stored === undefined ? records : [stored, ...records], comparedAt(price))
    const effective_at = shopPrice(price, last)
    if (effective_at === undefined) {
      tally.add("unchanged")
      continue
    }
    tally.add("inserted")
    const sequence = Number.MAX_SAFE_INTEGER - shown.length + place
    const record = {
      amount,
      effective_at: instantFromMicros(effective_at),
      sequence,
      status: "active" as const,
    }
    appended.set(pair, [...records, record])
    const isGiven = effective_at === since && effective_from !== null
    added.push({ entry, effective_at, from: isGiven ? effective_from : instantToExactText(effective_at) })
  }
  if (added.length > 0) {
    yield* sql`
      insert into hangtag_price_record (organization, record_key, variant_key, price_type, price_list, amount,
        effective_from, effective_at, status, known_at)
      select ${organization}, gen_random_uuid(), u.variant_key, u.price_type, u.price_list, u.amount, u.effective_from,
        u.effective_at, 'active', ${toBigint(at)}
      from unnest(
        ${added.map(({ entry }) => entry.variant_key)}::text[],
        ${added.map(({ entry }) => entry.price_type)}::text[],
        ${added.map(({ entry }) => listOf(entry))}::text[],
        ${added.map(({ entry }) => entry.amount)}::text[],
        ${added.map(({ from }) => from)}::text[],
        ${added.map(({ effective_at }) => String(effective_at))}::text[]::bigint[]
      ) with ordinality as u(variant_key, price_type, price_list, amount, effective_from, effective_at, ord)
      order by u.ord`
    yield* rejudge(
      sql,
      organization,
      added.map(({ entry }) => entry.variant_key),
      { at, by: imported },
    )
  }
  return tally.result
})
