import {
  ChangedMeanwhile,
  type CrawlDiscovery,
  CrawlDiscoveryRepository,
  catalogUrls,
  compareText,
  instantToText,
  matchesWords,
  urlKey,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { found } from "./listing/found.ts"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { latestOf } from "./MemoryCatalogListing.ts"
import {
  type MemoryState,
  type OrganizationState,
  organizationOf,
  pairKey,
  withOrganization,
} from "./MemoryState.ts"

type Selected = Result.Result<Option.Option<CrawlDiscovery>, ChangedMeanwhile>

const changed = (key: string) => new ChangedMeanwhile({ resource: "crawl discovery", key })

/** Discoveries as they were chosen, each with that choice of its URL. */
const chosen = (
  state: MemoryState,
  organization: string,
  discoveries: ReadonlyArray<CrawlDiscovery>,
  selected: boolean,
  at: number,
): MemoryState => {
  const own = organizationOf(state, organization)
  const all = new Map(own.discoveries)
  const choices = new Map(own.choices)
  for (const each of discoveries) {
    choices.set(urlKey(each.url), selected)
    if (each.selected !== selected)
      all.set(pairKey(each.job_id, each.discovery_id), { ...each, selected, updated_at: instantToText(at) })
  }
  return withOrganization(state, organization, { discoveries: all, choices })
}

const ofJob = (own: OrganizationState, jobId: string): ReadonlyArray<CrawlDiscovery> =>
  [...own.discoveries.values()]
    .filter(({ job_id }) => job_id === jobId)
    .sort((a, b) => compareText(a.discovery_id, b.discovery_id))

/** The first product by key that has the URL. */
const productWith = (own: OrganizationState, url: string): string | null =>
  [...own.products.values()]
    .filter(({ retired }) => retired === undefined)
    .map(latestOf)
    .filter(({ attributes }) => catalogUrls(attributes).includes(urlKey(url)))
    .map(({ product_key }) => product_key)
    .sort(compareText)[0] ?? null

/** Crawl discoveries, one step a selection. */
export const memoryCrawlDiscoveryRepository: Layer.Layer<CrawlDiscoveryRepository, never, MemoryCatalog> =
  Layer.effect(
    CrawlDiscoveryRepository,
    Effect.map(MemoryCatalog, ({ read, write }) =>
      CrawlDiscoveryRepository.of({
        select: (organization, { job_id, discovery_id }, selected, at, expected = () => true) =>
          write((state): readonly [Selected, typeof state] => {
            const key = pairKey(job_id, discovery_id)
            const discovery = organizationOf(state, organization).discoveries.get(key)
            if (discovery === undefined) return [Result.succeed(Option.none()), state]
            if (!expected(discovery)) return [Result.fail(changed(`${job_id}/${discovery_id}`)), state]
            const next = chosen(state, organization, [discovery], selected, at)
            const is = organizationOf(next, organization).discoveries.get(key)!
            return [Result.succeed(Option.some(is)), next]
          }).pipe(Effect.flatMap(Effect.fromResult)),
        selectMany: (organization, jobId, discoveryIds, selected, at) =>
          write((state) => {
            const all = ofJob(organizationOf(state, organization), jobId)
            if (all.length === 0) return [Option.none(), state]
            const meant = all.filter(({ discovery_id }) => discoveryIds.includes(discovery_id))
            const outcomes = new Map(
              meant.map((each) => [
                each.discovery_id,
                each.selected === selected ? ("unchanged" as const) : ("changed" as const),
              ]),
            )
            return [Option.some(outcomes), chosen(state, organization, meant, selected, at)]
          }),
        jobs: (organization, { limit, after, most }) =>
          read((state) => {
            const all = [...organizationOf(state, organization).discoveries.values()].sort(
              (a, b) => compareText(a.job_id, b.job_id) || compareText(a.discovery_id, b.discovery_id),
            )
            const jobs = [...Map.groupBy(all, ({ job_id }) => job_id)].map(([job_id, own]) => {
              const counted = own.slice(0, most)
              return {
                job_id,
                discoveries: counted.length,
                selected: counted.filter(({ selected }) => selected).length,
                counts_are_exact: own.length <= most,
              }
            })
            return found(jobs, limit, ({ job_id }) => after === null || compareText(job_id, after) > 0)
          }),
        list: (organization, jobId, { selected, search, limit, after }) =>
          read((state) => {
            const own = organizationOf(state, organization)
            const all = ofJob(own, jobId)
            if (all.length === 0) return Option.none()
            const meant = all
              .filter((each) => selected === null || each.selected === selected)
              .filter(({ url, title }) => matchesWords(search, [url, title ?? ""]))
            const page = found(
              meant,
              limit,
              ({ discovery_id }) => after === null || compareText(discovery_id, after) > 0,
            )
            return Option.some({
              ...page,
              items: page.items.map((each) => ({
                ...each,
                already_in_catalog: productWith(own, each.url),
              })),
            })
          }),
      }),
    ),
  )
