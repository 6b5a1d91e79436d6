import { basePriceList, PriceRepository } from "@hangtag/core"
import { spanned } from "@hangtag/core/adapter"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { afterWrites } from "../catalog/writing.ts"
import { fixedStatement } from "../database/fixedStatement.ts"
import { scoped, scopedRead } from "../database/scoped.ts"
import { comparable, comparableKeys } from "../database/storable.ts"
import { toBigint } from "../database/toBigint.ts"
import { listsAbove } from "./listsAbove.ts"
import { type PriceRecordRow, priceLookups, priceOrderBy, priceRecord } from "./PriceRecordRow.ts"

interface Around {
  readonly org: string | null
  readonly keys: ReadonlyArray<string>
  readonly lists: ReadonlyArray<string>
  readonly at: bigint
  readonly rows: number
  readonly known: bigint | null
}

/** What is asked for: what is to come too, or what is in force alone, now or as it was known. */
type Asked = "around" | "inForce" | "asKnown"

const operation = "PriceRepository.pricesAround"

/** What a statement takes for no limit at all. */
const unlimited = 2_147_483_647

const make = Effect.map(SqlClient, (sql) => {
  // one statement, so that no price moves from one list to the other between them
  const reading = (asked: Asked) =>
    fixedStatement(
      sql,
      ["org", "keys", "lists", "at", "rows", ...(asked === "asKnown" ? (["known"] as const) : [])],
      ({ org, keys, lists, at, rows, known }: Around & Record<string, unknown>) => {
        const knownAt = asked === "asKnown" ? known : null
        const { typesOf, recordInForce, future } = priceLookups(sql, org, at, {
          list: sql`l.price_list`,
          knownAt,
        })
        const [before, list] =
          asked === "around"
            ? [sql``, sql`unnest(${lists}::text[]) l(price_list)`]
            : [sql`with recursive ${listsAbove(sql, org, lists)}`, sql`above l`]
        return sql<PriceRecordRow>`
      ${before} select p.* from unnest(${keys}::text[]) k(variant_key) cross join ${list}
      cross join ${typesOf}
      cross join lateral (${asked === "around" ? sql`${recordInForce} union all ${future}` : recordInForce}) p
      order by p.variant_key, p.price_type, p.price_list, ${sql.literal(priceOrderBy("asc"))} limit ${rows}`
      },
    )
  const statements = { around: reading("around"), inForce: reading("inForce"), asKnown: reading("asKnown") }
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
        const known = only?.knownAt ?? null
        const statement = statements[only === undefined ? "around" : known === null ? "inForce" : "asKnown"]({
          org: comparable(organization),
          keys,
          lists: comparableKeys(priceLists),
          at: toBigint(at),
          rows: Math.min(most + 1, unlimited),
          known: known === null ? null : toBigint(known),
        })
        const rows =
          known === null
            ? yield* scopedRead(
                sql,
                organization,
                operation,
                statement,
                only === undefined ? "auto" : "generic",
              )
            : yield* scoped(
                sql,
                organization,
                operation,
                Effect.andThen(afterWrites(sql, organization), statement),
              )
        const records = rows.map(priceRecord)
        return {
          inForce: records.filter((record) => only !== undefined || record.effective_at <= at),
          future: only === undefined ? records.filter((record) => record.effective_at > at) : [],
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
