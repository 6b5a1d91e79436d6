import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { oneByOne } from "../kernel/oneByOne.ts"
import { shownIn } from "../kernel/rules/effectiveInstant.ts"
import type { StoredPriceList } from "../lists/PriceList.ts"
import type { SpansOf } from "../lists/rules/listSpans.ts"
import { isArchived } from "../lists/rules/placementAt.ts"
import type { PriceRecord } from "../prices/PriceRecord.ts"
import { readListsAbove } from "../prices/readLists.ts"
import { readingOf } from "./changeTarget.ts"
import {
  type Act,
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

/** Looks at what a batch is about with the lists above those that it has prices of, and where these stand; undefined: nothing is above. */
export const eachBelow = Effect.fnUntraced(function* <E, R>(
  organization: string,
  reading: ChangeReading & { readonly batch_key: string },
  each: (part: ChangePart, spansOf: SpansOf | undefined) => Effect.Effect<void, E, R>,
) {
  const { priceLists } = yield* PriceChangeRepository
  const above = yield* readListsAbove(organization, yield* priceLists(organization, reading.batch_key))
  const lists = above && { price_lists: above.price_lists }
  yield* eachColorway(organization, { ...reading, ...lists }, (part) => each(part, above?.spansOf))
})

/**
 * What is wrong with a batch that would let a price begin in a list that is archived then; undefined where there is none. A return to a price is
 * none: it begins where a temporary one is over. Where none of its lists is ever archived its prices are not read.
 */
export const archivedProblem = Effect.fnUntraced(function* (
  organization: string,
  batch_key: string,
  lists: ReadonlyMap<string, StoredPriceList>,
) {
  const archived = [...lists.values()].filter(({ placements }) => placements.some((each) => each.archived))
  if (archived.length === 0) return undefined
  const { priceLists } = yield* PriceChangeRepository
  const held = yield* priceLists(organization, batch_key)
  if (!archived.some(({ price_list }) => held.includes(price_list))) return undefined
  let found: PriceRecord | undefined
  const look = ({ pairs, brand }: ChangePart) => {
    for (const { records } of pairs)
      for (const record of records)
        if (
          isDraftOf(record, batch_key) &&
          record.returns_from === undefined &&
          isArchived(lists.get(record.price_list), record.effective_at)
        )
          found ??= shownIn(brand?.time_zone ?? "UTC")(record)
  }
  yield* eachColorway(organization, readingOf(batch_key), (part) => Effect.sync(() => look(part)))
  return (
    found &&
    `has a price of price list ${found.price_list} from ${found.effective_from}, and that list is archived then: take its prices out of the batch, or let the list stand`
  )
})
