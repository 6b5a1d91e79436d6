import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { basePriceList } from "../kernel/basePriceList.ts"
import { EffectiveFrom } from "../kernel/EffectiveFrom.ts"
import { LimitExceeded, NotFound } from "../kernel/errors.ts"
import { instantToExactText } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { momentIn } from "../kernel/momentIn.ts"
import { operation } from "../kernel/operation.ts"
import { shownIn } from "../kernel/rules/effectiveInstant.ts"
import { orNull } from "../kernel/withDefault.ts"
import { PriceHistory } from "./PriceHistory.ts"
import { PriceExplanation } from "./PriceTimeline.ts"
import { requireLists } from "./readLists.ts"
import { readRecords } from "./readRecords.ts"
import { explainPrice } from "./rules/explainPrice.ts"

/**
 * Why a price of a variant is in force at a moment (default: now), or why there is none; with `known_at` as the catalog would
 * have said then.
 *
 * Fails with `NotFound` for an unknown variant, with `InvalidRequest` for what is no date, and with `LimitExceeded`
 * (`timeline_records`). Needs `price:read`.
 */
export const explainVariantPrice = operation({
  name: "explainVariantPrice",
  permission: "price:read",
  input: Schema.Struct({
    variant_key: Key,
    price_type: Schema.String,
    /** Null: `base`. */
    price_list: orNull(Schema.String),
    at: orNull(EffectiveFrom),
    known_at: orNull(EffectiveFrom),
  }),
  output: PriceExplanation,
  errors: [NotFound, LimitExceeded],
  ports: [PriceHistory],
  limits: ["timeline_records"],
  effect: "read",
  forBound: true,
  run: Effect.fnUntraced(function* (principal, { variant_key, price_type, price_list, at: asked, known_at }) {
    const of = { variant_key }
    yield* requireLists(principal, [{ loc: ["price_list"], price_list }])
    const list = price_list ?? basePriceList
    const { time_zone, records, now } = yield* readRecords(principal, of, price_type, [list], known_at)
    const at = asked === null ? now : yield* momentIn(time_zone, "at", asked)
    return {
      variant_key,
      price_type,
      price_list: list,
      at: instantToExactText(at),
      ...explainPrice(records.map(shownIn(time_zone)), at, list),
    }
  }),
})
