import { PriceListRepository, Transaction } from "@hangtag/core"
import { priceListRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import { answers, blind, broken, byUtf16 } from "./broken.ts"
import { notices } from "./notices.ts"

notices("priceListRepositorySuite", priceListRepositoryPromises, {
  "gives lists back as they were saved, by code point": answers(
    PriceListRepository,
    "all",
    byUtf16(({ price_list }) => price_list),
  ),
  // of one instant the first that was said
  "keeps every placement by its instant, those of one instant as they were said": answers(
    PriceListRepository,
    "all",
    (lists) =>
      lists.map((list) => ({
        ...list,
        placements: list.placements.toReversed().sort((a, b) => a.effective_at - b.effective_at),
      })),
  ),
  // the list itself, without those above it
  "gives of a list all that it ever stands below, and whole": broken(PriceListRepository, ({ all }) => ({
    all: (organization, wasKnown, above) =>
      Effect.map(all(organization, wasKnown), (lists) =>
        lists.filter(({ price_list }) => above === undefined || price_list === above),
      ),
  })),
  "changes name, currency and tags of a list, and leaves its placements": broken(
    PriceListRepository,
    ({ all, save }) => ({
      save: (organization, list, placement) =>
        Effect.flatMap(all(organization), (lists) =>
          lists.some(({ price_list }) => price_list === list.price_list) && placement === null
            ? Effect.void
            : save(organization, list, placement),
        ),
    }),
  ),
  // the first that was given
  "keeps what a list's policy was, each whole under its revision, and gives the last with the list": answers(
    PriceListRepository,
    "policies",
    (found) => found.toReversed(),
  ),
  "lets one change of an organization's lists follow another": broken(Transaction, () => ({
    atomically: (effect) => effect,
  })),
  "sees and changes nothing of another organization": blind(PriceListRepository),
})
