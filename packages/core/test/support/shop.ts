import type { PricePolicy } from "@hangtag/core"
import { createPriceList, generatePriceChange, savePricePolicy, updatePriceList } from "@hangtag/core/effect"
import {
  aBrand,
  aColorwayChange,
  aPriceChangeRequest,
  aPricePolicy,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  seedCatalog,
  standingClock,
} from "@hangtag/testkit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { listOfText, priceOfText } from "../cases/caseText.ts"

const principal = aPrincipal()

/** With a clock that stands at the moment. */
export const at = (moment: string) => Effect.provideService(Clock.Clock, standingClock(moment).clock)

/** Lists in euros below `base`, or `LIST below LIST`; prices as tables write them, of black variants. */
export const aShop = Effect.fnUntraced(function* (shop: {
  readonly lists: ReadonlyArray<string>
  readonly prices: ReadonlyArray<string>
  /** `A` alone by default. */
  readonly variants?: ReadonlyArray<ReturnType<typeof aVariantEntry>>
  readonly policy?: Partial<PricePolicy>
}) {
  const { lists, prices, variants = [aVariantEntry({ variant_key: "A" })], policy } = shop
  yield* updatePriceList(principal, { price_list: "base", currency: "EUR" })
  for (const { price_list, parent } of lists.map(listOfText))
    yield* createPriceList(principal, { price_list, name: price_list, currency: "EUR", parent })
  yield* seedCatalog(principal.organization, {
    brands: [aBrand(), aBrand({ brand_key: "B2" })],
    products: [aProductEntry({ variants })],
    prices: prices.map(priceOfText),
  })
  if (policy) yield* savePricePolicy(principal, { brand_key: "B1", ...aPricePolicy(policy) })
})

/** A price change of the black colorway with these lines. */
export const generated = (
  lines: ReturnType<typeof aColorwayChange>["lines"],
  more: Partial<ReturnType<typeof aPriceChangeRequest>> = {},
) =>
  generatePriceChange(principal, {
    brand_key: "B1",
    ...aPriceChangeRequest({ colorways: [aColorwayChange({ lines })], ...more }),
  })
