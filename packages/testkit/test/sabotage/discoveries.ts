import {
  CatalogWriter,
  ChangedMeanwhile,
  type CrawlDiscovery,
  CrawlDiscoveryRepository,
  instantFromMicros,
} from "@hangtag/core"
import { crawlDiscoveryRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { answers, asksWith, blind, broken } from "./broken.ts"
import { notices } from "./notices.ts"

const Discoveries = CrawlDiscoveryRepository
const changed = Effect.fail(new ChangedMeanwhile({ resource: "crawl discovery", key: "changed" }))
const everybody = blind(Discoveries, CatalogWriter)
const totalOfPage = answers(Discoveries, "list", ({ items }) => ({ total: items.length }))

notices("crawlDiscoveryRepositorySuite", crawlDiscoveryRepositoryPromises, {
  "looks at each member of a question for discoveries": asksWith(Discoveries, "list", 2, () => ({
    selected: null,
  })),
  "moves updated_at only when it changed": broken(Discoveries, ({ select }) => ({
    select: (organization, key, selected, at) =>
      Effect.andThen(select(organization, key, !selected, at), select(organization, key, selected, at)),
  })),
  "tells the same discovery id of two jobs apart": asksWith(Discoveries, "select", 1, () => ({
    job_id: "CRAWL-1",
  })),
  "sets selected and gives the discovery back": answers(Discoveries, "select", () => ({ selected: false })),
  "gives a discovery without a title": answers(Discoveries, "select", ({ title }) => ({
    title: title ?? "",
  })),
  "gives none for an unknown job or discovery": asksWith(
    Discoveries,
    "select",
    1,
    ({ job_id, discovery_id }) => ({
      job_id: job_id.toUpperCase(),
      discovery_id: discovery_id.toUpperCase(),
    }),
  ),
  // asks what is expected when it has changed it
  "changes nothing that is not as expected": broken(Discoveries, ({ select }) => ({
    select: (organization, key, selected, at, expected = () => true) =>
      Effect.tap(select(organization, key, selected, at), (found) =>
        Option.isNone(found) || expected(found.value) ? Effect.void : changed,
      ),
  })),
  // looks first and changes later
  "lets one of many change what all of them saw": broken(Discoveries, ({ select }) => ({
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
  "lists what a job found, by id, each once whatever the page": totalOfPage,
  "lists those that are selected or not, and those that a search finds in URL or title": totalOfPage,
  "lists the jobs that found something, by id, each once whatever the page": asksWith(
    Discoveries,
    "jobs",
    1,
    () => ({ most: 1_000 }),
  ),
  "names the product that has a URL, whatever is no difference between URLs": answers(
    Discoveries,
    "list",
    ({ items }) => ({ items: items.map((item) => ({ ...item, already_in_catalog: null })) }),
  ),
  "selects many at one moment, and tells what became of each": answers(
    Discoveries,
    "selectMany",
    (found) => new Map([...found.keys()].map((id) => [id, "changed" as const])),
  ),
  "gives none of a job that found nothing": broken(Discoveries, ({ list }) => ({
    list: (...args) =>
      Effect.map(list(...args), (found) =>
        Option.some(Option.getOrElse(found, () => ({ items: [], total: 0, isEnd: true }))),
      ),
  })),
  // takes each crawl at its word
  "does not select what is found later under a URL that was deselected last": broken(
    CatalogWriter,
    ({ saveCrawlDiscoveries }, ports) => ({
      saveCrawlDiscoveries: (organization, entries, at) =>
        Effect.tap(saveCrawlDiscoveries(organization, entries, at), () =>
          Effect.forEach(entries, (entry) =>
            Context.get(ports, Discoveries).select(
              organization,
              entry,
              entry.selected,
              instantFromMicros(at),
            ),
          ).pipe(Effect.orDie),
        ),
    }),
  ),
  "sees and changes nothing of another organization": everybody,
  "lists and selects nothing of another organization": everybody,
})
