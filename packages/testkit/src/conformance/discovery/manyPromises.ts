import {
  type CatalogWriter,
  type CrawlDiscovery,
  CrawlDiscoveryRepository,
  type CrawlJob,
  compareText,
  type DiscoveryQuery,
  type Found,
  instantFromMicros,
  instantToText,
  type ListedDiscovery,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  aBrand,
  aCrawlDiscoveryEntry,
  aDiscoveryQuery,
  aProductEntry,
  instantOf,
} from "../../builders/index.ts"
import { seedCatalog, seededAt } from "../../seed/seedCatalog.ts"
import { looksAtEachMember } from "../suite/eachMember.ts"
import { promisesOf } from "../suite/promisesOf.ts"

const later = instantOf("2026-06-01T12:34:56.789Z")
const job = "CRAWL-1"

const list = Effect.fnUntraced(function* (
  organization: string,
  query: Partial<DiscoveryQuery> = {},
  jobId = job,
) {
  const discoveries = yield* CrawlDiscoveryRepository
  return Option.getOrUndefined(yield* discoveries.list(organization, jobId, aDiscoveryQuery(query)))
})

const selectMany = Effect.fnUntraced(function* (
  organization: string,
  ids: ReadonlyArray<string>,
  selected = true,
  at = later,
  jobId = job,
) {
  const discoveries = yield* CrawlDiscoveryRepository
  const found = yield* discoveries.selectMany(organization, jobId, ids, selected, at)
  return Option.getOrUndefined(Option.map(found, Object.fromEntries))
})

const entries = (...ids: ReadonlyArray<string>) =>
  ids.map((discovery_id) => aCrawlDiscoveryEntry({ discovery_id, url: `https://shop.test/${discovery_id}` }))
const ids = (items: ReadonlyArray<CrawlDiscovery> = []) => items.map(({ discovery_id }) => discovery_id)
const texts = ["a", "A", "b", "Ä", "é", "a/b", "%", "\u{1f600}", "\ue000", "", "日"]

/** What a `CrawlDiscoveryRepository` promises of the discoveries of a job. */
export const manyPromises = promisesOf<CrawlDiscoveryRepository | CatalogWriter>()({
  *"looks at each member of a question for discoveries"({ mine }) {
    yield* seedCatalog(mine, { discoveries: entries("a", "b", "c") })
    yield* selectMany(mine, ["b"])
    yield* looksAtEachMember<DiscoveryQuery>()(
      (query) => Effect.map(list(mine, query), (found) => ids(found?.items)),
      {
        selected: [true, ["b"]],
        search: ["test/c", ["c"]],
        limit: [1, ["a"]],
        after: ["a", ["b", "c"]],
      },
    )
  },
  *"lists what a job found, by id, each once whatever the page"({ mine }) {
    const other = aCrawlDiscoveryEntry({ job_id: "CRAWL-2", discovery_id: "other" })
    yield* seedCatalog(mine, { discoveries: [...entries(...texts), other] })
    for (const limit of [1, 3, texts.length, 200]) {
      const met: Array<ListedDiscovery> = []
      for (let after: string | null = null; ; ) {
        const page: Found<ListedDiscovery> = (yield* list(mine, { limit, after }))!
        assert.strictEqual(page.total, texts.length)
        met.push(...page.items)
        if (page.isEnd) break
        after = page.items.at(-1)!.discovery_id
      }
      assert.deepStrictEqual(ids(met), texts.toSorted(compareText))
      const [first] = met
      const updated_at = instantToText(seededAt)
      assert.deepStrictEqual(first, { ...entries("")[0]!, updated_at, already_in_catalog: null })
    }
  },
  *"lists those that are selected or not, and those that a search finds in URL or title"({ mine }) {
    yield* seedCatalog(mine, {
      discoveries: [
        aCrawlDiscoveryEntry({ discovery_id: "A", url: "https://x.test/50%", title: null, selected: true }),
        aCrawlDiscoveryEntry({ discovery_id: "B", url: "https://y.test/", title: "Äpfel" }),
      ],
    })
    for (const [query, found] of [
      [{ selected: true }, ["A"]],
      [{ selected: false }, ["B"]],
      [{ search: "X.TEST" }, ["A"]],
      [{ search: "äP" }, ["B"]],
      [{ search: "%" }, ["A"]],
      [{ search: "test", selected: false }, ["B"]],
      [{ search: "\u0000" }, []],
      [{ after: "A" }, ["B"]],
      [{ after: "B" }, []],
    ] as const) {
      const { items, total } = (yield* list(mine, query))!
      const isPaged = "after" in query
      assert.deepStrictEqual([ids(items), total], [[...found], isPaged ? 2 : found.length])
    }
  },
  *"names the product that has a URL, whatever is no difference between URLs"({ mine }) {
    const product = (product_key: string, version: number, attributes: object) =>
      aProductEntry({ product_key, version, attributes: { ...attributes }, variants: [] })
    yield* seedCatalog(mine, {
      brands: [aBrand()],
      products: [
        product("P2", 1, { page: "https://Shop.test:443/boot/" }),
        product("P1", 1, { links: ["none", "http://shop.test/boot#top"] }),
        product("P0", 1, { page: "https://shop.test/boot" }),
        product("P0", 2, { page: "https://shop.test/other" }),
        product("P3", 1, { shown: { at: "https://shop.test/Boot?id=1" } }),
      ],
      discoveries: [
        ["https://shop.test/boot", "P1"],
        ["http://SHOP.test/boot/", "P1"],
        ["https://shop.test/Boot?id=1", "P3"],
        ["https://shop.test/other", "P0"],
        ["https://shop.test/Boot", "none"],
        ["none", "none"],
      ].map(([url, title], nth) =>
        aCrawlDiscoveryEntry({ discovery_id: `D${nth}`, url: url!, title: title! }),
      ),
    })
    for (const { url, title, already_in_catalog } of (yield* list(mine))!.items)
      assert.strictEqual(already_in_catalog ?? "none", title, url)
  },
  *"selects many at one moment, and tells what became of each"({ mine }) {
    yield* seedCatalog(mine, {
      discoveries: [
        ...entries("A", "B", "C"),
        aCrawlDiscoveryEntry({ job_id: "CRAWL-2", discovery_id: "D" }),
      ],
    })
    assert.deepStrictEqual(yield* selectMany(mine, ["B"]), { B: "changed" })
    const seen = { A: "changed", B: "unchanged" }
    assert.deepStrictEqual(
      yield* selectMany(mine, ["A", "nope", "B", "D", "A\u0000"], true, later + 1e6),
      seen,
    )
    const { items } = (yield* list(mine))!
    assert.deepStrictEqual(
      items.map(({ selected, updated_at }) => [selected, updated_at]),
      [
        [true, instantToText(later + 1e6)],
        [true, instantToText(later)],
        [false, instantToText(seededAt)],
      ],
    )
    assert.deepStrictEqual(yield* selectMany(mine, ["nope"]), {})
    assert.deepStrictEqual(yield* selectMany(mine, []), {})
  },
  *"lists the jobs that found something, by id, each once whatever the page"({ mine, theirs }) {
    const { jobs } = yield* CrawlDiscoveryRepository
    const page = (limit: number, after: string | null, most = 10) => jobs(mine, { limit, after, most })
    assert.deepStrictEqual(yield* page(5, null), { items: [], total: 0, isEnd: true })
    const job_ids = ["J2", "J10", "j2", "é", "J2 b"]
    yield* seedCatalog(mine, {
      discoveries: job_ids.flatMap((job_id, nth) =>
        ["A", "B", "C"].map((discovery_id, place) =>
          aCrawlDiscoveryEntry({
            job_id,
            discovery_id,
            url: `https://shop.test/${nth}/${discovery_id}`,
            selected: place < nth,
          }),
        ),
      ),
    })
    yield* seedCatalog(theirs, { discoveries: entries("A") })
    for (const limit of [1, 2, 5, 200]) {
      const met: Array<CrawlJob> = []
      for (let after: string | null = null; ; ) {
        const { items, total, isEnd }: Found<CrawlJob> = yield* page(limit, after)
        assert.strictEqual(total, job_ids.length)
        met.push(...items)
        assert.isAtMost(met.length, job_ids.length)
        if (isEnd) break
        after = items.at(-1)!.job_id
      }
      assert.deepStrictEqual(
        met,
        job_ids.toSorted(compareText).map((job_id) => ({
          job_id,
          discoveries: 3,
          selected: Math.min(job_ids.indexOf(job_id), 3),
          counts_are_exact: true,
        })),
      )
    }
    assert.deepStrictEqual((yield* page(1, "é", 2)).items, [])
    assert.deepStrictEqual((yield* page(1, "J2", 2)).items, [
      { job_id: "J2 b", discoveries: 2, selected: 2, counts_are_exact: false },
    ])
  },
  *"gives none of a job that found nothing"({ mine }) {
    yield* seedCatalog(mine, { discoveries: entries("A") })
    for (const jobId of ["nope", "crawl-1", "", "CRAWL-1\u0000"]) {
      assert.isUndefined(yield* list(mine, {}, jobId))
      assert.isUndefined(yield* selectMany(mine, ["A"], true, later, jobId))
    }
    assert.isFalse((yield* list(mine))!.items[0]!.selected)
  },
  *"does not select what is found later under a URL that was deselected last"({ mine }) {
    const { select } = yield* CrawlDiscoveryRepository
    const finds = (job_id: string, url: string, discovery_id = "D1") =>
      seedCatalog(mine, {
        discoveries: [aCrawlDiscoveryEntry({ job_id, discovery_id, url, selected: true })],
      })
    const isSelected = (job_id: string) =>
      Effect.map(list(mine, {}, job_id), (page) => page!.items[0]!.selected)
    yield* finds("J1", "https://shop.test/a")
    yield* finds("J2", "https://shop.test/a/")
    assert.isTrue(yield* isSelected("J2"))
    yield* selectMany(mine, ["D1"], false, later, "J1")
    assert.isTrue(yield* isSelected("J2"))
    yield* finds("J3", "http://shop.test/a#x")
    yield* finds("J4", "https://shop.test/b")
    assert.deepStrictEqual([yield* isSelected("J3"), yield* isSelected("J4")], [false, true])
    // one that comes to the URL
    yield* finds("J4", "https://shop.test/a")
    yield* finds("J2", "https://SHOP.test/a")
    assert.deepStrictEqual([yield* isSelected("J4"), yield* isSelected("J2")], [false, true])
    // to deselect what is not selected is a choice too
    yield* finds("J5", "https://shop.test/c")
    yield* select(mine, { job_id: "J5", discovery_id: "D1" }, false, later)
    yield* select(mine, { job_id: "J5", discovery_id: "D1" }, true, instantFromMicros(later + 1))
    yield* finds("J6", "https://shop.test/c")
    assert.isTrue(yield* isSelected("J6"))
    yield* select(mine, { job_id: "J5", discovery_id: "D1" }, false, instantFromMicros(later + 2))
    yield* finds("J7", "https://shop.test/c")
    assert.isFalse(yield* isSelected("J7"))
  },
  *"lists and selects nothing of another organization"({ mine, theirs }) {
    const url = "https://shop.test/A"
    const products = [aProductEntry({ attributes: { url } })]
    yield* seedCatalog(theirs, { brands: [aBrand()], products, discoveries: entries("A", "B") })
    assert.isUndefined(yield* list(mine))
    assert.isUndefined(yield* selectMany(mine, ["A"]))
    yield* seedCatalog(mine, { discoveries: entries("A") })
    const { items, total } = (yield* list(mine))!
    assert.deepStrictEqual([items.length, total, items[0]!.already_in_catalog], [1, 1, null])
    yield* selectMany(mine, ["A", "B"], false)
    yield* selectMany(theirs, ["A"], false)
    yield* selectMany(mine, ["A"], true)
    assert.deepStrictEqual((yield* list(theirs, { selected: true }))!.total, 0)
    yield* seedCatalog(mine, {
      discoveries: [aCrawlDiscoveryEntry({ job_id: "CRAWL-2", url, selected: true })],
    })
    assert.isTrue((yield* list(mine, {}, "CRAWL-2"))!.items[0]!.selected)
  },
})
