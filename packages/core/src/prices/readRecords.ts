import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { NotFound } from "../kernel/errors.ts"
import { readWithin } from "../kernel/requireWithin.ts"
import { type HistoryOf, PriceHistory } from "./PriceHistory.ts"

/** All records of a variant or of a product's variants. Fails with `NotFound`, and with `LimitExceeded` (`timeline_records`). */
export const readRecords = Effect.fnUntraced(function* (
  organization: string,
  of: HistoryOf,
  price_type: string | null,
) {
  const { records } = yield* PriceHistory
  const found = yield* readWithin(
    "timeline_records",
    (limit) => records(organization, of, { price_type, limit }),
    Option.match({
      onNone: () => 0,
      onSome: ({ count, variants }) => Math.max(count, variants.length),
    }),
  )
  if (Option.isNone(found)) {
    return yield* "variant_key" in of
      ? new NotFound({ resource: "variant", key: of.variant_key })
      : new NotFound({ resource: "product", key: of.product_key })
  }
  return found.value
})
