import {
  type Act,
  type Acting,
  actOf,
  BatchPublished,
  BatchUnsuitable,
  type ChangeTarget,
  type ChangeWork,
  type ChangingBrand,
  doPlanned,
  type HangtagError,
  type Instant,
  NotFound,
  type Planned,
  PriceChangeRepository,
  type PublishWork,
  batchKey as readableKey,
  TooManyOpen,
  unfit,
} from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { folded } from "../catalog/productListing.ts"
import { lastPublished } from "../catalog/writing.ts"
import { countedPage, foundIn, type Listed } from "../database/listPage.ts"
import { scoped, scopedRead } from "../database/scoped.ts"
import { comparable, storedText, storingFault } from "../database/storable.ts"
import { toBigint } from "../database/toBigint.ts"
import { momentsOf, selectMoments } from "./batchMoments.ts"
import { type BatchRow, batchColumns, batchView, changingBrands, selectBatch } from "./batchRows.ts"
import { findsBatches } from "./batchSearch.ts"
import { changeParts } from "./changeParts.ts"
import { changeWriter } from "./changeWriter.ts"
import { publishFacts, publishNow, selectPublications } from "./publishBatch.ts"
import { replanRevert } from "./replanRevert.ts"
import { makeStatementLine } from "./StatementLine.ts"
import { inTurn, lockBatch } from "./turn.ts"
import { unknownNames } from "./unknownNames.ts"
import { withdrawDraft } from "./withdrawDraft.ts"
import { writeReturns } from "./writeReturns.ts"

const isError = <A extends object | string, E extends HangtagError>(value: A | E): value is E =>
  typeof value === "object" && "_tag" in value

type NewRow = Pick<BatchRow, "name" | "kind" | "brand_key" | "reverts">

const make = Effect.map(SqlClient, (sql) => {
  /** The moment of a change that has its turn. */
  const inTime = Effect.fnUntraced(function* (organization: string, acting: Acting) {
    return yield* actOf(acting, yield* lastPublished(sql, organization))
  })
  const viewed = (organization: string, key: string) =>
    Effect.map(selectBatch(sql, organization, key), ([row]) => batchView(row!))

  /** Makes a batch; false where its key is taken. */
  const insert = Effect.fnUntraced(function* (
    organization: string,
    key: string,
    { kind, brand_key, reverts, ...row }: NewRow,
    { at, by }: Act,
    number: number | null = null,
  ) {
    const name = row.name === null ? null : storedText(row.name)
    const searched = folded(key, name ?? "")
    const made = yield* sql`
      insert into hangtag_batch
        (organization, batch_key, status, name, kind, brand_key, reverts, created_at, created_by, search_text, number)
      values (${organization}, ${key}, 'open', ${name}, ${kind}, ${brand_key}, ${reverts}, ${toBigint(at)},
        ${storedText(by)}, ${searched}::text[], ${number}::int)
      on conflict (organization, batch_key) do nothing returning batch_key`
    return made.length > 0
  })
  const insertFree = Effect.fnUntraced(function* (organization: string, row: NewRow, act: Act) {
    // how many there are: the last that got its key so knows how many it found
    const [last] = yield* sql<{ readonly number: number; readonly place: bigint }>`
      select number, place from hangtag_batch
      where organization = ${organization} and number is not null order by place desc limit 1`
    // apart: of a place that is not known yet the planner expects a third of all batches behind it, and reads them all
    const [since] = yield* sql<{ readonly made: number }>`
      select count(*)::int as made from hangtag_batch
      where organization = ${organization} and place > ${last?.place ?? 0n}`
    for (let number = (last?.number ?? -1) + 1 + since!.made; ; number++) {
      const key = readableKey(act.at, number)
      if (yield* insert(organization, key, row, act, number)) return key
    }
  })

  /** Fails where as many batches are open as may be: in a turn of the organization none is made meanwhile. */
  const requireRoom = Effect.fnUntraced(function* (organization: string, limit: number) {
    if (!Number.isFinite(limit)) return
    const [found] = yield* sql<{ readonly open: number }>`
      select count(*)::int as open from (select from hangtag_batch
        where organization = ${organization} and status = 'open' limit ${limit}) b`
    if (found!.open >= limit) return yield* new TooManyOpen({ resource: "batch", open: found!.open, limit })
  })

  const brandOf = Effect.fnUntraced(function* (organization: string, key: string | null) {
    if (key === null) return null
    const [brand] = yield* changingBrands(sql, organization, sql`${comparable(key)}`)
    if (brand === undefined) return yield* new NotFound({ resource: "brand", key })
    return brand
  })

  /** Discards an open batch; it keeps what it held, to be looked at. */
  const endBatch = Effect.fnUntraced(function* (organization: string, key: string, act: Act) {
    yield* sql`update hangtag_price_record set withdrawn_at = ${toBigint(act.at)}, withdrawn_by = ${storedText(act.by)}
      where organization = ${organization} and status = 'draft' and withdrawn_at is null
        and record_key = any(array(select record_key from hangtag_batch_record
          where organization = ${organization} and batch_key = ${key}))`
    yield* sql`update hangtag_batch set status = 'discarded', discarded_at = ${toBigint(act.at)},
      discarded_by = ${storedText(act.by)}
      where organization = ${organization} and batch_key = ${key}`
  })

  /** An open price change, of the brand where one is named. */
  const openChange = Effect.fnUntraced(function* (
    organization: string,
    batch_key: string,
    { brand_key, dry }: Pick<ChangeTarget, "brand_key" | "dry">,
  ) {
    const batch = dry
      ? (yield* selectBatch(sql, organization, batch_key))[0]
      : yield* lockBatch(sql, organization, batch_key)
    if (batch === undefined) return yield* new NotFound({ resource: "batch", key: batch_key })
    if (batch.status === "published") return yield* new BatchPublished({ batch_key })
    const problem = unfit(batch, "price_change")
    if (problem !== undefined) return yield* problem
    if (batch.brand_key !== null && brand_key !== null && batch.brand_key !== brand_key)
      return yield* new BatchUnsuitable({ batch_key, problem: `is of brand ${batch.brand_key}` })
    return batch_key
  })

  /** The batch that a change is written into. */
  const targetOf = Effect.fnUntraced(function* (organization: string, target: ChangeTarget, act: Act) {
    const { batch_key, replaces = null, name, brand_key, reverts, dry, openLimit = Infinity } = target
    if (replaces !== null) yield* openChange(organization, replaces, target)
    if (batch_key !== null) return yield* openChange(organization, batch_key, target)
    if (dry) return null
    // what it replaces makes room
    yield* requireRoom(organization, replaces === null ? openLimit : openLimit + 1)
    return yield* insertFree(organization, { name, kind: "price_change", brand_key, reverts }, act)
  })

  const change = Effect.fn("PriceChangeRepository.change")(
    <E extends HangtagError>(
      organization: string,
      target: ChangeTarget,
      acting: Acting,
      begin: (brand: ChangingBrand | null, batchKey: string | null, at: Instant) => Planned<ChangeWork<E>, E>,
    ) => {
      const planned = Effect.gen(function* () {
        const act = yield* inTime(organization, acting)
        const brand: ChangingBrand | null = yield* brandOf(organization, target.brand_key)
        const key = yield* targetOf(organization, target, act)
        const work = yield* doPlanned(begin(brand, target.dry ? null : key, act.at))
        const { scope, since, mostRecords } = work
        const line = makeStatementLine()
        const { add, end } = changeWriter(sql, organization, key ?? "", act, line)
        const query = { scope, since, mostRecords, brand, filled: target.batch_key }
        yield* changeParts(sql, organization, query, line, (part) =>
          Effect.flatMap(doPlanned(work.part(part)), (writes) => (target.dry ? Effect.void : add(writes))),
        )
        const refused = work.end()
        if (refused !== undefined) return yield* Effect.fail(refused)
        if (target.dry) return null
        yield* end
        if (target.replaces != null) yield* endBatch(organization, target.replaces, act)
        return yield* viewed(organization, key!)
      }).pipe(Effect.scoped)
      const name = "PriceChangeRepository.change"
      return target.dry
        ? scoped(sql, organization, name, planned)
        : inTurn(sql, organization, name, target.batch_key ?? target.replaces ?? null, planned)
    },
  )

  const publish = Effect.fn("PriceChangeRepository.publish")(
    <E extends HangtagError>(organization: string, key: string, acting: Acting, work: PublishWork<E>) =>
      inTurn(
        sql,
        organization,
        "PriceChangeRepository.publish",
        key,
        Effect.gen(function* () {
          const batch = yield* lockBatch(sql, organization, key)
          const unfitFor = (problem: string) => new BatchUnsuitable({ batch_key: key, problem })
          if (batch.status === "discarded") return yield* unfitFor("was discarded; use an open batch")
          if (batch.status === "published") {
            const [known] = yield* selectPublications(sql, organization, sql`batch_key = ${key}`)
            return known ?? (yield* unfitFor("was published elsewhere: there is no publication of it"))
          }
          const act = yield* inTime(organization, acting)
          if (batch.reverts !== null) {
            const reverted = yield* viewed(organization, batch.reverts)
            yield* replanRevert(sql, organization, key, reverted, act, work.replan)
          }
          const view = yield* viewed(organization, key)
          const decided = work.facts(yield* publishFacts(sql, organization, view, act), act.at)
          if (isError(decided)) return yield* Effect.fail(decided as E)
          if (decided === "judge") {
            const scope = { kind: "batch", batch_key: key } as const
            const query = { scope, since: null, mostRecords: undefined, brand: null, filled: key }
            yield* changeParts(sql, organization, query, makeStatementLine(), (part) =>
              Effect.suspend(() => work.part(part) ?? Effect.void),
            ).pipe(Effect.scoped)
            const refused = work.end()
            if (refused !== undefined) return yield* Effect.fail(refused)
          }
          const more = batch.kind === "republish" ? 0 : yield* writeReturns(sql, organization, key, act)
          const withdrawals = view.counts.withdrawals + more
          return yield* publishNow(sql, organization, { key, withdrawals }, act)
        }),
      ),
  )

  return PriceChangeRepository.of({
    create: Effect.fn("PriceChangeRepository.create")(
      (organization, { key, name, kind, brand_key }, acting, openLimit) =>
        inTurn(
          sql,
          organization,
          "PriceChangeRepository.create",
          key,
          Effect.gen(function* () {
            const act = yield* inTime(organization, acting)
            yield* brandOf(organization, brand_key)
            const row = { name, kind, brand_key, reverts: null }
            const fault = key === null ? undefined : storingFault(key, [key])
            if (fault !== undefined)
              return yield* new BatchUnsuitable({ batch_key: key!, problem: `cannot be kept: ${fault}` })
            yield* requireRoom(organization, openLimit)
            const made = key ?? (yield* insertFree(organization, row, act))
            if (key !== null && !(yield* insert(organization, key, row, act))) {
              const problem = "is there already; take another key, or none"
              return yield* new BatchUnsuitable({ batch_key: key, problem })
            }
            return yield* viewed(organization, made)
          }),
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
      // by the last one's key: places are the whole database's, and would tell of other organizations
      const last = sql`select a.place from hangtag_batch a where a.organization = ${org} and a.batch_key = ${comparable(after ?? "")}`
      const rest = sql`${after === null ? sql`` : sql`and b.place < (${last})`} order by b.place desc limit ${limit + 1}`
      const columns = batchColumns(sql)
      const order = sql`r.place desc`
      // a search reads everything once, for count and page
      const statement =
        search === null
          ? countedPage(sql, from, sql`select ${columns} ${from} ${rest}`, order)
          : sql`with found as materialized (select b.place ${from})
              ${countedPage(
                sql,
                sql`from found`,
                sql`select ${columns} from (select b.place from found b where true ${rest}) f
                  cross join lateral (select * from hangtag_batch b where b.organization = ${org} and b.place = f.place limit 1) b`,
                order,
              )}`
      const rows = yield* scopedRead(
        sql,
        organization,
        "PriceChangeRepository.list",
        sql<Listed<BatchRow>>`${statement}`,
      )
      const { items, total, isEnd } = foundIn<BatchRow, BatchRow>(rows, "key", limit, (row) => row)
      return { items: items.map(batchView), total, next: isEnd ? null : items.at(-1)!.key }
    }),
    discard: Effect.fn("PriceChangeRepository.discard")((organization, key, acting) =>
      inTurn(
        sql,
        organization,
        "PriceChangeRepository.discard",
        key,
        Effect.gen(function* () {
          const batch = yield* lockBatch(sql, organization, key)
          if (batch.status === "published") return yield* new BatchPublished({ batch_key: key })
          if (batch.status === "discarded") return batchView(batch)
          const act = yield* inTime(organization, acting)
          yield* endBatch(organization, key, act)
          return yield* viewed(organization, key)
        }),
      ),
    ),
    moments: Effect.fn("PriceChangeRepository.moments")(function* (organization, key, query) {
      const rows = yield* scopedRead(
        sql,
        organization,
        "PriceChangeRepository.moments",
        selectMoments(sql, organization, key, query),
      )
      return momentsOf(rows, query.limit)
    }),
    change,
    publish,
    withdrawDraft: Effect.fn("PriceChangeRepository.withdrawDraft")((organization, recordKey, acting) =>
      inTurn(
        sql,
        organization,
        "PriceChangeRepository.withdrawDraft",
        null,
        Effect.flatMap(inTime(organization, acting), (act) =>
          withdrawDraft(sql, organization, recordKey, act),
        ),
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
