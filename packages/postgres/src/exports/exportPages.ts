import {
  compareText,
  type ExportProduct,
  type ExportSelection,
  type ExportWanted,
  type ProductVersion,
  type Unavailable,
} from "@hangtag/core"
import { Effect, Option, Semaphore, Stream } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { ExportSnapshot } from "../database/ExportSnapshot.ts"
import { comparable, comparableKeys } from "../database/parameters.ts"
import { assembled, type BrandZones } from "./assembled.ts"
import {
  type ExportPosition,
  few,
  mostJoined,
  pricesWanted,
  type VersionRow,
  variantsOf,
  variantsOfFewPrices,
  versionsOf,
} from "./exportReads.ts"
import { currentRelations, type ExportRelations, keptRelations } from "./exportRelations.ts"

/** What a page of versions holds at most: N, and about N characters of attributes. */
const pageOf = { versions: 512, characters: 1_000_000 }

/** The variants read at once, in those with a KiB of attributes at most. */
const weightPerPart = 500

/** The parts that are asked for at once, two where they are large: the session always has a next one. */
const partsAhead = 2

/** This many prices of a variant and type are read in the time that looking up one of them takes. */
const fewPrices = 5

type Place = Pick<ProductVersion, "product_key" | "version">
const byPlace = (a: Place, b: Place) => compareText(a.product_key, b.product_key) || a.version - b.version

/** The position after a page that began at the other; null at the end. */
const positionAfter = (
  { keys, after, size }: ExportPosition,
  versions: ReadonlyArray<VersionRow>,
): ExportPosition | null => {
  const last = versions.at(-1)
  const isFull = versions.length === size && last !== undefined
  const rest = keys === null ? null : keys.slice(isFull ? keys.indexOf(last.product_key) : size)
  const isEnd = rest === null ? !isFull : rest.length === 0
  if (isEnd) return null
  // of keys that name nothing as many as can be: there may be a hundred thousand
  const characters = versions.reduce((sum, version) => sum + version.attributes.length, 1)
  const fitting =
    versions.length === 0 ? pageOf.versions : Math.ceil((versions.length * pageOf.characters) / characters)
  return { keys: rest, after: last ?? after, size: Math.max(1, Math.min(pageOf.versions, fitting)) }
}

const weightOf = (version: VersionRow) => (version.weight ?? 0) + version.attributes.length / 1024

/** The versions in parts of about the same weight, whatever number of variants a product has. */
function* partsOf(versions: ReadonlyArray<VersionRow>): Generator<ReadonlyArray<VersionRow>> {
  let part: Array<VersionRow> = []
  let weight = 0
  for (const version of versions) {
    weight += weightOf(version)
    if (weight > weightPerPart && part.length > 0) {
      yield part
      part = []
      weight = weightOf(version)
    }
    part.push(version)
  }
  if (part.length > 0) yield part
}

/**
 * The selection in pages, read ahead of their reader: the next statement is sent while rows are put together.
 *
 * Each statement sees the snapshot's moment by itself: products that changed since, even since the page's versions were
 * read, are read as they are kept.
 */
export const exportPages = (
  sql: SqlClient,
  organization: string,
  { keptUnder, run }: ExportSnapshot,
  selection: ExportSelection,
  wanted: ExportWanted,
): Stream.Stream<ReadonlyArray<ExportProduct>, Unavailable> => {
  const org = comparable(organization)
  const relations = [currentRelations(sql, keptUnder)]
  if (keptUnder !== null) relations.push(keptRelations(sql, keptUnder))
  const keys =
    selection.product_keys.length === 0 ? null : comparableKeys(selection.product_keys).sort(compareText)

  const versionsFrom = (position: ExportPosition) => {
    const page = { ...position, keys: position.keys?.slice(0, position.size) ?? null }
    // the first `size` of all are among the first of each
    return run(Effect.forEach(relations, (from) => versionsOf(sql, from, org, selection, page, wanted))).pipe(
      Effect.map((found) => {
        const versions = found.flat().sort(byPlace).slice(0, position.size)
        return [[...partsOf(versions)], Option.fromNullOr(positionAfter(position, versions))] as const
      }),
    )
  }
  const types = pricesWanted(wanted).length
  let hasFewPrices = types > 0 && types <= mostJoined && wanted.known_at === undefined
  const variantsFrom = Effect.fnUntraced(function* (
    from: ExportRelations,
    keys: ReadonlyArray<string>,
    weight: number,
  ) {
    const products = sql`(select v.product_key from unnest(${keys}::text[]) k(product_key)
      cross join lateral (select ${org}::text as organization, k.product_key) v where ${from.covers}) d`
    if (hasFewPrices) {
      const most = weight * types * fewPrices
      const rows = yield* variantsOfFewPrices(sql, from, org, products, wanted, most)
      if (rows.length > 0) return rows
    }
    const rows = yield* variantsOf(sql, from, org, products, wanted)
    // none at all: not too many prices, but no variant here
    if (rows.length > 0) hasFewPrices = false
    return rows
  })
  const rowsOf = Effect.fnUntraced(function* (versions: ReadonlyArray<VersionRow>) {
    const weights = new Map(versions.map((version) => [version.product_key, version.weight ?? 0]))
    const weight = [...weights.values()].reduce((sum, each) => sum + each, 0)
    if (weight === 0) return []
    const keys = [...weights.keys()]
    return (yield* Effect.forEach(relations, (from) => variantsFrom(from, keys, weight))).flat()
  })

  // of parts that are under way, or wait for those before them
  const places = partsAhead * weightPerPart
  const room = Semaphore.makeUnsafe(places)
  const takenBy = (versions: ReadonlyArray<VersionRow>) => {
    const weight = versions.reduce((sum, version) => sum + weightOf(version), 0)
    return Math.min(Math.ceil(weight), places / 2)
  }

  const start: ExportPosition = { keys, after: null, size: few }
  const products = (zones: BrandZones) =>
    Stream.paginate(start, versionsFrom).pipe(
      Stream.buffer({ capacity: partsAhead }),
      // one after the other, so that no part ever waits for one behind it
      Stream.mapEffect((versions) => Effect.as(room.take(takenBy(versions)), versions)),
      Stream.mapEffect((versions) => Effect.map(run(rowsOf(versions)), (rows) => ({ versions, rows })), {
        concurrency: partsAhead,
      }),
      // not in the effect before: the next statement would wait for it
      Stream.mapEffect(({ versions, rows }) =>
        Effect.as(room.release(takenBy(versions)), assembled(versions, rows, zones, wanted)),
      ),
    )
  const brands = sql<{ readonly brand_key: string; readonly time_zone: string }>`
    select brand_key, time_zone from hangtag_brand where organization = ${org}`
  const zones = Effect.map(
    run(brands),
    (rows) => new Map(rows.map(({ brand_key, time_zone }) => [brand_key, time_zone])),
  )
  return Stream.unwrap(Effect.map(zones, products))
}
