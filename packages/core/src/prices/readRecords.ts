import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readWithin } from "../kernel/CallLimits.ts"
import { invalidValue, requireFound } from "../kernel/faults.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { momentIn } from "../kernel/momentIn.ts"
import type { Principal } from "../kernel/Principal.ts"
import { type HistoryOf, PriceHistory } from "./PriceHistory.ts"
import { historyAsKnown } from "./rules/asKnown.ts"
import { recordsSeenBy } from "./seenBy.ts"

/**
 * All records of a variant or of a product's variants in some price lists, as they are, or as the catalog had them at `known_at`, for
 * the caller's eyes (`recordsSeenBy`); `now` is that moment.
 * Fails with `NotFound`, with `LimitExceeded` (`timeline_records`), and with `InvalidRequest` for a moment that is to come.
 */
export const readRecords = Effect.fnUntraced(function* (
  principal: Principal,
  of: HistoryOf,
  price_type: string | null,
  price_lists: ReadonlyArray<string>,
  known_at: string | null,
) {
  const { organization } = principal
  const { records } = yield* PriceHistory
  const wasKnown = known_at !== null
  const read = readWithin(
    "timeline_records",
    (limit) => records(organization, of, { price_type, price_lists, limit, wasKnown }),
    Option.match({
      onNone: () => 0,
      onSome: ({ count, variants }) => Math.max(count, variants.length),
    }),
  )
  const found = yield* "variant_key" in of
    ? requireFound(read, "variant", of.variant_key)
    : requireFound(read, "product", of.product_key)
  const now = yield* currentInstant
  const history = { ...found, records: recordsSeenBy(principal, found.records) }
  if (known_at === null) return { ...history, now }
  const moment = yield* momentIn(history.time_zone, "known_at", known_at)
  if (moment > now) return yield* invalidValue("known_at", known_at, "known_at should not be in the future")
  return { ...historyAsKnown(history, of, moment), now: moment }
})
