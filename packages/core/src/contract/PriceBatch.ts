import * as Schema from "effect/Schema"

/** A price change holds drafts and withdrawals, a republish prices in force. */
export const BatchKind = Schema.Literals(["price_change", "republish"])
export type BatchKind = typeof BatchKind.Type

/** Only an open batch changes; a published or discarded one stays as it is. */
export const PriceBatchStatus = Schema.Literals(["open", "published", "discarded"])
export type PriceBatchStatus = typeof PriceBatchStatus.Type

const Moment = Schema.NullOr(Schema.String)

/** A batch as its keepers see it; times are ISO 8601, UTC, and null where they have not come or nobody noted them. */
export const PriceBatch = Schema.Struct({
  key: Schema.String,
  name: Schema.NullOr(Schema.String),
  kind: BatchKind,
  /** Null: of any brand. */
  brand_key: Schema.NullOr(Schema.String),
  status: PriceBatchStatus,
  /** The batch that it takes back. */
  reverts: Schema.NullOr(Schema.String),
  created_at: Moment,
  created_by: Moment,
  published_at: Moment,
  published_by: Moment,
  discarded_at: Moment,
  discarded_by: Moment,
  /** Records that it holds, and future records that publishing it withdraws. */
  counts: Schema.Struct({ records: Schema.Int, withdrawals: Schema.Int }),
}).annotate({ identifier: "PriceBatch" })
export type PriceBatch = typeof PriceBatch.Type

/** A batch to be made; without a key it gets a readable one. */
export const NewPriceBatch = Schema.Struct({
  key: Schema.NullOr(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100))),
  name: Schema.NullOr(Schema.String.check(Schema.isMaxLength(200))),
  kind: BatchKind,
  brand_key: Schema.NullOr(Schema.String),
}).annotate({ identifier: "NewPriceBatch" })
export type NewPriceBatch = typeof NewPriceBatch.Type

/** Batches asked for; null: of any. `search` is a case-insensitive substring of key or name. */
export const PriceBatchQuery = Schema.Struct({
  status: Schema.NullOr(PriceBatchStatus),
  kind: Schema.NullOr(BatchKind),
  brand_key: Schema.NullOr(Schema.String),
  search: Schema.NullOr(Schema.String.check(Schema.isMaxLength(200))),
  limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 })),
  /** The place of the last batch of the page before, as that page gave it in `next`. */
  after: Schema.optionalKey(Schema.Int),
})
export type PriceBatchQuery = typeof PriceBatchQuery.Type

/** The newest first. `next`: what to ask the next page with, null at the end. */
export const PriceBatchPage = Schema.Struct({
  items: Schema.Array(PriceBatch),
  total: Schema.Int,
  next: Schema.NullOr(Schema.Int),
})
export type PriceBatchPage = typeof PriceBatchPage.Type

/** What became of a batch that was published. Numbers of an organization grow by one, without gaps. */
export const Publication = Schema.Struct({
  number: Schema.Int,
  batch_key: Schema.String,
  published_at: Schema.String,
  published_by: Schema.String,
  /** Records that it published or withdrew. */
  records: Schema.Int,
  /** Of `publicationLine` of each of them, in their order, with a line feed between. */
  sha256: Schema.String,
}).annotate({ identifier: "Publication" })
export type Publication = typeof Publication.Type

/** Publications after a number, in order; a consumer asks again with the last number that it has seen. */
export const PublicationPage = Schema.Struct({ items: Schema.Array(Publication) }).annotate({
  identifier: "PublicationPage",
})
export type PublicationPage = typeof PublicationPage.Type

/** What a publish is told to accept; each false unless told. */
export const PublishOptions = Schema.Struct({
  /** `accept`: publish although what the batch was judged by has moved. */
  on_moved: Schema.Literals(["refuse", "accept"]),
  allow_backdated: Schema.Boolean,
})
export type PublishOptions = typeof PublishOptions.Type
