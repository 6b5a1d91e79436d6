import * as Schema from "effect/Schema"
import { LimitExceeded, NotFound } from "../kernel/errors.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { orNull } from "../kernel/withDefault.ts"
import { PriceHistory } from "./PriceHistory.ts"
import { PriceTimeline, TimelineQuery } from "./PriceTimeline.ts"
import { timelineOf } from "./timelineOf.ts"

/**
 * What the variants of a product, or those of one color, cost over time: for each price type consecutive segments, with the drafts beside them.
 *
 * Fails with `NotFound` for an unknown product, with `InvalidRequest` for what is no date, and with
 * `LimitExceeded` (`timeline_records`). Needs `price:read`.
 */
export const productTimeline = operation({
  name: "productTimeline",
  permission: "price:read",
  input: Schema.Struct({ product_key: Key, color: orNull(Schema.String), ...TimelineQuery.fields }),
  output: PriceTimeline,
  errors: [NotFound, LimitExceeded],
  ports: [PriceHistory],
  limits: ["timeline_records"],
  effect: "read",
  forBound: true,
  run: (principal, { product_key, color, ...query }) => timelineOf(principal, { product_key, color }, query),
})
