import type { CrawlDiscoveryEntry, Instant } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { toBigint } from "../repositories/toBigint.ts"
import { isStorable, storingFault } from "../sql/storable.ts"
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
  const { result, changed } = foldEntries<CrawlDiscoveryEntry, CrawlDiscoveryEntry>(
    entries,
    new Map(kept.map((entry) => [keyOf(entry), entry])),
    {
      keyOf,
      fault: (entry) => storingFault(entry, [entry.job_id, entry.discovery_id]),
      next: (entry, before) =>
        before === undefined
          ? entry
          : before.url === entry.url && before.title === entry.title
            ? before
            : { ...entry, selected: before.selected },
    },
  )
  if (changed.length > 0) {
    // selected stays out of the update: somebody may choose at this very moment
    yield* sql`
      insert into hangtag_crawl_discovery
      select ${organization}, r.*, ${toBigint(at)}
      from json_to_recordset(${JSON.stringify(changed)}::json)
        as r(job_id text, discovery_id text, url text, title text, selected boolean)
      on conflict (organization, job_id, discovery_id)
        do update set url = excluded.url, title = excluded.title, updated_at = excluded.updated_at`
  }
  return result
})
