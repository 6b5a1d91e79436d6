import { CatalogWriter, ChangedMeanwhile, type CrawlDiscovery, CrawlDiscoveryRepository } from "@hangtag/core"
import { crawlDiscoveryRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { blind, broken } from "./broken.ts"
import { notices } from "./notices.ts"

const changed = Effect.fail(new ChangedMeanwhile({ resource: "crawl discovery", key: "changed" }))

notices("crawlDiscoveryRepositorySuite", crawlDiscoveryRepositoryPromises, [
  [
    "moves updated_at whenever it is asked",
    "moves updated_at only when it changed",
    broken(CrawlDiscoveryRepository, ({ select }) => ({
      select: (organization, key, selected, at) =>
        Effect.andThen(select(organization, key, !selected, at), select(organization, key, selected, at)),
    })),
  ],
  [
    "knows discoveries by their id alone",
    "tells the same discovery id of two jobs apart",
    broken(CrawlDiscoveryRepository, ({ select }) => ({
      select: (organization, key, selected, at) =>
        select(organization, { ...key, job_id: "CRAWL-1" }, selected, at),
    })),
  ],
  [
    "answers with what was before",
    "sets selected and gives the discovery back",
    broken(CrawlDiscoveryRepository, ({ select }) => ({
      select: (...args) =>
        Effect.map(
          select(...args),
          Option.map((found) => ({ ...found, selected: false })),
        ),
    })),
  ],
  [
    "keeps no title as an empty one",
    "gives a discovery without a title",
    broken(CrawlDiscoveryRepository, ({ select }) => ({
      select: (...args) =>
        Effect.map(
          select(...args),
          Option.map((found) => ({ ...found, title: found.title ?? "" })),
        ),
    })),
  ],
  [
    "finds ids whatever their case",
    "gives none for an unknown job or discovery",
    broken(CrawlDiscoveryRepository, ({ select }) => ({
      select: (organization, { job_id, discovery_id }, ...rest) =>
        select(
          organization,
          { job_id: job_id.toUpperCase(), discovery_id: discovery_id.toUpperCase() },
          ...rest,
        ),
    })),
  ],
  [
    "asks what is expected when it has changed it",
    "changes nothing that is not as expected",
    broken(CrawlDiscoveryRepository, ({ select }) => ({
      select: (organization, key, selected, at, expected = () => true) =>
        Effect.tap(select(organization, key, selected, at), (found) =>
          Option.isNone(found) || expected(found.value) ? Effect.void : changed,
        ),
    })),
  ],
  [
    "looks first and changes later",
    "lets one of many change what all of them saw",
    broken(CrawlDiscoveryRepository, ({ select }) => ({
      select: (organization, key, selected, at, expected = () => true) =>
        Effect.gen(function* () {
          let seen: CrawlDiscovery | undefined
          const look = select(organization, key, selected, at, (current) => {
            seen = current
            return false
          })
          yield* Effect.exit(look)
          if (seen !== undefined && !expected(seen)) return yield* changed
          yield* Effect.yieldNow
          return yield* select(organization, key, selected, at)
        }),
    })),
  ],
  [
    "counts what it gives",
    [
      "lists what a job found, by id, each once whatever the page",
      "lists those that are selected or not, and those that a search finds in URL or title",
    ],
    broken(CrawlDiscoveryRepository, ({ list }) => ({
      list: (...args) =>
        Effect.map(
          list(...args),
          Option.map((page) => ({ ...page, total: page.items.length })),
        ),
    })),
  ],
  [
    "counts every job to its end",
    "lists the jobs that found something, by id, each once whatever the page",
    broken(CrawlDiscoveryRepository, ({ jobs }) => ({
      jobs: (organization, query) => jobs(organization, { ...query, most: 1_000 }),
    })),
  ],
  [
    "counts the jobs that it gives",
    "lists the jobs that found something, by id, each once whatever the page",
    broken(CrawlDiscoveryRepository, ({ jobs }) => ({
      jobs: (...args) => Effect.map(jobs(...args), (page) => ({ ...page, total: page.items.length })),
    })),
  ],
  [
    "names no product",
    "names the product that has a URL, whatever is no difference between URLs",
    broken(CrawlDiscoveryRepository, ({ list }) => ({
      list: (...args) =>
        Effect.map(
          list(...args),
          Option.map((page) => ({
            ...page,
            items: page.items.map((item) => ({ ...item, already_in_catalog: null })),
          })),
        ),
    })),
  ],
  [
    "tells that all of many changed",
    "selects many at one moment, and tells what became of each",
    broken(CrawlDiscoveryRepository, ({ selectMany }) => ({
      selectMany: (...args) =>
        Effect.map(
          selectMany(...args),
          Option.map((found) => new Map([...found.keys()].map((id) => [id, "changed" as const]))),
        ),
    })),
  ],
  [
    "takes a job that found nothing for one without discoveries",
    "gives none of a job that found nothing",
    broken(CrawlDiscoveryRepository, ({ list }) => ({
      list: (...args) =>
        Effect.map(list(...args), (found) =>
          Option.some(Option.getOrElse(found, () => ({ items: [], total: 0, isEnd: true }))),
        ),
    })),
  ],
  [
    "takes each crawl at its word",
    "does not select what is found later under a URL that somebody deselected last",
    broken(CatalogWriter, ({ saveCrawlDiscoveries }, ports) => ({
      saveCrawlDiscoveries: (organization, entries, at) =>
        Effect.tap(saveCrawlDiscoveries(organization, entries, at), () =>
          Effect.forEach(entries, ({ job_id, discovery_id, selected }) =>
            Context.get(ports, CrawlDiscoveryRepository).select(
              organization,
              { job_id, discovery_id },
              selected,
              at,
            ),
          ).pipe(Effect.orDie),
        ),
    })),
  ],
  [
    "forgets whose discoveries they are",
    ["sees and changes nothing of another organization", "lists and selects nothing of another organization"],
    blind(CrawlDiscoveryRepository, CatalogWriter),
  ],
])
