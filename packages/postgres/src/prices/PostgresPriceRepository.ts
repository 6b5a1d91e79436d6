import { basePriceList, PriceRepository } from "@hangtag/core"
import { spanned } from "@hangtag/core/adapter"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { afterWrites } from "../catalog/writing.ts"
import { comparable, comparableKeys, toBigint } from "../database/parameters.ts"
import { scoped, scopedRead } from "../database/scoped.ts"
import { fixedStatement } from "../database/statements.ts"
import { inForceInLists, pricesInLists } from "./inForceInLists.ts"
import { type PriceRecordRow, priceLookups, priceOrderBy, priceRecord } from "./PriceRecordRow.ts"

interface Around {
  readonly org: string | null
  readonly keys: ReadonlyArray<string>
  readonly lists: ReadonlyArray<string>
  readonly at: bigint
  readonly rows: number
}

const operation = "PriceRepository.pricesAround"

/** What a statement takes for no limit at all. */
const unlimited = 2_147_483_647

const make = Effect.map(SqlClient, (sql) => {
  // one statement, so that no price moves from one list to the other between them
  const around = fixedStatement(
    sql,
    ["org", "keys", "lists", "at", "rows"],
    ({ org, keys, lists, at, rows }: Around & Record<string, unknown>) => {
      const { typesOf, recordInForce, future } = priceLookups(sql, org, at, { list: sql`l.price_list` })
      return sql<PriceRecordRow>`
      select p.* from unnest(${keys}::text[]) k(variant_key) cross join unnest(${lists}::text[]) l(price_list)
      cross join ${typesOf}
      cross join lateral (${recordInForce} union all ${future}) p
      order by p.variant_key, p.price_type, p.price_list, ${sql.literal(priceOrderBy("asc"))} limit ${rows}`
    },
  )
  const [inForce, asKnown] = [inForceInLists(sql, false), inForceInLists(sql, true)]
  return PriceRepository.of({
    pricesAround: spanned(
      "PriceRepository.pricesAround",
      Effect.fnUntraced(function* (
        organization,
        variantKeys,
        at,
        most = unlimited,
        priceLists = [basePriceList],
        only,
      ) {
        const keys = comparableKeys(variantKeys)
        if (keys.length === 0) return { inForce: [], future: [] }
        const asked = {
          org: comparable(organization),
          keys,
          lists: comparableKeys(priceLists),
          at: toBigint(at),
          rows: Math.min(most + 1, unlimited),
        }
        if (only !== undefined) {
          const { knownAt } = only
          const [row] =
            knownAt === null
              ? yield* scopedRead(sql, organization, operation, inForce({ ...asked, known: null }), "generic")
              : yield* scoped(
                  sql,
                  organization,
                  operation,
                  Effect.andThen(
                    afterWrites(sql, organization),
                    asKnown({ ...asked, known: toBigint(knownAt) }),
                  ),
                )
          return pricesInLists(organization, row!)
        }
        const rows = yield* scopedRead(sql, organization, operation, around(asked), "generic")
        const records = rows.map(priceRecord)
        return {
          inForce: records.filter((record) => record.effective_at <= at),
          future: records.filter((record) => record.effective_at > at),
        }
      }),
    ),
  })
})

/** `PriceRepository` on Postgres; the database must be migrated. */
export const PostgresPriceRepository: Layer.Layer<PriceRepository, never, SqlClient> = Layer.effect(
  PriceRepository,
  make,
)
