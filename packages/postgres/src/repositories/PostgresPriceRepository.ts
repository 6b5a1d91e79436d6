import { PriceRepository } from "@hangtag/core"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { scopedRead } from "../sql/scoped.ts"
import { comparable, comparableKeys } from "../sql/storable.ts"
import { type PriceRecordRow, priceLookups, priceOrderBy, priceRecord } from "./PriceRecordRow.ts"
import { toBigint } from "./toBigint.ts"

const make = Effect.map(SqlClient, (sql) =>
  PriceRepository.of({
    pricesAround: Effect.fn("PriceRepository.pricesAround")(function* (organization, variantKeys, at) {
      const keys = comparableKeys(variantKeys)
      if (keys.length === 0) return { inForce: [], future: [] }
      const { typesOf, inForce, future } = priceLookups(sql, comparable(organization), toBigint(at))
      // one statement, so that no price moves from one list to the other between them
      const rows = yield* scopedRead(
        sql,
        organization,
        "PriceRepository.pricesAround",
        sql<PriceRecordRow>`
          select p.* from unnest(${keys}::text[]) k(variant_key) cross join ${typesOf}
          cross join lateral (${inForce} union all ${future}) p
          order by p.variant_key, p.price_type, ${sql.literal(priceOrderBy("asc"))}`,
      )
      const records = rows.map(priceRecord)
      return {
        inForce: records.filter((record) => record.effective_at <= at),
        future: records.filter((record) => record.effective_at > at),
      }
    }),
  }),
)

/** `PriceRepository` on Postgres; the database must be migrated. */
export const PostgresPriceRepository: Layer.Layer<PriceRepository, never, SqlClient> = Layer.effect(
  PriceRepository,
  make,
)
