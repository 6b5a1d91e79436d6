import {
  CatalogWriter,
  type Instant,
  type ShopProductEntry,
  type Unavailable,
  type WriteResult,
} from "@hangtag/core"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { writing } from "../catalog/writing.ts"
import { inOrder } from "../database/ExportSnapshot.ts"
import { comparable } from "../database/parameters.ts"
import { scoped, scopedRead } from "../database/scoped.ts"
import { contents } from "./contents.ts"
import { retire } from "./retire.ts"
import { saveAttributes } from "./saveAttributes.ts"
import { saveBatches } from "./saveBatches.ts"
import { saveBrands } from "./saveBrands.ts"
import { saveCrawlDiscoveries } from "./saveCrawlDiscoveries.ts"
import { savePrices } from "./savePrices.ts"
import { saveProducts } from "./saveProducts.ts"
import { saveShopPrices } from "./saveShopPrices.ts"

const nothing: WriteResult = { inserted: 0, updated: 0, unchanged: 0, rejected: [] }

const make = Effect.map(SqlClient, (sql) => {
  const operation =
    <Entry, Rest extends ReadonlyArray<unknown>, Result extends WriteResult>(
      name: string,
      save: (
        sql: SqlClient,
        organization: string,
        entries: ReadonlyArray<Entry>,
        ...rest: Rest
      ) => Effect.Effect<Result, SqlError>,
      empty: Result,
    ) =>
    (
      organization: string,
      entries: ReadonlyArray<Entry>,
      ...rest: Rest
    ): Effect.Effect<Result, Unavailable> =>
      entries.length === 0
        ? Effect.succeed(empty)
        : writing(sql, organization, `CatalogWriter.${name}`, save(sql, organization, entries, ...rest)).pipe(
            Effect.withSpan(`CatalogWriter.${name}`),
          )
  return CatalogWriter.of({
    saveBrands: operation("saveBrands", saveBrands, { ...nothing, to_come: [] }),
    saveProducts: operation(
      "saveProducts",
      (...args) =>
        Effect.map(
          saveProducts(...args),
          ({ moved: _, emptied: __, brandless: ___, to_come: ____, ...result }): WriteResult => result,
        ),
      nothing,
    ),
    saveShopProducts: operation(
      "saveShopProducts",
      (scope, organization, entries: ReadonlyArray<ShopProductEntry>, at: Instant, movesToCome = false) =>
        saveProducts(scope, organization, entries, at, { movesToCome }),
      { ...nothing, moved: [], emptied: [], brandless: [], to_come: [] },
    ),
    savePrices: operation("savePrices", savePrices, nothing),
    saveShopPrices: operation("saveShopPrices", saveShopPrices, nothing),
    saveBatches: operation("saveBatches", saveBatches, nothing),
    saveCrawlDiscoveries: operation("saveCrawlDiscoveries", saveCrawlDiscoveries, nothing),
    saveAttributes: operation("saveAttributes", saveAttributes, nothing),

    contents: Effect.fn("CatalogWriter.contents")((organization, query) =>
      scoped(
        sql,
        organization,
        "CatalogWriter.contents",
        Effect.andThen(inOrder(sql), contents(sql, organization, query)),
      ),
    ),
    retire: Effect.fn("CatalogWriter.retire")((organization, retirement, at, by) =>
      writing(sql, organization, "CatalogWriter.retire", retire(sql, organization, retirement, at, by)),
    ),
    isKnown: Effect.fn("CatalogWriter.isKnown")(function* (organization) {
      const org = comparable(organization)
      const tables = ["brand", "price_list", "batch", "attribute_label", "crawl_discovery", "job"]
      const [row] = yield* scopedRead(
        sql,
        organization,
        "CatalogWriter.isKnown",
        sql<{ readonly known: boolean }>`select ${sql.or(
          tables.map(
            (table) => sql`exists (select from ${sql(`hangtag_${table}`)} where organization = ${org})`,
          ),
        )} as known`,
      )
      return row!.known
    }),
  })
})

/** `CatalogWriter` on Postgres; calls of 1,000 to 5,000 entries are fastest. The database must be migrated. */
export const PostgresCatalogWriter: Layer.Layer<CatalogWriter, never, SqlClient> = Layer.effect(
  CatalogWriter,
  make,
)
