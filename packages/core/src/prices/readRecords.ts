import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readWithin } from "../kernel/CallLimits.ts"
import { NotFound } from "../kernel/errors.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { momentIn, momentRefused } from "../kernel/momentIn.ts"
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
  const found = yield* readWithin(
    "timeline_records",
    (limit) =>
      records(organization, of, {
        price_type,
        price_lists,
        limit,
        wasKnown: known_at !== null,
      }),
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
  const now = yield* currentInstant
  const history = { ...found.value, records: recordsSeenBy(principal, found.value.records) }
  if (known_at === null) return { ...history, now }
  const moment = yield* momentIn(history.time_zone, "known_at", known_at)
  if (moment > now) return yield* momentRefused("known_at", known_at, "known_at should not be in the future")
  return { ...historyAsKnown(history, of, moment), now: moment }
})
