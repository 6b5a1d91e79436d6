import { compareText, type ExportSelection } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { scopedRead } from "../sql/scoped.ts"
import { comparable, comparableKeys } from "../sql/storable.ts"
import { assembled } from "./assembled.ts"
import {
  type ExportWanted,
  few,
  type VariantRow,
  type VersionRow,
  variantsOf,
  versionsOf,
} from "./exportReads.ts"
import { currentRelations } from "./exportRelations.ts"

interface Found {
  readonly versions: ReadonlyArray<VersionRow> | null
  readonly variants: ReadonlyArray<VariantRow> | null
  readonly zones: Readonly<Record<string, string>> | null
}

/** What one answer holds at most: the client takes none above 16 MiB. */
const most = { weight: 2000, bytes: 4 * 1024 * 1024 }

/**
 * All products of a selection of a few keys; undefined where they, or what is read of them, are too many. One
 * statement sees one moment by itself: it spares a small export the transaction or the snapshot, which cost it four more.
 */
export const exportAtOnce = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  selection: ExportSelection,
  wanted: ExportWanted,
) {
  const asked = selection.product_keys.length
  if (asked === 0 || asked > few) return undefined
  const org = comparable(organization)
  const relations = currentRelations(sql, null)
  const keys = comparableKeys(selection.product_keys).sort(compareText)
  const position = { keys, after: null, size: few + 1 }
  const versions = versionsOf(sql, relations, org, selection, position, wanted)
  const products = sql`(select distinct product_key from versions) d`
  const variants = variantsOf(sql, relations, org, products, wanted)
  const isLight = sql`(select coalesce(sum(weight), 0) from versions) <= ${most.weight}`
  const [row] = yield* scopedRead(
    sql,
    organization,
    "ExportRepository.products",
    sql<Found>`with versions as materialized (${versions}),
      found as materialized (select (select json_agg(v order by v.product_key, v.version) from versions v) as versions,
        ${wanted.variants ? sql`case when ${isLight} then (select json_agg(v order by v.variant_key) from (${variants}) v) end` : sql`null::json`} as variants,
        (select json_object_agg(b.brand_key, b.time_zone) from hangtag_brand b
          where b.organization = ${org} and b.brand_key in (select brand_key from versions)) as zones)
      select * from found where coalesce(octet_length(versions::text), 0) + coalesce(octet_length(variants::text), 0) <= ${most.bytes}
        ${wanted.variants ? sql`and ${isLight}` : sql``}`,
  )
  if (row === undefined || (row.versions !== null && row.versions.length > few)) return undefined
  const zones = new Map(Object.entries(row.zones ?? {}))
  return assembled(row.versions ?? [], row.variants ?? [], zones, wanted)
})
