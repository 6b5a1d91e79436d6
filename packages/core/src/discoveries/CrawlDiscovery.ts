import * as Schema from "effect/Schema"
import { PlaceText, paged, pageSchema, SearchText, totals } from "../kernel/Listing.ts"
import { orNull } from "../kernel/withDefault.ts"

/** A URL that a crawl job found, selected for import or not. */
export class CrawlDiscovery extends Schema.Opaque<CrawlDiscovery>()(
  Schema.Struct({
    job_id: Schema.String,
    discovery_id: Schema.String,
    url: Schema.String,
    title: Schema.NullOr(Schema.String),
    selected: Schema.Boolean,
    /** ISO 8601, UTC. */
    updated_at: Schema.String,
  }).annotate({ identifier: "CrawlDiscovery" }),
) {}

/** Discoveries that are counted of one job in a list of jobs. */
export const mostCountedOfJob = 10_000

/** A crawl job that found something: how many URLs, and how many of them are selected. */
export const CrawlJob = Schema.Struct({
  job_id: Schema.String,
  discoveries: Schema.Int,
  selected: Schema.Int,
  /** False where it found more than `mostCountedOfJob`: those are counted, by discovery id. */
  counts_are_exact: Schema.Boolean,
}).annotate({ identifier: "CrawlJob" })
export interface CrawlJob extends Schema.Schema.Type<typeof CrawlJob> {}

/** Crawl jobs asked for. `after`: the id of the last one of the page before. */
export const CrawlJobQuery = Schema.Struct(paged(PlaceText))
export interface CrawlJobQuery extends Schema.Schema.Type<typeof CrawlJobQuery> {}

/** By job id. */
export const CrawlJobList = Schema.Struct({ items: Schema.Array(CrawlJob), ...totals }).annotate({
  identifier: "CrawlJobList",
})
/** The list, with the id that the next page comes `after`; null at the end. */
export class CrawlJobPage extends Schema.Opaque<CrawlJobPage>()(pageSchema(CrawlJobList, Schema.String)) {}

/** Discoveries of a job asked for; null: of any. `search`: a part of URL or title. `after`: the id of the last one of the page before. */
export const DiscoveryQuery = Schema.Struct({
  selected: orNull(Schema.Boolean),
  search: SearchText,
  ...paged(PlaceText),
})
export interface DiscoveryQuery extends Schema.Schema.Type<typeof DiscoveryQuery> {}

/** A discovery, with the key of the product that has its URL (`urlKey`), if any; null to who may not read products. */
export const ListedDiscovery = Schema.Struct({
  ...CrawlDiscovery.fields,
  already_in_catalog: Schema.NullOr(Schema.String),
}).annotate({ identifier: "ListedDiscovery" })
export interface ListedDiscovery extends Schema.Schema.Type<typeof ListedDiscovery> {}

/** By discovery id. */
export const DiscoveryList = Schema.Struct({ items: Schema.Array(ListedDiscovery), ...totals }).annotate({
  identifier: "DiscoveryList",
})
/** The list, with the id that the next page comes `after`; null at the end. */
export class DiscoveryPage extends Schema.Opaque<DiscoveryPage>()(pageSchema(DiscoveryList, Schema.String)) {}

/** Many discoveries of one job, to be selected or not. */
export const DiscoverySelection = Schema.Struct({
  discovery_ids: Schema.Array(Schema.String),
  selected: Schema.Boolean,
}).annotate({ identifier: "DiscoverySelection" })
export interface DiscoverySelection extends Schema.Schema.Type<typeof DiscoverySelection> {}

/** What became of a discovery of a selection; `not_found`: the job has none of this id. */
export const SelectionOutcome = Schema.Literals(["changed", "unchanged", "not_found"])
export type SelectionOutcome = typeof SelectionOutcome.Type

/** Each id that was asked for, once, in the order of asking, and how many of each outcome. */
export class DiscoverySelectionResult extends Schema.Opaque<DiscoverySelectionResult>()(
  Schema.Struct({
    job_id: Schema.String,
    selected: Schema.Boolean,
    changed: Schema.Int,
    unchanged: Schema.Int,
    not_found: Schema.Int,
    outcomes: Schema.Array(Schema.Struct({ discovery_id: Schema.String, outcome: SelectionOutcome })),
  }).annotate({ identifier: "DiscoverySelectionResult" }),
) {}
