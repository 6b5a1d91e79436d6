import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { basePriceList } from "../kernel/basePriceList.ts"
import { type Found, pageOf } from "../kernel/Listing.ts"
import { oneByOne } from "../kernel/oneByOne.ts"
import { readListsAbove } from "../prices/readListsAbove.ts"
import type { ListedType } from "../prices/rules/pairName.ts"
import type { BatchMomentQuery } from "./PriceBatch.ts"
import {
  type Act,
  type BatchMomentFound,
  type ChangePart,
  type ChangeReading,
  PriceChangeRepository,
} from "./PriceChangeRepository.ts"
import { type ColorwayWrites, writesTogether } from "./rules/colorwayWrites.ts"

/** Looks at the colorways of a reading, one by one. */
export const eachColorway = Effect.fnUntraced(function* <E, R>(
  organization: string,
  reading: ChangeReading,
  each: (part: ChangePart) => Effect.Effect<unknown, E, R>,
) {
  const { colorways } = yield* PriceChangeRepository
  yield* Stream.runForEach(colorways(organization, reading), (parts) => oneByOne(parts, each))
})

/** Plans the colorways of a reading, one by one, and writes what is planned into an open batch. */
export const writeColorways = Effect.fnUntraced(function* <E, R>(
  organization: string,
  reading: ChangeReading,
  batchKey: string,
  act: Act,
  plan: (part: ChangePart) => Effect.Effect<ColorwayWrites, E, R>,
) {
  const { colorways, write } = yield* PriceChangeRepository
  yield* Stream.runForEach(colorways(organization, reading), (parts) =>
    Effect.flatMap(oneByOne(parts, plan), (planned) =>
      write(organization, batchKey, writesTogether(planned), act),
    ),
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

/**
 * Where prices are looked for of the lists other than `base` in which an open batch holds a price, and which lists these are; undefined where
 * it holds none: then nothing is above.
 */
export const readBatchAbove = Effect.fnUntraced(function* (organization: string, batchKey: string) {
  const { moments } = yield* PriceChangeRepository
  const known = new Map<string, ListedType>()
  let after: BatchMomentQuery["after"] = null
  do {
    const found: Found<BatchMomentFound> = yield* moments(organization, batchKey, { limit: 200, after })
    for (const { price_type, price_list } of found.items)
      if (price_list !== basePriceList) known.set(price_list, { price_type, price_list })
    after = pageOf(found, ({ at, price_type, price_list }) => ({ at, price_type, price_list })).next
  } while (after !== null)
  return yield* readListsAbove(organization, [...known.values()])
})
