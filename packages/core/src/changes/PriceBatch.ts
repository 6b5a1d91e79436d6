import * as Schema from "effect/Schema"
import { Amount } from "../kernel/Amount.ts"
import { basePriceList } from "../kernel/basePriceList.ts"
import { BrandedInstant } from "../kernel/Instant.ts"
import { PageLimit, PlaceText, paged, pageSchema, SearchText, totals } from "../kernel/Listing.ts"
import { StorableText } from "../kernel/storable.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"
import { Ending } from "../prices/PriceRecord.ts"

/** A price change holds drafts and withdrawals, a republish prices in force. */
export const BatchKind = Schema.Literals(["price_change", "republish"])
export type BatchKind = typeof BatchKind.Type

/** Only an open batch changes; a published or discarded one stays as it is. */
export const PriceBatchStatus = Schema.Literals(["open", "published", "discarded"])
export type PriceBatchStatus = typeof PriceBatchStatus.Type

const TextOrNull = Schema.NullOr(Schema.String)

/** A batch as its keepers see it; times are ISO 8601, UTC, and null where they have not come or were not noted. */
export class PriceBatch extends Schema.Opaque<PriceBatch>()(
  Schema.Struct({
    key: Schema.String,
    name: TextOrNull,
    kind: BatchKind,
    /** Null: of any brand. */
    brand_key: TextOrNull,
    status: PriceBatchStatus,
    /** The batch that it takes back. */
    reverts: TextOrNull,
    created_at: TextOrNull,
    created_by: TextOrNull,
    published_at: TextOrNull,
    published_by: TextOrNull,
    discarded_at: TextOrNull,
    discarded_by: TextOrNull,
    /** What people say of it to each other, and who said it last. */
    note: TextOrNull,
    noted_at: TextOrNull,
    noted_by: TextOrNull,
    /**
     * Records that it holds, and future records that publishing it withdraws; of one that is open no more those that it
     * held at its end, also where they were withdrawn since.
     */
    counts: Schema.Struct({ records: Schema.Int, withdrawals: Schema.Int }),
  }).annotate({ identifier: "PriceBatch" }),
) {}

/** A name that people give a batch. */
export const BatchName = StorableText.check(Schema.isMaxCodePoints(200))

/** What people say of a batch to each other; no rule looks at it. */
export const BatchNote = StorableText.check(Schema.isMaxCodePoints(2_000))

/** A batch to be made; without a key it gets a readable one. */
export const NewPriceBatch = Schema.Struct({
  key: orNull(StorableText.check(Schema.isMinCodePoints(1), Schema.isMaxCodePoints(100))),
  name: orNull(BatchName),
  kind: BatchKind,
  brand_key: orNull(Schema.String),
}).annotate({ identifier: "NewPriceBatch" })
export interface NewPriceBatch extends Schema.Schema.Type<typeof NewPriceBatch> {}

/** Where a batch stands among those that its organization ever made: the first has 1. */
export const PriceBatchPlace = Schema.Struct({
  number: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
})
export interface PriceBatchPlace extends Schema.Schema.Type<typeof PriceBatchPlace> {}

/**
 * Batches asked for; null: of any. `search`: each word is a part of the key, of the name, or of a SKU of which the batch
 * holds or withdraws a price (`foldText`); of a word that more SKUs have, of the first `mostSkusSearched` by key.
 */
export const PriceBatchQuery = Schema.Struct({
  status: orNull(PriceBatchStatus),
  kind: orNull(BatchKind),
  brand_key: orNull(Schema.String),
  /** The batch that they take back. */
  reverts: orNull(Schema.String),
  search: SearchText,
  /** `after`: the place that the page before gave in `next`; those made before it follow, though its batch is there no more. */
  ...paged(PriceBatchPlace),
})
export interface PriceBatchQuery extends Schema.Schema.Type<typeof PriceBatchQuery> {}

/** The newest first. `next`: what to ask the next page with, null at the end. */
export const PriceBatchList = Schema.Struct({ items: Schema.Array(PriceBatch), ...totals }).annotate({
  identifier: "PriceBatchList",
})
/** One page of batches, newest first, with the cursor of the next. */
export class PriceBatchPage extends Schema.Opaque<PriceBatchPage>()(
  pageSchema(PriceBatchList, PriceBatchPlace),
  /** One page of batches, newest first, with the cursor of the next. */
) {}

/** What a batch changes at one instant in one price type of a list: the prices that begin then, and those that it withdraws. */
export const BatchMoment = Schema.Struct({
  /** ISO 8601, UTC, to the microsecond. */
  at: Schema.String,
  price_type: Schema.String,
  price_list: Schema.String,
  records: Schema.Int,
  withdrawals: Schema.Int,
  /** Of its records, without zeros that say nothing; null where there are none. */
  least_amount: Schema.NullOr(Amount),
  greatest_amount: Schema.NullOr(Amount),
  /** What those that end a price say, each once. */
  ends: Schema.Array(Ending),
}).annotate({ identifier: "BatchMoment" })
export interface BatchMoment extends Schema.Schema.Type<typeof BatchMoment> {}

/** Where a moment stands among those of its batch. */
export const BatchMomentPlace = Schema.Struct({
  at: BrandedInstant,
  price_type: PlaceText,
  price_list: withDefault(PlaceText, basePriceList),
})
export interface BatchMomentPlace extends Schema.Schema.Type<typeof BatchMomentPlace> {}

/** Moments of a batch asked for. */
export const BatchMomentQuery = Schema.Struct(paged(BatchMomentPlace))
export interface BatchMomentQuery extends Schema.Schema.Type<typeof BatchMomentQuery> {}

/** By instant, then by price type, then by list. */
export const BatchMomentList = Schema.Struct({ items: Schema.Array(BatchMoment), ...totals }).annotate({
  identifier: "BatchMomentList",
})
/** The list, with the place that the next page comes `after`; null at the end. */
export class BatchMomentPage extends Schema.Opaque<BatchMomentPage>()(
  pageSchema(BatchMomentList, BatchMomentPlace),
) {}

/** What became of a batch that was published. Numbers of an organization grow by one, without gaps. */
export class Publication extends Schema.Opaque<Publication>()(
  Schema.Struct({
    number: Schema.Int,
    batch_key: Schema.String,
    published_at: Schema.String,
    published_by: Schema.String,
    /** Records that it published or withdrew. */
    records: Schema.Int,
    /** Of `publicationLine` of each of them, in their order, with a line feed between. */
    sha256: Schema.String,
  }).annotate({ identifier: "Publication" }),
) {}

/** The publications asked for: the first `limit` after a number, 0 for all. */
export const PublicationQuery = Schema.Struct({
  after: withDefault(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)), 0),
  limit: withDefault(PageLimit, 50),
})
export interface PublicationQuery extends Schema.Schema.Type<typeof PublicationQuery> {}

/** Publications after a number, in order; a consumer asks again with the last number that it has seen. */
export class PublicationPage extends Schema.Opaque<PublicationPage>()(
  Schema.Struct({ items: Schema.Array(Publication) }).annotate({
    identifier: "PublicationPage",
  }),
) {}

/** What a publish accepts; each false by default. */
export const PublishOptions = Schema.Struct({
  /** `accept`: publish although what the batch was judged by has moved. */
  on_moved: withDefault(Schema.Literals(["refuse", "accept"]), "refuse"),
  allow_backdated: withDefault(Schema.Boolean, false),
}).annotate({ identifier: "PublishRequest" })
export interface PublishOptions extends Schema.Schema.Type<typeof PublishOptions> {}

/**
 * What becomes of a record when its batch is taken back. A set that is to come is `withdrawn`; one in force is `returned`
 * to what would be in force without the batch, or `unchanged` where that is the same amount, or stays where there is
 * `no_earlier_price`; one that is over is `superseded`. A record that the batch withdrew is `set_again` while it is to come,
 * or beneath a temporary price, and `returned` or `superseded` else. What another has withdrawn meanwhile is `already_withdrawn`.
 */
export const RevertOutcome = Schema.Literals([
  "withdrawn",
  "returned",
  "unchanged",
  "superseded",
  "no_earlier_price",
  "set_again",
  "already_withdrawn",
])
export type RevertOutcome = typeof RevertOutcome.Type

/** The batch that takes another back: open, to be looked at and published. */
export class RevertResult extends Schema.Opaque<RevertResult>()(
  Schema.Struct({
    batch_key: Schema.String,
    reverts: Schema.String,
    /** Of the batch that is taken back: each has one outcome. */
    records: Schema.Int,
    outcomes: Schema.Struct({
      withdrawn: Schema.Int,
      returned: Schema.Int,
      unchanged: Schema.Int,
      superseded: Schema.Int,
      no_earlier_price: Schema.Int,
      set_again: Schema.Int,
      already_withdrawn: Schema.Int,
    }),
    /** Those that are left as they are, and why; the first hundred. */
    left: Schema.Array(
      Schema.Struct({
        record_key: Schema.String,
        variant_key: Schema.String,
        price_type: Schema.String,
        price_list: Schema.String,
        outcome: RevertOutcome,
      }),
    ),
  }).annotate({ identifier: "RevertResult" }),
) {}
