import { compareText, type ExportProduct, ExportRepository, type ExportSelection } from "@hangtag/core"
import { Effect, Layer, Option, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { SingleSession } from "../client/SingleSession.ts"
import { scoped } from "../sql/scoped.ts"
import { comparable, comparableKeys } from "../sql/storable.ts"
import { dropLeftovers, type ExportSnapshot, holdTransaction, keepChanged } from "./ExportSnapshot.ts"
import { exportPage } from "./exportPage.ts"
import { type ExportPosition, type ExportWanted, selected } from "./exportReads.ts"
import { currentRelations } from "./exportRelations.ts"

interface CountRow {
  readonly total: number
  readonly products: number
  readonly known: number
}

const pages = (
  sql: SqlClient,
  organization: string,
  { keptUnder, run }: ExportSnapshot,
  selection: ExportSelection,
  wanted: ExportWanted,
) => {
  const keys = comparableKeys(selection.product_keys).sort(compareText)
  const everything = selection.product_keys.length === 0
  const start: ExportPosition = { keys: everything ? null : keys, after: null, size: 64 }
  return Stream.paginate(start, (position) =>
    run(exportPage(sql, comparable(organization), keptUnder, selection, wanted, position)).pipe(
      Effect.map(
        ({
          products,
          next,
        }): readonly [Array<ReadonlyArray<ExportProduct>>, Option.Option<ExportPosition>] => [
          products.length === 0 ? [] : [products],
          Option.fromNullOr(next),
        ],
      ),
    ),
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const isSingle = yield* SingleSession
  // where this fails the tables are not there yet, and then nothing is in them
  if (isSingle) yield* Effect.ignore(dropLeftovers(sql))
  const takeSnapshot = isSingle ? keepChanged : holdTransaction
  const current = currentRelations(sql, null)
  return ExportRepository.of({
    count: Effect.fn("ExportRepository.count")(function* (organization, selection) {
      const asked = new Set(selection.product_keys).size
      const org = comparable(organization)
      const keys = asked === 0 ? [] : comparableKeys(selection.product_keys)
      const product = selection.latest_only
        ? sql`join hangtag_product p on p.organization = ${org} and p.product_key = v.product_key`
        : sql``
      const [row] = yield* scoped(
        sql,
        organization,
        "ExportRepository.count",
        sql<CountRow>`
          select count(*)::float8 as total,
            ${asked === 0 ? sql`0::float8` : sql`count(distinct v.product_key)::float8`} as products,
            (select count(*)::float8 from unnest(${keys}::text[]) k(product_key)
              cross join lateral (select from hangtag_product p
                where p.organization = ${org} and p.product_key = k.product_key limit 1) p) as known
          ${selected(sql, current, org, selection, asked === 0 ? null : keys, product)}`,
      )
      const { total, products, known } = row!
      const skipped =
        asked === 0
          ? { unknown_product: 0, filtered_out: 0 }
          : { unknown_product: asked - known, filtered_out: known - products }
      return { total, skipped }
    }),

    products: (organization, selection, wanted) =>
      Stream.unwrap(
        Effect.map(takeSnapshot(sql, organization), (snapshot) =>
          pages(sql, organization, snapshot, selection, wanted),
        ),
      ),
  })
})

/** `ExportRepository` on Postgres; the database must be migrated. */
export const PostgresExportRepository: Layer.Layer<ExportRepository, never, SqlClient> = Layer.effect(
  ExportRepository,
  make,
)
