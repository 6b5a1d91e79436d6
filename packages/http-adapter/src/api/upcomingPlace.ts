import { UpcomingPlace } from "@hangtag/core"
import { Option, Schema } from "effect"

const { at, batch_key, product_key, color } = UpcomingPlace.fields
const decode = Schema.decodeOption(Schema.fromJsonString(Schema.Tuple([at, batch_key, product_key, color])))

/** The row that a page comes after, as the link to that page has it; `undefined` for a text that is none. */
export const upcomingPlace = (text: string): UpcomingPlace | undefined =>
  Option.getOrUndefined(
    Option.map(decode(text), ([at, batch_key, product_key, color]) => ({
      at,
      batch_key,
      product_key,
      color,
    })),
  )

export const upcomingPlaceText = ({ at, batch_key, product_key, color }: UpcomingPlace): string =>
  JSON.stringify([at, batch_key, product_key, color])
