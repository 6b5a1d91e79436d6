import {
  ChangedMeanwhile,
  type CrawlDiscovery,
  CrawlDiscoveryRepository,
  type CrawlJob,
  instantToText,
  type ListedDiscovery,
  mostCounted,
} from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { countedPage, finds, foundIn, hasAny, type Listed } from "../database/listPage.ts"
import { comparable, comparableKeys, toBigint } from "../database/parameters.ts"
import { scoped, scopedRead } from "../database/scoped.ts"

type DiscoveryRow = Omit<CrawlDiscovery, "updated_at"> & { readonly updated_at: number }
type Known = { readonly is_known: boolean }
type ListRow = DiscoveryRow & Pick<ListedDiscovery, "already_in_catalog">

const one = ([row]: ReadonlyArray<DiscoveryRow>): Option.Option<CrawlDiscovery> =>
  row === undefined ? Option.none() : Option.some({ ...row, updated_at: instantToText(row.updated_at) })

const make = Effect.map(SqlClient, (sql) => {
  const ofJob = (organization: string, jobId: string) =>
    sql`d.organization = ${comparable(organization)} and d.job_id = ${comparable(jobId)}`
  const isKnown = (organization: string, jobId: string) =>
    hasAny(sql, sql`from hangtag_crawl_discovery d where ${ofJob(organization, jobId)}`, "d.discovery_id")

  /** Chooses those of the job, and notes the choice of their URLs: always in one order, so that none waits for another in a circle. */
  const choose = (
    organization: string,
    jobId: string,
    ids: ReadonlyArray<string>,
    selected: boolean,
    at: number,
  ) =>
    sql<DiscoveryRow>`
      with chosen as (
        update hangtag_crawl_discovery d set selected = ${selected},
          updated_at = case when d.selected = ${selected} then d.updated_at else ${toBigint(at)} end
        where ${ofJob(organization, jobId)} and d.discovery_id = any(${comparableKeys(ids)}::text[])
        returning d.*),
      noted as (
        insert into hangtag_crawl_choice (organization, url_key, selected)
        select distinct ${comparable(organization)}, c.url_key, ${selected}::boolean from chosen c order by c.url_key
        on conflict (url_key, organization) do update set selected = excluded.selected)
      select job_id, discovery_id, url, title, selected, updated_at::float8 as updated_at from chosen`

  return CrawlDiscoveryRepository.of({
    select: Effect.fn("CrawlDiscoveryRepository.select")((organization, key, selected, at, expected) => {
      const { job_id, discovery_id } = key
      const current = sql<DiscoveryRow>`
        select job_id, discovery_id, url, title, selected, updated_at::float8 as updated_at
        from hangtag_crawl_discovery d
        where ${ofJob(organization, job_id)} and d.discovery_id = ${comparable(discovery_id)} for update`
      const work = Effect.gen(function* () {
        const found = expected === undefined ? Option.none() : one(yield* current)
        if (Option.isSome(found) && expected?.(found.value) === false)
          return yield* new ChangedMeanwhile({
            resource: "crawl discovery",
            key: `${job_id}/${discovery_id}`,
          })
        return one(yield* choose(organization, job_id, [discovery_id], selected, at))
      })
      return scoped(sql, organization, "CrawlDiscoveryRepository.select", work)
    }),

    selectMany: Effect.fn("CrawlDiscoveryRepository.selectMany")(
      (organization, jobId, discoveryIds, selected, at) => {
        const work = Effect.gen(function* () {
          const before = yield* sql<Pick<CrawlDiscovery, "discovery_id" | "selected">>`
            select d.discovery_id, d.selected from hangtag_crawl_discovery d
            where ${ofJob(organization, jobId)} and d.discovery_id = any(${comparableKeys(discoveryIds)}::text[])
            order by d.discovery_id for update`
          if (before.length === 0) {
            const [job] = yield* sql<Known>`select ${isKnown(organization, jobId)} as is_known`
            return job!.is_known ? Option.some(new Map<string, "changed" | "unchanged">()) : Option.none()
          }
          const ids = before.map(({ discovery_id }) => discovery_id)
          yield* choose(organization, jobId, ids, selected, at)
          return Option.some(
            new Map(
              before.map((each) => [
                each.discovery_id,
                each.selected === selected ? ("unchanged" as const) : ("changed" as const),
              ]),
            ),
          )
        })
        return scoped(sql, organization, "CrawlDiscoveryRepository.selectMany", work)
      },
    ),

    jobs: Effect.fn("CrawlDiscoveryRepository.jobs")(function* (organization, { limit, after, most }) {
      const org = comparable(organization)
      /** The first jobs behind one, as `name`: from one to the next in the key, past what they found. */
      const jobsBehind = (name: Fragment, last: string | null, count: number) => {
        const next = (behind: Fragment) => sql`
          select d.job_id from hangtag_crawl_discovery d
          where d.organization = ${org} and ${behind} order by d.job_id limit 1`
        return sql`${name} as (
          (select n.job_id, 1 as nth from (${next(last === null ? sql`true` : sql`d.job_id > ${comparable(last)}`)}) n)
          union all
          select n.job_id, j.nth + 1 from ${name} j
            cross join lateral (${next(sql`d.job_id > j.job_id`)}) n where j.nth < ${count}::int)`
      }
      const page = sql`
        select j.job_id, least(c.discoveries, ${most}::int) as discoveries, c.selected,
          c.discoveries <= ${most}::int as counts_are_exact
        from page_job j
        cross join lateral (
          select count(*)::int as discoveries, count(*) filter (where f.selected and f.nth <= ${most}::int)::int as selected
          from (select d.selected, row_number() over (order by d.discovery_id) as nth from hangtag_crawl_discovery d
            where d.organization = ${org} and d.job_id = j.job_id
            order by d.discovery_id limit ${most + 1}) f) c`
      const rows = yield* scopedRead(
        sql,
        organization,
        "CrawlDiscoveryRepository.jobs",
        sql<Listed<CrawlJob>>`
          with recursive ${jobsBehind(sql`any_job`, null, mostCounted + 1)},
            ${jobsBehind(sql`page_job`, after, limit + 1)}
          ${countedPage(sql, sql`from any_job`, page, "r.job_id")}`,
      )
      return foundIn<CrawlJob, CrawlJob>(rows, "job_id", limit, (row) => ({
        job_id: row.job_id,
        discoveries: row.discoveries,
        selected: row.selected,
        counts_are_exact: row.counts_are_exact,
      }))
    }),

    list: Effect.fn("CrawlDiscoveryRepository.list")(function* (organization, jobId, query) {
      const { selected, search, limit, after } = query
      const org = comparable(organization)
      const from = sql`from hangtag_crawl_discovery d where ${ofJob(organization, jobId)}
        ${selected === null ? sql`` : sql`and d.selected = ${selected}`}
        ${finds(sql, "d", search)}`
      const page = sql`
        select d.job_id, d.discovery_id, d.url, d.title, d.selected, d.updated_at::float8 as updated_at,
          (select u.product_key from hangtag_product_url u
            cross join lateral (select from hangtag_product p where p.organization = ${org}
              and p.product_key = u.product_key and p.retired_at is null limit 1) p
            where u.organization = ${org} and u.url_key = d.url_key
            order by u.product_key limit 1) as already_in_catalog
        from (select d.* ${from} ${after === null ? sql`` : sql`and d.discovery_id > ${comparable(after)}`}
          order by d.discovery_id limit ${limit + 1}) d`
      const rows = yield* scopedRead(
        sql,
        organization,
        "CrawlDiscoveryRepository.list",
        sql<Listed<ListRow> & Known>`
          select k.is_known, l.* from (
            select ${isKnown(organization, jobId)} as is_known) k
          cross join (${countedPage(sql, from, page, "r.discovery_id", sql`order by d.discovery_id`)}) l order by l.discovery_id`,
      )
      if (rows[0]?.is_known !== true) return Option.none()
      return Option.some(
        foundIn<ListRow, ListedDiscovery>(rows, "discovery_id", limit, (row) => ({
          job_id: row.job_id,
          discovery_id: row.discovery_id,
          url: row.url,
          title: row.title,
          selected: row.selected,
          updated_at: instantToText(row.updated_at),
          already_in_catalog: row.already_in_catalog,
        })),
      )
    }),
  })
})

/** `CrawlDiscoveryRepository` on Postgres; the database must be migrated. */
export const PostgresCrawlDiscoveryRepository: Layer.Layer<CrawlDiscoveryRepository, never, SqlClient> =
  Layer.effect(CrawlDiscoveryRepository, make)
