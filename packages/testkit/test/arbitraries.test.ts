import { CatalogWriter } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { anyCatalog, type CatalogSeed, memoryPorts, nearlyValidCatalog, seededAt } from "../src/index.ts"

const runtime = ManagedRuntime.make(memoryPorts)
afterAll(() => runtime.dispose())

let organizations = 0
const rejections = (seed: Required<CatalogSeed>) =>
  runtime.runPromise(
    Effect.gen(function* () {
      const organization = `arbitrary-${organizations++}`
      const writer = yield* CatalogWriter
      const results = {
        brands: yield* writer.saveBrands(organization, seed.brands),
        products: yield* writer.saveProducts(organization, seed.products, seededAt),
        attributes: yield* writer.saveAttributes(organization, seed.attributes),
        batches: yield* writer.saveBatches(organization, seed.batches),
        prices: yield* writer.savePrices(organization, seed.prices),
        discoveries: yield* writer.saveCrawlDiscoveries(organization, seed.discoveries, seededAt),
      }
      return Object.entries(results).flatMap(([list, { rejected }]) =>
        rejected.map(({ index }) => ({ list, index })),
      )
    }),
  )

describe("generated catalogs", () => {
  it("can be stored whole", async () => {
    await fc.assert(
      fc.asyncProperty(anyCatalog(), async (seed) => {
        expect(await rejections(seed)).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it("with a flaw are stored but for the one entry", async () => {
    const flaws = new Set<string>()
    await fc.assert(
      fc.asyncProperty(nearlyValidCatalog(), async ({ seed, flaw: { about, ...flaw } }) => {
        flaws.add(about)
        expect(await rejections(seed)).toEqual([flaw])
      }),
      { numRuns: 150 },
    )
    expect(flaws.size).toBe(9)
  })

  it("are the same for the same seed", () => {
    const [once, again] = [1, 2].map(() => fc.sample(anyCatalog(), { seed: 7, numRuns: 5 }))
    expect(once).toEqual(again)
  })
})
