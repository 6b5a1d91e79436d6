import { ExportRepository, type ExportSelection, type ExportWanted } from "@hangtag/core"
import { Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { afterWrites } from "../catalog/writing.ts"
import { databaseOf } from "../database/Database.ts"
import { dropLeftovers, holdTransaction, keepChanged } from "../database/ExportSnapshot.ts"
import { comparable, comparableKeys } from "../database/parameters.ts"
import { scoped, scopedRead } from "../database/scoped.ts"
import { exportAtOnce } from "./exportAtOnce.ts"
import { countOf, unknownKeys } from "./exportCounts.ts"
import { exportPages } from "./exportPages.ts"
import { countedOf } from "./exportReads.ts"
import { currentRelations } from "./exportRelations.ts"

interface CountRow {
  readonly total: number
  readonly products: number
  readonly unknown: ReadonlyArray<string>
}

/** Waits for what is being written where it is asked what was known. */
const ready = (sql: SqlClient, organization: string, { known_at }: ExportWanted) =>
  known_at === undefined
    ? Effect.void
    : scoped(sql, organization, "ExportRepository.products", afterWrites(sql, organization))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const isSingle = databaseOf(sql).isEmbedded
  // where this fails the tables are not there yet, and then nothing is in them
  if (isSingle) yield* Effect.ignore(dropLeftovers(sql))
  const takeSnapshot = isSingle ? keepChanged : holdTransaction
  const atOnce = exportAtOnce(sql)
  const current = currentRelations(sql, null)
  const counted = (org: string | null, selection: ExportSelection, keys: ReadonlyArray<string> | null) =>
    countedOf(sql, current, org, selection, keys)
  return ExportRepository.of({
    count: Effect.fn("ExportRepository.count")(function* (organization, selection) {
      const asked = selection.product_keys.length
      const org = comparable(organization)
      const keys = asked === 0 ? [] : comparableKeys(selection.product_keys)
      const [row] = yield* scopedRead(
        sql,
        organization,
        "ExportRepository.count",
        sql<CountRow>`
          select count(*)::float8 as total,
            ${asked === 0 ? sql`0::float8` : sql`count(distinct v.product_key)::float8`} as products,
            ${unknownKeys(sql, org, keys)} as unknown
          ${counted(org, selection, asked === 0 ? null : keys)}`,
      )
      return countOf(selection, row!)
    }),

    countVariants: Effect.fn("ExportRepository.countVariants")(function* (organization, selection) {
      const org = comparable(organization)
      const keys = selection.product_keys.length === 0 ? null : comparableKeys(selection.product_keys)
      const [row] = yield* scopedRead(
        sql,
        organization,
        "ExportRepository.countVariants",
        sql<{ readonly variants: number }>`
          select coalesce(sum(s.versions * n.variants), 0)::float8 as variants
          from (select v.product_key, count(*) as versions
            ${counted(org, selection, keys)}
            group by v.product_key) s
          cross join lateral (select count(*) as variants from hangtag_variant w
            where w.organization = ${org} and w.product_key = s.product_key and w.retired_at is null) n`,
      )
      return row!.variants
    }),

    products: (organization, selection, wanted) =>
      Stream.unwrap(
        Effect.map(
          Effect.andThen(ready(sql, organization, wanted), takeSnapshot(sql, organization)),
          (snapshot) => exportPages(sql, organization, snapshot, selection, wanted),
        ),
      ),

    atOnce: (organization, selection, wanted) =>
      Effect.andThen(ready(sql, organization, wanted), atOnce(organization, selection, wanted)),
  })
})

/** `ExportRepository` on Postgres; the database must be migrated. */
export const PostgresExportRepository: Layer.Layer<ExportRepository, never, SqlClient> = Layer.effect(
  ExportRepository,
  make,
)
