import { BatchRecordPlace } from "@hangtag/core/adapter"
import { Option, Schema } from "effect"

const PlaceText = Schema.fromJsonString(
  Schema.Tuple([
    BatchRecordPlace.fields.variant_key,
    BatchRecordPlace.fields.price_type,
    BatchRecordPlace.fields.record_key,
  ]),
)
const decode = Schema.decodeOption(PlaceText)

/** The record that a page comes after, as the link to that page has it; `undefined` for a text that is none. */
export const recordPlace = (text: string): BatchRecordPlace | undefined =>
  Option.getOrUndefined(
    Option.map(decode(text), ([variant_key, price_type, record_key]) => ({
      variant_key,
      price_type,
      record_key,
    })),
  )

export const recordPlaceText = ({ variant_key, price_type, record_key }: BatchRecordPlace): string =>
  JSON.stringify([variant_key, price_type, record_key])
