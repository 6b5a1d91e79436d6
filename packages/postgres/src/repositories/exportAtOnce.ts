import { compareText, type ExportSelection } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { scopedRead } from "../sql/scoped.ts"
import { comparable, comparableKeys } from "../sql/storable.ts"
import {
  assembled,
  type ExportWanted,
  few,
  type VariantRow,
  type VersionRow,
  variantsOf,
  versionsOf,
} from "./exportReads.ts"
import { currentRelations } from "./exportRelations.ts"
import { toBigint } from "./toBigint.ts"

interface Found {
  readonly versions: ReadonlyArray<VersionRow> | null
  readonly variants: ReadonlyArray<VariantRow> | null
}

/**
 * All products of a selection of a few keys; undefined where there are more than that. One statement sees one moment
 * by itself: it spares a small export the transaction or the snapshot, which cost it four more.
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
  const types = comparableKeys(wanted.price_types)
  const versions = versionsOf(sql, relations, org, selection, { keys, after: null, size: few + 1 })
  const products = sql`(select distinct product_key from versions) d`
  const variants = variantsOf(sql, relations, org, products, types, toBigint(wanted.at))
  const [row] = yield* scopedRead(
    sql,
    organization,
    "ExportRepository.products",
    sql<Found>`with versions as materialized (${versions})
      select (select json_agg(v order by v.product_key, v.version) from versions v) as versions,
        ${wanted.variants ? sql`(select json_agg(v order by v.variant_key) from (${variants}) v)` : sql`null`} as variants`,
  )
  const { versions: found, variants: rows } = row!
  if (found !== null && found.length > few) return undefined
  return assembled(found ?? [], rows ?? [], types)
})
