import { PriceChangeRepository } from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { lastPublished } from "../catalog/writing.ts"
import { countedPage, foundIn, type Listed } from "../database/listPage.ts"
import { comparable, storedText, toBigint } from "../database/parameters.ts"
import { scoped, scopedRead } from "../database/scoped.ts"
import { momentsOf, selectBatchLists, selectMoments } from "./batchMoments.ts"
import {
  type BatchRow,
  batchColumns,
  batchView,
  changingBrands,
  selectBatch,
  selectTakeBacks,
} from "./batchRows.ts"
import { findsBatches } from "./batchSearch.ts"
import { changeParts } from "./changeParts.ts"
import { createBatch } from "./createBatch.ts"
import { publishBatch, publishFacts, selectPublications } from "./publishBatch.ts"
import { takeTurn, waiting } from "./turn.ts"
import { unknownNames } from "./unknownNames.ts"
import { withdrawDraft } from "./withdrawDraft.ts"
import { discardBatch, emptyBatch, writePlanned } from "./writeChange.ts"

const make = Effect.map(SqlClient, (sql) => {
  const rowOf = (organization: string, key: string) =>
    Effect.map(selectBatch(sql, organization, key), ([row]) => row!)

  return PriceChangeRepository.of({
    lock: Effect.fn("PriceChangeRepository.lock")((organization, batchKeys) =>
      takeTurn(sql, organization, "PriceChangeRepository.lock", batchKeys),
    ),
    lastPublished: Effect.fn("PriceChangeRepository.lastPublished")((organization) =>
      scoped(sql, organization, "PriceChangeRepository.lastPublished", lastPublished(sql, organization)),
    ),
    brand: Effect.fn("PriceChangeRepository.brand")((organization, key) =>
      scoped(
        sql,
        organization,
        "PriceChangeRepository.brand",
        Effect.map(changingBrands(sql, organization, sql`${comparable(key)}`), ([brand]) =>
          Option.fromUndefinedOr(brand),
        ),
      ),
    ),
    create: Effect.fn("PriceChangeRepository.create")((organization, batch, act, openLimit) =>
      scoped(
        sql,
        organization,
        "PriceChangeRepository.create",
        Effect.flatMap(createBatch(sql, organization, batch, act, openLimit), (key) =>
          Effect.map(rowOf(organization, key), batchView),
        ),
      ),
    ),
    find: Effect.fn("PriceChangeRepository.find")(function* (organization, key) {
      const rows = yield* scopedRead(
        sql,
        organization,
        "PriceChangeRepository.find",
        selectBatch(sql, organization, key),
      )
      return Option.map(Option.fromUndefinedOr(rows[0]), batchView)
    }),
    list: Effect.fn("PriceChangeRepository.list")(function* (organization, query) {
      const { status, kind, brand_key, reverts, search, limit, after } = query
      const org = comparable(organization)
      const is = (column: string, value: string | null) =>
        value === null ? sql`` : sql`and b.${sql.literal(column)} = ${comparable(value)}`
      const from = sql`from hangtag_batch b where b.organization = ${org}
        ${is("status", status)} ${is("kind", kind)} ${is("brand_key", brand_key)} ${is("reverts", reverts)}
        ${findsBatches(sql, org, search)}`
      const rest = sql`${after === null ? sql`` : sql`and b.ordinal < ${after.number}`} order by b.ordinal desc limit ${limit + 1}`
      const columns = batchColumns(sql)
      const order = "r.ordinal desc"
      // a search reads everything once, for count and page
      const statement =
        search === null
          ? countedPage(
              sql,
              from,
              sql`select ${columns} ${from} ${rest}`,
              order,
              sql`order by b.ordinal desc`,
            )
          : sql`with found as materialized (select b.ordinal ${from})
              ${countedPage(
                sql,
                sql`from found`,
                sql`select ${columns} from (select b.ordinal from found b where true ${rest}) f
                  cross join lateral (select * from hangtag_batch b where b.organization = ${org} and b.ordinal = f.ordinal limit 1) b`,
                order,
              )}`
      const rows = yield* scopedRead(
        sql,
        organization,
        "PriceChangeRepository.list",
        sql<Listed<BatchRow>>`${statement}`,
      )
      const { items, total, isEnd } = foundIn<BatchRow, BatchRow>(rows, "key", limit, (row) => row)
      return { items: items.map(batchView), total, next: isEnd ? null : { number: items.at(-1)!.ordinal } }
    }),
    moments: Effect.fn("PriceChangeRepository.moments")(function* (organization, key, query) {
      const rows = yield* scopedRead(
        sql,
        organization,
        "PriceChangeRepository.moments",
        selectMoments(sql, organization, key, query),
      )
      return momentsOf(rows, query.limit)
    }),
    priceLists: Effect.fn("PriceChangeRepository.priceLists")(function* (organization, key) {
      const rows = yield* scopedRead(
        sql,
        organization,
        "PriceChangeRepository.priceLists",
        selectBatchLists(sql, organization, key),
      )
      return rows.map(({ price_list }) => price_list)
    }),
    colorways: (organization, reading) => changeParts(sql, organization, reading),
    write: Effect.fn("PriceChangeRepository.write")((organization, key, writes, act) =>
      waiting(
        sql,
        organization,
        "PriceChangeRepository.write",
        key,
        writePlanned(sql, organization, key, writes, act),
      ),
    ),
    empty: Effect.fn("PriceChangeRepository.empty")((organization, key, act) =>
      waiting(sql, organization, "PriceChangeRepository.empty", key, emptyBatch(sql, organization, key, act)),
    ),
    discard: Effect.fn("PriceChangeRepository.discard")((organization, key, act) =>
      waiting(
        sql,
        organization,
        "PriceChangeRepository.discard",
        key,
        discardBatch(sql, organization, key, act),
      ),
    ),
    note: Effect.fn("PriceChangeRepository.note")((organization, key, note, act) =>
      waiting(
        sql,
        organization,
        "PriceChangeRepository.note",
        key,
        Effect.asVoid(sql`update hangtag_batch set note = ${note === null ? null : storedText(note)},
          noted_at = ${toBigint(act.at)}, noted_by = ${storedText(act.by)}
          where organization = ${comparable(organization)} and batch_key = ${comparable(key)}`),
      ),
    ),
    facts: Effect.fn("PriceChangeRepository.facts")((organization, key, at) =>
      scoped(
        sql,
        organization,
        "PriceChangeRepository.facts",
        Effect.flatMap(rowOf(organization, key), (batch) => publishFacts(sql, organization, batch, at)),
      ),
    ),
    publish: Effect.fn("PriceChangeRepository.publish")((organization, key, act) =>
      waiting(
        sql,
        organization,
        "PriceChangeRepository.publish",
        key,
        Effect.flatMap(rowOf(organization, key), (batch) => publishBatch(sql, organization, batch, act)),
      ),
    ),
    publicationOf: Effect.fn("PriceChangeRepository.publicationOf")((organization, key) =>
      scoped(
        sql,
        organization,
        "PriceChangeRepository.publicationOf",
        Effect.map(selectPublications(sql, organization, sql`batch_key = ${comparable(key)}`), ([found]) =>
          Option.fromUndefinedOr(found),
        ),
      ),
    ),
    takeBacks: Effect.fn("PriceChangeRepository.takeBacks")((organization) =>
      scoped(
        sql,
        organization,
        "PriceChangeRepository.takeBacks",
        selectTakeBacks(sql, comparable(organization)),
      ),
    ),
    withdrawDraft: Effect.fn("PriceChangeRepository.withdrawDraft")((organization, recordKey, act) =>
      waiting(
        sql,
        organization,
        "PriceChangeRepository.withdrawDraft",
        "",
        withdrawDraft(sql, organization, recordKey, act),
      ),
    ),
    unknownNames: Effect.fn("PriceChangeRepository.unknownNames")((organization, brandKey, selection) =>
      scoped(
        sql,
        organization,
        "PriceChangeRepository.unknownNames",
        unknownNames(sql, organization, brandKey, selection),
      ),
    ),
    publications: Effect.fn("PriceChangeRepository.publications")((organization, after, limit) =>
      scoped(
        sql,
        organization,
        "PriceChangeRepository.publications",
        selectPublications(sql, organization, sql`number > ${after} order by number limit ${limit}`),
      ),
    ),
  })
})

/** `PriceChangeRepository` on Postgres; the database must be migrated. */
export const PostgresPriceChangeRepository: Layer.Layer<PriceChangeRepository, never, SqlClient> =
  Layer.effect(PriceChangeRepository, make)
