import type {
  AdjustmentAsked,
  ChangeLine,
  ColorwayChange,
  NewPriceBatch,
  OnCollision,
  PrefillLine,
  PriceAdjustment,
  PriceBatchQuery,
  PriceChangeRequest,
  Rounding,
} from "@hangtag/core"
import { aPrefillLine } from "./priceBuilders.ts"

/** A price change of any brand, whose key is chosen for it. */
export const aNewPriceBatch = (with_: Partial<NewPriceBatch> = {}): NewPriceBatch => ({
  key: null,
  name: null,
  kind: "price_change",
  brand_key: null,
  ...with_,
})

/** The first 50 of all batches. */
export const aPriceBatchQuery = (with_: Partial<PriceBatchQuery> = {}): PriceBatchQuery => ({
  status: null,
  kind: null,
  brand_key: null,
  reverts: null,
  search: null,
  limit: 50,
  after: null,
  ...with_,
})

/** A line that sets MAP to 129.95 from 2026-12-01 on, for good; with `amount: null` and `ends` one that ends it. */
export function aChangeLine(with_?: Partial<ChangeLine & PrefillLine>): ChangeLine & PrefillLine
export function aChangeLine(with_: Partial<ChangeLine>): ChangeLine
export function aChangeLine(with_: Partial<ChangeLine> = {}): ChangeLine {
  return { ...aPrefillLine(), effective_until: null, return: null, ...with_ }
}

/** One line for the black colorway of `aProductEntry`. */
export const aColorwayChange = (with_: Partial<ColorwayChange> = {}): ColorwayChange => ({
  product_key: "P1",
  color: "Black",
  lines: [aChangeLine()],
  basis: null,
  ...with_,
})

/** What is done where a request does not say. */
export const anOnCollision = (with_: Partial<OnCollision> = {}): OnCollision => ({
  same_instant: "reject",
  overridden_later: "keep",
  leapfrogged: "keep",
  ...with_,
})

/** One line for the black colorway of `P1`, into a new batch. */
export const aPriceChangeRequest = (with_: Partial<PriceChangeRequest> = {}): PriceChangeRequest => ({
  batch_key: null,
  replaces: null,
  name: null,
  colorways: [aColorwayChange()],
  on_collision: anOnCollision(),
  on_no_return: "refuse",
  include_unchanged: false,
  dry_run: false,
  ...with_,
})

/** To the nearest of nothing yet: say `to`, or `ending`. */
export const aRounding = (with_: Partial<Rounding> = {}): Rounding => ({
  to: null,
  mode: "half_up",
  ending: null,
  ...with_,
})

/** Nothing yet: say `all`, or what. */
export const aSelection = (
  with_: Partial<PriceAdjustment["selection"]> = {},
): PriceAdjustment["selection"] => ({
  all: false,
  product_keys: null,
  label_keys: null,
  source: null,
  colors: null,
  price_list: null,
  where: "own",
  ...with_,
})

/** MAP of all products of a brand, five percent less from 2026-12-01 on, into a new batch. */
export const aPriceAdjustment = (
  with_: Partial<typeof PriceAdjustment.Encoded> = {},
): typeof PriceAdjustment.Encoded => ({
  batch_key: null,
  name: null,
  selection: aSelection({ all: true }),
  leave_out: [],
  price_types: ["MAP"],
  adjust: { percent: "-5" },
  round: null,
  effective_from: "2026-12-01",
  effective_until: null,
  on_collision: anOnCollision(),
  dry_run: false,
  on_no_return: "refuse",
  ...with_,
})

/** The first page. */
export const anAdjustmentAsked = (with_: Partial<AdjustmentAsked> = {}): AdjustmentAsked => ({
  written: null,
  after: null,
  ...with_,
})
