import { BatchMomentPlace, ColorwayPlace, JobPlace, UpcomingPlace } from "@hangtag/core"
import { BatchRecordPlace } from "@hangtag/core/adapter"
import { Option, Schema } from "effect"

const decodeList = Schema.decodeOption(Schema.fromJsonString(Schema.Array(Schema.Unknown)))

/** How a link has the place that a page comes after: the place's values as a JSON list, in the order of their declaration. */
const placeAs = <const Fields extends Schema.Struct.Fields, A extends Schema.Struct<Fields>["Type"]>(
  place: Schema.Struct<Fields> & Schema.Codec<A, unknown>,
) => {
  const names = Object.keys(place.fields)
  const decode = Schema.decodeUnknownOption(place)
  /** `undefined` for a text that is no place. */
  const read = (text: string): A | undefined => {
    const values = Option.getOrElse(decodeList(text), (): ReadonlyArray<unknown> => [])
    if (values.length !== names.length) return undefined
    return Option.getOrUndefined(decode(Object.fromEntries(names.map((name, i) => [name, values[i]]))))
  }
  return {
    read,
    readOrNull: (text: string | undefined): A | null => (text === undefined ? null : (read(text) ?? null)),
    write: (at: A): string => JSON.stringify(names.map((name) => at[name as keyof A])),
  }
}

export const recordPlace = placeAs(BatchRecordPlace)
export const upcomingPlace = placeAs(UpcomingPlace)
export const colorwayPlace = placeAs(ColorwayPlace)
export const batchMomentPlace = placeAs(BatchMomentPlace)
export const jobPlace = placeAs(JobPlace)
