import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { basePriceList } from "../kernel/basePriceList.ts"
import { type Found, pageOf } from "../kernel/Listing.ts"
import { oneByOne } from "../kernel/oneByOne.ts"
import { shownIn } from "../kernel/rules/effectiveInstant.ts"
import type { StoredPriceList } from "../lists/PriceList.ts"
import { placementAt } from "../lists/rules/placementAt.ts"
import type { PriceRecord } from "../prices/PriceRecord.ts"
import { readListsAbove } from "../prices/readLists.ts"
import type { ListedType } from "../prices/rules/pairs.ts"
import type { BatchMomentQuery } from "./PriceBatch.ts"
import {
  type Act,
  type BatchMomentFound,
  type ChangePart,
  type ChangeReading,
  PriceChangeRepository,
} from "./PriceChangeRepository.ts"
import { isDraftOf } from "./rules/asPublished.ts"
import { type ColorwayWrites, writesTogether } from "./rules/colorwayWrites.ts"
import { heldNow } from "./rules/heldLines.ts"

/** The colorways of a reading, with what a batch holds of them at the instants that its drafts have now. */
const read = Effect.fnUntraced(function* (organization: string, reading: ChangeReading) {
  const { colorways } = yield* PriceChangeRepository
  const { batch_key } = reading
  const parts = colorways(organization, reading)
  if (batch_key === null) return parts
  const now = ({ pairs, ...part }: ChangePart) => ({ ...part, pairs: pairs.map(heldNow(batch_key)) })
  return Stream.map(parts, (found) => found.map(now))
})

/** Looks at the colorways of a reading, one by one. */
export const eachColorway = Effect.fnUntraced(function* <E, R>(
  organization: string,
  reading: ChangeReading,
  each: (part: ChangePart) => Effect.Effect<unknown, E, R>,
) {
  yield* Stream.runForEach(yield* read(organization, reading), (parts) => oneByOne(parts, each))
})

/**
 * Plans the colorways of a reading, one by one, and writes what is planned into an open batch: what comes next is read and
 * planned while it is written, as most of the time the one waits for the database and the other for us.
 */
export const writeColorways = Effect.fnUntraced(function* <E, R>(
  organization: string,
  reading: ChangeReading,
  batchKey: string,
  act: Act,
  plan: (part: ChangePart) => Effect.Effect<ColorwayWrites, E, R>,
) {
  const { write } = yield* PriceChangeRepository
  const colorways = yield* read(organization, reading)
  yield* colorways.pipe(
    Stream.mapEffect((parts) => oneByOne(parts, plan)),
    Stream.buffer({ capacity: 1 }),
    Stream.runForEach((planned) => write(organization, batchKey, writesTogether(planned), act)),
  )
})

/** Plans the colorways of a reading, and writes what is planned into the batch, where there is one. */
export const planColorways = <E, R>(
  organization: string,
  reading: ChangeReading,
  batchKey: string | undefined,
  act: Act,
  plan: (part: ChangePart) => Effect.Effect<ColorwayWrites, E, R>,
) =>
  batchKey === undefined
    ? eachColorway(organization, reading, plan)
    : writeColorways(organization, reading, batchKey, act, plan)

/** Looks at the moments of a batch, one by one. */
export const eachMoment = Effect.fnUntraced(function* (
  organization: string,
  batchKey: string,
  each: (moment: BatchMomentFound) => void,
) {
  const { moments } = yield* PriceChangeRepository
  let after: BatchMomentQuery["after"] = null
  do {
    const found: Found<BatchMomentFound> = yield* moments(organization, batchKey, { limit: 200, after })
    for (const moment of found.items) each(moment)
    after = pageOf(found, ({ at, price_type, price_list }) => ({ at, price_type, price_list })).next
  } while (after !== null)
})

/**
 * Where prices are looked for of the lists other than `base` in which an open batch holds a price, and which lists these are; undefined where
 * it holds none: then nothing is above.
 */
export const readBatchAbove = Effect.fnUntraced(function* (organization: string, batchKey: string) {
  const known = new Map<string, ListedType>()
  yield* eachMoment(organization, batchKey, ({ price_type, price_list }) => {
    if (price_list !== basePriceList) known.set(price_list, { price_type, price_list })
  })
  return yield* readListsAbove(organization, [...known.values()])
})

type Begins = Pick<PriceRecord, "price_list" | "effective_at">

/**
 * What is wrong with a batch that would let a price begin in a list that is archived then; undefined where there is none. A return to a price is
 * none: it begins where a temporary one is over. Where no list is ever archived nothing is read.
 */
export const archivedProblem = Effect.fnUntraced(function* (
  organization: string,
  batch_key: string,
  lists: ReadonlyMap<string, StoredPriceList>,
) {
  const archived = new Map(
    [...lists].filter(([, { placements }]) => placements.some((placement) => placement.archived)),
  )
  const isArchived = ({ price_list, effective_at }: Begins) => {
    const list = archived.get(price_list)
    return list !== undefined && placementAt(list, effective_at)?.archived === true
  }
  if (archived.size === 0) return undefined
  let mayBegin = false
  yield* eachMoment(organization, batch_key, ({ price_list, at, records }) => {
    mayBegin ||= records > 0 && isArchived({ price_list, effective_at: at })
  })
  if (!mayBegin) return undefined
  let found: Pick<PriceRecord, "price_list" | "effective_from"> | undefined
  const look = ({ pairs, brand }: ChangePart) => {
    for (const { records } of pairs)
      for (const record of records)
        if (isDraftOf(record, batch_key) && record.returns_from === undefined && isArchived(record))
          found ??= { ...record, ...shownIn(brand?.time_zone ?? "UTC")(record) }
  }
  const reading = { scope: { kind: "batch", batch_key }, brand: null, batch_key, since: null } as const
  yield* eachColorway(organization, reading, (part) => Effect.sync(() => look(part)))
  return (
    found &&
    `has a price of price list ${found.price_list} from ${found.effective_from}, and that list is archived then: take its prices out of the batch, or let the list stand`
  )
})
