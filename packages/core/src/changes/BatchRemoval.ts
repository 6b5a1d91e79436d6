import * as Schema from "effect/Schema"
import { EffectiveFrom } from "../kernel/EffectiveFrom.ts"
import { oneGiven } from "../kernel/oneGiven.ts"
import { orNull } from "../kernel/withDefault.ts"
import { ColorwayKey } from "./PriceChange.ts"

/** A line of a colorway that a batch was asked for, by where it begins. */
export const BatchLineKey = Schema.Struct({
  ...ColorwayKey.fields,
  price_type: Schema.String,
  /** `base` where it is left out. */
  price_list: Schema.optionalKey(Schema.String),
  effective_from: EffectiveFrom,
}).annotate({ identifier: "BatchLineKey" })
export interface BatchLineKey extends Schema.Schema.Type<typeof BatchLineKey> {}

/** The prices of one type of a variant in a price list. */
export const PairKey = Schema.Struct({
  variant_key: Schema.String,
  price_type: Schema.String,
  /** `base` where it is left out. */
  price_list: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "PairKey" })
export interface PairKey extends Schema.Schema.Type<typeof PairKey> {}

const some = <S extends Schema.Top>(schema: S) => orNull(Schema.Array(schema).check(Schema.isMinLength(1)))

export const oneRemoved = oneGiven("colorways", "lines", "pairs")

/** What is to be taken out of an open batch: one of the three, the others null. */
export const BatchRemoval = Schema.Struct({
  /** All that the batch holds and withdraws of them. */
  colorways: some(ColorwayKey),
  /** Each with its return; what later lines then change is written anew. */
  lines: some(BatchLineKey),
  /** All that the batch holds and withdraws of them. */
  pairs: some(PairKey),
})
  .check(oneRemoved)
  .annotate({ identifier: "BatchRemoval" })
export interface BatchRemoval extends Schema.Schema.Type<typeof BatchRemoval> {}

/** What was taken out of a batch. */
export class BatchRemovalResult extends Schema.Opaque<BatchRemovalResult>()(
  Schema.Struct({
    batch_key: Schema.String,
    /** Drafts that it no longer holds. */
    records: Schema.Int,
    /** Records that publishing it no longer withdraws. */
    withdrawals: Schema.Int,
    /** Drafts of lines that stay, which change something only now. */
    created: Schema.Int,
    /** What the batch holds nothing of; the first hundred. */
    not_found: Schema.Struct({
      colorways: Schema.Array(ColorwayKey),
      lines: Schema.Array(BatchLineKey),
      pairs: Schema.Array(PairKey),
    }),
    /** What the batch then holds. */
    counts: Schema.Struct({ records: Schema.Int, withdrawals: Schema.Int }),
  }).annotate({ identifier: "BatchRemovalResult" }),
) {}
