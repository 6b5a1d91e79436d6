import {
  type BrandedInstant,
  type CatalogWriter,
  type CrawlDiscovery,
  CrawlDiscoveryRepository,
  instantFromMicros,
  instantToText,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { aCrawlDiscoveryEntry, instantOf } from "../../builders/index.ts"
import { seedCatalog, seededAt } from "../../seed/seedCatalog.ts"
import { promisesOf } from "../suite/promisesOf.ts"

const later = instantOf("2026-06-01T12:34:56.789Z")

const select = Effect.fnUntraced(function* (
  organization: string,
  selected: boolean,
  at: BrandedInstant,
  key: { job_id?: string; discovery_id?: string } = {},
) {
  const discoveries = yield* CrawlDiscoveryRepository
  const found = yield* discoveries.select(
    organization,
    { job_id: "CRAWL-1", discovery_id: "D1", ...key },
    selected,
    at,
  )
  return Option.getOrElse(found, () => undefined)
})

/** What a `CrawlDiscoveryRepository` promises of one discovery. */
export const onePromises = promisesOf<CrawlDiscoveryRepository | CatalogWriter>()({
  *"sets selected and gives the discovery back"({ mine }) {
    yield* seedCatalog(mine, { discoveries: [aCrawlDiscoveryEntry()] })
    const selected = { ...aCrawlDiscoveryEntry(), selected: true, updated_at: instantToText(later) }
    assert.deepStrictEqual(yield* select(mine, true, later), selected)
    const undone = { ...selected, selected: false, updated_at: instantToText(later + 1_000_000) }
    assert.deepStrictEqual(yield* select(mine, false, instantFromMicros(later + 1_000_000)), undone)
  },
  *"moves updated_at only when it changed"({ mine }) {
    yield* seedCatalog(mine, { discoveries: [aCrawlDiscoveryEntry()] })
    assert.strictEqual((yield* select(mine, false, later))?.updated_at, instantToText(seededAt))
    assert.strictEqual((yield* select(mine, true, later))?.updated_at, instantToText(later))
    assert.strictEqual(
      (yield* select(mine, true, instantFromMicros(later + 60_000_000)))?.updated_at,
      instantToText(later),
    )
  },
  *"gives a discovery without a title"({ mine }) {
    yield* seedCatalog(mine, { discoveries: [aCrawlDiscoveryEntry({ title: null })] })
    assert.isNull((yield* select(mine, true, later))?.title)
  },
  *"gives none for an unknown job or discovery"({ mine }) {
    yield* seedCatalog(mine, { discoveries: [aCrawlDiscoveryEntry()] })
    for (const key of ["", "d1", "D1 ", "D1\0", "\ud800", "%", "CRAWL-1"]) {
      assert.isUndefined(yield* select(mine, true, later, { discovery_id: key }))
      assert.isUndefined(yield* select(mine, true, later, { job_id: key === "CRAWL-1" ? "D1" : key }))
    }
    assert.isFalse((yield* select(mine, false, later))?.selected)
  },
  *"tells the same discovery id of two jobs apart"({ mine }) {
    const discoveries = ["CRAWL-1", "CRAWL-2"].map((job_id) => aCrawlDiscoveryEntry({ job_id, url: job_id }))
    yield* seedCatalog(mine, { discoveries })
    assert.strictEqual((yield* select(mine, true, later, { job_id: "CRAWL-2" }))?.url, "CRAWL-2")
    assert.strictEqual((yield* select(mine, false, later))?.updated_at, instantToText(seededAt))
  },
  *"changes nothing that is not as expected"({ mine }) {
    yield* seedCatalog(mine, { discoveries: [aCrawlDiscoveryEntry()] })
    const discoveries = yield* CrawlDiscoveryRepository
    const key = { job_id: "CRAWL-1", discovery_id: "D1" }
    const seen: Array<CrawlDiscovery> = []
    const expecting = (answer: boolean, at: BrandedInstant) =>
      discoveries.select(mine, key, true, at, (current) => {
        seen.push(current)
        return answer
      })
    const refused = yield* Effect.flip(expecting(false, later))
    assert.strictEqual(refused._tag, "ChangedMeanwhile")
    const untouched = { ...aCrawlDiscoveryEntry(), updated_at: instantToText(seededAt) }
    assert.deepStrictEqual(seen, [untouched])
    const selected = Option.getOrThrow(yield* expecting(true, later))
    assert.deepStrictEqual(selected, { ...untouched, selected: true, updated_at: instantToText(later) })
    assert.deepStrictEqual(seen[1], untouched)
    const nowhere = { ...key, discovery_id: "nope" }
    assert.isTrue(Option.isNone(yield* discoveries.select(mine, nowhere, true, later, () => false)))
  },
  *"lets one of many change what all of them saw"({ mine }) {
    yield* seedCatalog(mine, { discoveries: [aCrawlDiscoveryEntry()] })
    const discoveries = yield* CrawlDiscoveryRepository
    const key = { job_id: "CRAWL-1", discovery_id: "D1" }
    const tries = yield* Effect.all(
      Array.from({ length: 8 }, () =>
        Effect.result(discoveries.select(mine, key, true, later, ({ selected }) => !selected)),
      ),
      { concurrency: "unbounded" },
    )
    assert.lengthOf(tries.filter(Result.isSuccess), 1)
  },
  *"sees and changes nothing of another organization"({ mine, theirs }) {
    yield* seedCatalog(theirs, { discoveries: [aCrawlDiscoveryEntry({ title: "theirs" })] })
    assert.isUndefined(yield* select(mine, true, later))
    yield* seedCatalog(mine, { discoveries: [aCrawlDiscoveryEntry({ title: "mine" })] })
    assert.strictEqual((yield* select(mine, true, later))?.title, "mine")
    assert.strictEqual((yield* select(theirs, false, later))?.updated_at, instantToText(seededAt))
  },
})
