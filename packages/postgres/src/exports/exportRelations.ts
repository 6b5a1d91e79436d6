import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** Where an export's products are read from: as they are, or as a snapshot keeps them. */
export interface ExportRelations {
  readonly product: Fragment
  readonly version: Fragment
  readonly variant: Fragment
  readonly price: Fragment
  /** Of a version `v`, whether its product is read from here. */
  readonly covers: Fragment
}

const isKept = (sql: SqlClient, snapshot: string) => sql`exists (select from hangtag_kept_product k
  where k.organization = v.organization and k.product_key = v.product_key and k.snapshot_id = ${snapshot} offset 0)`

/** The products that have not changed since the snapshot began, or all of them where there is none. */
export const currentRelations = (sql: SqlClient, snapshot: string | null): ExportRelations => ({
  product: sql`hangtag_product`,
  version: sql`hangtag_product_version`,
  variant: sql`hangtag_variant`,
  price: sql`hangtag_price_record`,
  covers: snapshot === null ? sql`true` : sql`not ${isKept(sql, snapshot)}`,
})

/** The products that have changed since the snapshot began, as they were then. */
export const keptRelations = (sql: SqlClient, snapshot: string): ExportRelations => {
  const kept = (table: string) => sql`(select * from ${sql(table)} where snapshot_id = ${snapshot})`
  return {
    product: kept("hangtag_kept_product"),
    version: kept("hangtag_kept_product_version"),
    variant: kept("hangtag_kept_variant"),
    price: kept("hangtag_kept_price_record"),
    covers: sql`true`,
  }
}
