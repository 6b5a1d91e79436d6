import { allPermissions, noPricePolicy, type Principal } from "@hangtag/core"
import {
  adjustPrices,
  createPriceBatch,
  generatePriceChange,
  publishPriceBatch,
  revertPriceBatch,
  savePricePolicy,
} from "@hangtag/core/effect"
import { Effect } from "effect"
import { demoSize } from "./demoCatalog.ts"
import { addDays } from "./demoPrices.ts"
import { demoProduct } from "./demoProduct.ts"

const brand = "BW"
const on_collision = { same_instant: "reject", overridden_later: "keep", leapfrogged: "keep" } as const
const accepted = { on_moved: "refuse", allow_backdated: false } as const

/**
 * Price changes of a brand whose policy warns: `HOLIDAYS` is open, a price for some days that begins in a blackout and
 * meets a draft; `SPRING-UP` is published; `CLEARANCE` was, and taken back. `today` is an ISO date.
 */
export const demoPriceChanges = Effect.fn("demoPriceChanges")(function* (
  organization: string,
  today: string,
) {
  const caller: Principal = { organization, subject: "demo", permissions: allPermissions }
  // of this brand, and with prices in the past, now and to come
  const [first, second, third] = [1, 4, 10].map((index) => demoProduct(demoSize, index))
  const day = (days: number) => addDays(today, days)
  yield* savePricePolicy(caller, {
    brand_key: brand,
    ...noPricePolicy,
    notice_days: 14,
    max_increase_percent: "10",
    max_decrease_percent: "25",
    endings: ["0.95"],
    blackouts: [{ from: day(30), until: day(60), reason: "Holidays: dealers change no prices" }],
  })
  const open = (key: string, name: string) =>
    createPriceBatch(caller, { key, name, kind: "price_change", brand_key: brand })

  yield* open("HOLIDAYS", "Over the holidays, then back")
  const { product_key, variants } = first!
  const line = {
    price_type: "MAP",
    amount: "129.95",
    effective_from: day(40),
    effective_until: day(47),
    return: "none",
  } as const
  yield* generatePriceChange(caller, {
    brand_key: brand,
    batch_key: "HOLIDAYS",
    name: null,
    colorways: [{ product_key, color: variants[0]!.color, lines: [line], basis: null }],
    on_collision,
    on_no_return: "refuse",
    include_unchanged: false,
    dry_run: false,
  })
  const adjusted = (batch_key: string, product: string, percent: string) =>
    adjustPrices(caller, {
      brand_key: brand,
      batch_key,
      name: null,
      selection: { all: false, product_keys: [product], label_keys: null, source: null, colors: null },
      leave_out: [],
      price_types: ["MAP"],
      adjust: { percent },
      round: { to: null, mode: "half_up", ending: "0.95" },
      effective_from: day(75),
      effective_until: null,
      on_collision,
      dry_run: false,
      on_no_return: "refuse",
      written: null,
      after: null,
    })
  for (const [key, name, product, percent] of [
    ["SPRING-UP", "Four percent more from spring on", second!.product_key, "4"],
    ["CLEARANCE", "A fifth less, taken back", third!.product_key, "-20"],
  ] as const) {
    yield* open(key, name)
    yield* adjusted(key, product, percent)
    yield* publishPriceBatch(caller, { batch_key: key, ...accepted })
  }
  const { batch_key } = yield* revertPriceBatch(caller, { batch_key: "CLEARANCE" })
  yield* publishPriceBatch(caller, { batch_key, ...accepted })
})
