import * as Schema from "effect/Schema"

/** A URL that a crawl job found, selected for import or not. */
export const CrawlDiscovery = Schema.Struct({
  job_id: Schema.String,
  discovery_id: Schema.String,
  url: Schema.String,
  title: Schema.NullOr(Schema.String),
  selected: Schema.Boolean,
  /** ISO 8601, UTC. */
  updated_at: Schema.String,
}).annotate({ identifier: "CrawlDiscovery" })
export type CrawlDiscovery = typeof CrawlDiscovery.Type
