import * as Schema from "effect/Schema"
import { Currency } from "../kernel/Currency.ts"
import { EffectiveFrom } from "../kernel/EffectiveFrom.ts"
import { Expected } from "../kernel/Expected.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import { controlFault } from "../kernel/keyFault.ts"
import { PlaceText, paged, pageSchema, SearchText, totals } from "../kernel/Listing.ts"
import { StorableText } from "../kernel/storable.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"
import type { ListPolicy } from "./ListPolicy.ts"

/** How many lists an organization may have; every question of what a list shows may look at all of them. */
export const mostPriceLists = 2_000

/** How many lists may stand one above another, the lowest and the highest included. */
export const mostLevels = 8

/** At how many instants to come a list may be said to stand elsewhere, or to be archived or in use again. */
export const mostPlacesToCome = 100

/** How often that may be said of a list at all, what follows from it included: it is kept, since what was known of a moment stays, and read wherever lists are. */
export const mostPlaces = 1_000

/** What names a list: 1 to 100 characters, none of them a control character, or half a surrogate pair, and neither `.` nor `..`, which no URL can name. */
export const PriceListKey = Schema.String.check(
  Schema.isMinLength(1),
  Schema.isMaxCodePoints(100),
  Schema.makeFilter(
    (key) => controlFault(key) === undefined && key.isWellFormed() && key !== "." && key !== "..",
    { expected: "a key that URLs can name" },
  ),
)

const TagText = Schema.String.check(Schema.isMaxCodePoints(200))

/** What hosts say of a list, such as its market; no rule looks at it. */
export const PriceListTags = Schema.Record(TagText, TagText).check(
  Schema.makeFilter((tags) => Object.keys(tags).length <= 20, { expected: "at most 20 tags" }),
)

/** What a list is called: 1 to 200 characters. */
export const PriceListName = StorableText.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200))

/** Where a list stands from an instant on: below which one, and whether it still has prices. */
export const PriceListPlace = Schema.Struct({
  /** ISO 8601, UTC. */
  effective_from: Schema.String,
  /** The list whose price is shown where this one has none; null: no other. */
  parent: Schema.NullOr(Schema.String),
  /** An archived list has no price of its own and takes none; lists below fall back past it. */
  archived: Schema.Boolean,
}).annotate({ identifier: "PriceListPlace" })
export interface PriceListPlace extends Schema.Schema.Type<typeof PriceListPlace> {}

/** Prices in one currency for one market, channel or group of customers; `base` is meant where no list is named. */
export class PriceList extends Schema.Opaque<PriceList>()(
  Schema.Struct({
    price_list: Schema.String,
    name: Schema.String,
    /** ISO 4217; null: not said yet, of `base` alone. */
    currency: Schema.NullOr(Currency),
    parent: Schema.NullOr(Schema.String),
    archived: Schema.Boolean,
    tags: PriceListTags,
    /** Where it will stand, the first first. */
    upcoming: Schema.Array(PriceListPlace),
    /** ISO 8601, UTC; null of `base`, which is always there. */
    created_at: Schema.NullOr(Schema.String),
    created_by: Schema.NullOr(Schema.String),
  }).annotate({ identifier: "PriceList" }),
) {}

/** Lists asked for; `search`: words of key or name. `after`: the key of the last list of the page before. */
export const PriceListQuery = Schema.Struct({ search: SearchText, ...paged(PlaceText) })

/** By key. */
export const PriceListList = Schema.Struct({ items: Schema.Array(PriceList), ...totals }).annotate({
  identifier: "PriceListList",
})
/** The lists, with the key that the next page comes `after`; null at the end. */
export class PriceListPage extends Schema.Opaque<PriceListPage>()(pageSchema(PriceListList, Schema.String)) {}

/** A list to be made; it stands below `parent` from now on. */
export const NewPriceList = Schema.Struct({
  price_list: PriceListKey,
  name: PriceListName,
  currency: Currency,
  parent: orNull(Schema.String),
  tags: withDefault(PriceListTags, {}),
}).annotate({ identifier: "NewPriceList" })
export interface NewPriceList extends Schema.Schema.Type<typeof NewPriceList> {}

/** What is to become of a list; what is left out stays. */
export const PriceListChange = Schema.Struct({
  name: Schema.optionalKey(PriceListName),
  /** Once: of `base`, which has none until then. */
  currency: Schema.optionalKey(Currency),
  tags: Schema.optionalKey(PriceListTags),
  parent: Schema.optionalKey(Schema.NullOr(Schema.String)),
  archived: Schema.optionalKey(Schema.Boolean),
  /** From when on `parent` and `archived` hold, a day in UTC; null: from now on. */
  effective_from: orNull(EffectiveFrom),
}).annotate({ identifier: "PriceListChange" })
export interface PriceListChange extends Schema.Schema.Type<typeof PriceListChange> {}

export const PriceListExpected = Expected<PriceList>()

/** Where a list stands from an instant on, as it is kept: since when that is known, and who said so. */
export interface Placement {
  readonly effective_at: BrandedInstant
  readonly parent: string | null
  readonly archived: boolean
  readonly known_at: BrandedInstant
  readonly by: string
}

/** A list as a repository keeps it. */
export interface StoredPriceList {
  readonly price_list: string
  readonly name: string
  readonly currency: string | null
  readonly tags: Readonly<Record<string, string>>
  readonly created: { readonly at: BrandedInstant; readonly by: string } | null
  /** By `effective_at`; of one instant the last that was said holds, in the order in which they were said. Never changed. */
  readonly placements: ReadonlyArray<Placement>
  /** Not there: it was given none. */
  readonly policy?: ListPolicy
}
