import { type AttributeDefinition, compareText, type ExportSelection, type ExportWanted } from "@hangtag/core"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { attributeDefinitions } from "../catalog/attributeDefinitions.ts"
import { comparable, comparableKeys } from "../database/parameters.ts"
import { scopedRead } from "../database/scoped.ts"
import { assembled } from "./assembled.ts"
import { countOf, unknownKeys } from "./exportCounts.ts"
import { few, type VariantRow, type VersionRow, variantsOf, versionsOf } from "./exportReads.ts"
import { currentRelations } from "./exportRelations.ts"

interface Found {
  readonly versions: ReadonlyArray<VersionRow> | null
  readonly variants: ReadonlyArray<VariantRow> | null
  readonly zones: Readonly<Record<string, string>> | null
  readonly definitions: ReadonlyArray<AttributeDefinition> | null
  readonly unknown: ReadonlyArray<string>
}

/** What one answer holds at most: the client takes none above 16 MiB. */
const most = { weight: 2000, bytes: 4 * 1024 * 1024 }

/**
 * A selection of a few keys, unless these, or what is read of them, are too many. One statement sees one moment by
 * itself: it spares a small export the transaction or the snapshot, and every further round trip.
 */
export const exportAtOnce = (sql: SqlClient) =>
  Effect.fn("ExportRepository.atOnce")(function* (
    organization: string,
    selection: ExportSelection,
    wanted: ExportWanted,
  ) {
    const asked = selection.product_keys.length
    if (asked === 0 || asked > few) return Option.none()
    const org = comparable(organization)
    const relations = currentRelations(sql, null)
    const keys = comparableKeys(selection.product_keys).sort(compareText)
    const position = { keys, after: null, size: few + 1 }
    const versions = versionsOf(sql, relations, org, selection, position, wanted)
    const products = sql`(select distinct product_key from versions) d`
    const variants = variantsOf(sql, relations, org, products, wanted)
    const isLight = sql`(select coalesce(sum(weight), 0) from versions) <= ${most.weight}`
    const bytes = ["versions", "variants", "definitions"].map((name) =>
      sql.literal(`coalesce(octet_length(${name}::text), 0)`),
    )
    const [row] = yield* scopedRead(
      sql,
      organization,
      "ExportRepository.atOnce",
      sql<Found>`with versions as materialized (${versions}),
      found as materialized (select (select json_agg(v order by v.product_key, v.version) from versions v) as versions,
        ${wanted.variants ? sql`case when ${isLight} then (select json_agg(v) from (${variants}) v) end` : sql`null::json`} as variants,
        (select json_object_agg(b.brand_key, b.time_zone) from hangtag_brand b
          where b.organization = ${org} and b.brand_key in (select brand_key from versions)) as zones,
        (select json_agg(a order by a.attribute_key) from (${attributeDefinitions(sql, org)}) a) as definitions,
        ${unknownKeys(sql, org, keys)} as unknown)
      select * from found where ${bytes.reduce((sum, each) => sql`${sum} + ${each}`)} <= ${most.bytes}
        ${wanted.variants ? sql`and ${isLight}` : sql``}`,
    )
    if (row === undefined || (row.versions !== null && row.versions.length > few)) return Option.none()
    const found = row.versions ?? []
    const zones = new Map(Object.entries(row.zones ?? {}))
    return Option.some({
      definitions: row.definitions ?? [],
      count: countOf(selection, {
        total: found.length,
        products: new Set(found.map(({ product_key }) => product_key)).size,
        unknown: row.unknown,
      }),
      products: assembled(found, row.variants ?? [], zones, wanted),
    })
  })
