import * as Schema from "effect/Schema"
import { LimitExceeded, NotFound } from "../kernel/errors.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { PriceHistory } from "./PriceHistory.ts"
import { PriceTimeline, TimelineQuery } from "./PriceTimeline.ts"
import { timelineOf } from "./timelineOf.ts"

/**
 * What a variant costs over time: for each price type consecutive segments, with the drafts beside them.
 *
 * Fails with `NotFound` for an unknown variant, with `InvalidRequest` for what is no date, and with
 * `LimitExceeded` (`timeline_records`). Needs `price:read`.
 */
export const variantTimeline = operation({
  name: "variantTimeline",
  permission: "price:read",
  input: Schema.Struct({ variant_key: Key, ...TimelineQuery.fields }),
  output: PriceTimeline,
  errors: [NotFound, LimitExceeded],
  ports: [PriceHistory],
  limits: ["timeline_records"],
  effect: "read",
  forBound: true,
  run: (principal, { variant_key, ...query }) => timelineOf(principal, { variant_key }, query),
})
