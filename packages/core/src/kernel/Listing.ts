import * as Schema from "effect/Schema"
import { StorableText } from "./storable.ts"
import { orNull, withDefault } from "./withDefault.ts"

/** What a list's `total` counts at most. */
export const mostCounted = 100_000

/** SKUs that a word of a search for batches is looked for in at most. */
export const mostSkusSearched = 10_000

/** How many entries of a list an answer gives. */
export const mostListed = 100

/** How many items there are in all: no more than `mostCounted` are counted, and `total_is_exact` is false where there are more. */
export const totals = { total: Schema.Int, total_is_exact: Schema.Boolean }

/** How many items a page has at most. */
export const PageLimit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 }))

/** A text of a place: one that stores can keep, as that of every page is. */
export const PlaceText = StorableText

/** The members of a question for a page: its first 50 items, or those that come `after` the place that the page before ended with. */
export const paged = <Place extends Schema.Top>(place: Place) => ({
  limit: withDefault(PageLimit, 50),
  after: orNull(place),
})

/** A list with the place that the next page comes `after`; null at the end. */
export const pageSchema = <Fields extends Schema.Struct.Fields, Place extends Schema.Top>(
  list: Schema.Struct<Fields>,
  place: Place,
) => Schema.Struct({ ...list.fields, next: Schema.NullOr(place) })

/** Words to look for, in any order, without accents or case (`foldText`); null: any. */
export const SearchText = orNull(Schema.String.check(Schema.isMaxCodePoints(200)))

/** What a port finds of a list: the first `limit` items, and how many there are in all, counted no further than one more than `mostCounted`. */
export interface Found<Item> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
  /** No item comes after these. */
  readonly isEnd: boolean
}

/** The totals that a list tells. */
export const totalsOf = (total: number) => ({
  total: Math.min(total, mostCounted),
  total_is_exact: total <= mostCounted,
})

/** A page of what was found; `next` is the place of its last item, null where it is the end. */
export const pageOf = <Item, Place>(
  { items, total, isEnd }: Found<Item>,
  placeOf: (item: Item) => Place,
): {
  readonly items: ReadonlyArray<Item>
  readonly total: number
  readonly total_is_exact: boolean
  readonly next: Place | null
} => {
  const last = items.at(-1)
  return { items, ...totalsOf(total), next: isEnd || last === undefined ? null : placeOf(last) }
}
