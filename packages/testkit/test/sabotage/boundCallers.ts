import { PriceHistory, PriceListRepository, PriceRepository, PriceSchedule } from "@hangtag/core"
import { boundCallersPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import { hiddenLists, theirLists } from "../../src/conformance/bound/worlds.ts"
import { asks, asksWith, broken } from "./broken.ts"
import { notices } from "./notices.ts"

const everyList = ["base", ...theirLists, ...hiddenLists]

/** Adapters that look at lists of others. */
const curious = [
  asksWith(PriceHistory, "records", 2, () => ({ price_lists: everyList })),
  asks(PriceRepository, "pricesAround", (organization, keys, at, most, lists = ["base"], inForce) => [
    ...([organization, keys, at, most, inForce === undefined ? everyList : lists, inForce] as const),
  ]),
  // what others have is counted, and not given
  broken(PriceSchedule, ({ moments }) => ({
    moments: (organization, query) =>
      Effect.map(
        Effect.all([
          moments(organization, query),
          ...hiddenLists.map((price_list) => moments(organization, { ...query, price_list })),
        ]),
        ([found, ...others]) => ({
          ...found!,
          records: others.reduce((sum, { records }) => sum + records, 0),
        }),
      ),
  })),
  broken(PriceListRepository, ({ all }) => ({
    all: (...asked) =>
      Effect.map(all(...asked), (lists) =>
        lists.map((list) => ({ ...list, tags: { lists: String(lists.length) } })),
      ),
  })),
]

notices("boundCallersSuite", boundCallersPromises, {
  "answers every question as if there were no lists of others": [
    ...curious,
    asksWith(PriceSchedule, "moments", 1, () => ({ batchless: false })),
  ],
  "answers the same to the byte, whatever others do with theirs": curious,
  // what is seen of lists of others is taken for theirs
  "shows of what stands above a caller's lists the price alone": asks(
    PriceRepository,
    "pricesAround",
    (organization, keys, at, most, lists = ["base"], inForce) => [
      ...([organization, keys, at, most, [...lists, "base"], inForce] as const),
    ],
  ),
})
