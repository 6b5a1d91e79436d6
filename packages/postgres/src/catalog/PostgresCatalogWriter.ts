import { CatalogWriter, type Unavailable, type WriteResult } from "@hangtag/core"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { saveAttributes } from "./saveAttributes.ts"
import { saveBatches } from "./saveBatches.ts"
import { saveBrands } from "./saveBrands.ts"
import { saveCrawlDiscoveries } from "./saveCrawlDiscoveries.ts"
import { savePrices } from "./savePrices.ts"
import { saveProducts } from "./saveProducts.ts"
import { writing } from "./writing.ts"

const nothing: WriteResult = { inserted: 0, updated: 0, unchanged: 0, rejected: [] }

const make = Effect.map(SqlClient, (sql) => {
  const operation =
    <Entry, Rest extends ReadonlyArray<unknown>>(
      name: string,
      save: (
        sql: SqlClient,
        organization: string,
        entries: ReadonlyArray<Entry>,
        ...rest: Rest
      ) => Effect.Effect<WriteResult, SqlError>,
    ) =>
    (
      organization: string,
      entries: ReadonlyArray<Entry>,
      ...rest: Rest
    ): Effect.Effect<WriteResult, Unavailable> =>
      entries.length === 0
        ? Effect.succeed(nothing)
        : writing(sql, organization, `CatalogWriter.${name}`, save(sql, organization, entries, ...rest)).pipe(
            Effect.withSpan(`CatalogWriter.${name}`),
          )
  return CatalogWriter.of({
    saveBrands: operation("saveBrands", saveBrands),
    saveProducts: operation("saveProducts", saveProducts),
    savePrices: operation("savePrices", savePrices),
    saveBatches: operation("saveBatches", saveBatches),
    saveCrawlDiscoveries: operation("saveCrawlDiscoveries", saveCrawlDiscoveries),
    saveAttributes: operation("saveAttributes", saveAttributes),
  })
})

/** `CatalogWriter` on Postgres; calls of 1,000 to 5,000 entries are fastest. The database must be migrated. */
export const PostgresCatalogWriter: Layer.Layer<CatalogWriter, never, SqlClient> = Layer.effect(
  CatalogWriter,
  make,
)
