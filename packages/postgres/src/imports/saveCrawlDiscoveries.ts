import { type CrawlDiscoveryEntry, type Instant, urlKey } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { folded, urlKeyOf } from "../catalog/productListing.ts"
import { isStorable, storingFault, toBigint } from "../database/parameters.ts"
import { foldEntries } from "./foldEntries.ts"

const keyOf = (entry: CrawlDiscoveryEntry) => JSON.stringify([entry.job_id, entry.discovery_id])

/** Writes crawl discoveries within the surrounding scope. */
export const saveCrawlDiscoveries = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  entries: ReadonlyArray<CrawlDiscoveryEntry>,
  at: Instant,
) {
  const named = entries.filter(isStorable)
  const kept = yield* sql<CrawlDiscoveryEntry>`
    select d.job_id, d.discovery_id, d.url, d.title, d.selected
    from (select distinct * from unnest(${named.map((entry) => entry.job_id)}::text[],
      ${named.map((entry) => entry.discovery_id)}::text[])) k(job_id, discovery_id)
    cross join lateral (select * from hangtag_crawl_discovery d where d.organization = ${organization}
      and d.job_id = k.job_id and d.discovery_id = k.discovery_id limit 1) d`
  const deselected = yield* sql<{ readonly url: string }>`
    select k.url from unnest(${[...new Set(named.map(({ url }) => urlKey(url)))]}::text[]) k(url)
    cross join lateral (select c.selected from hangtag_crawl_choice c where c.organization = ${organization}
      and c.url_key = ${urlKeyOf(sql, sql`k.url`)} limit 1) c where not c.selected`
  const unwanted = new Set(deselected.map(({ url }) => url))
  const before = new Map(kept.map((entry) => [keyOf(entry), entry]))
  const { result, changed } = foldEntries<CrawlDiscoveryEntry, CrawlDiscoveryEntry>(entries, before, {
    keyOf,
    fault: (entry) => storingFault(entry, [entry.job_id, entry.discovery_id]),
    next: (entry, before) => {
      if (before?.url === entry.url && before.title === entry.title) return before
      const url = urlKey(entry.url)
      const comes = before === undefined || urlKey(before.url) !== url
      return { ...entry, selected: !(comes && unwanted.has(url)) && (before ?? entry).selected }
    },
  })
  if (changed.length > 0) {
    const rows = changed.map((entry) => ({
      ...entry,
      search_text: folded(entry.url, entry.title ?? ""),
      url_key: urlKey(entry.url),
    }))
    // selected stays out of the update: a caller may choose at this very moment
    yield* sql`
      insert into hangtag_crawl_discovery
        (organization, job_id, discovery_id, url, title, selected, updated_at, search_text, url_key)
      select ${organization}, r.job_id, r.discovery_id, r.url, r.title, r.selected, ${toBigint(at)}, r.search_text,
        ${urlKeyOf(sql, sql`r.url_key`)}
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(job_id text, discovery_id text, url text, title text, selected boolean, search_text text[], url_key text)
      on conflict (organization, job_id, discovery_id)
        do update set url = excluded.url, title = excluded.title, updated_at = excluded.updated_at,
          search_text = excluded.search_text, url_key = excluded.url_key`
  }
  const dropped = changed.filter((entry) => before.get(keyOf(entry))?.selected === true && !entry.selected)
  if (dropped.length > 0)
    yield* sql`
      update hangtag_crawl_discovery d set selected = false
      from unnest(${dropped.map((entry) => entry.job_id)}::text[],
        ${dropped.map((entry) => entry.discovery_id)}::text[]) r(job_id, discovery_id)
      where d.organization = ${organization} and d.job_id = r.job_id and d.discovery_id = r.discovery_id`
  return result
})
