import type { BatchRecord } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBatchEntry,
  aBrand,
  anyKey,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  memoryPorts,
  seedCatalog,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import fc from "fast-check"
import { afterAll, expect, it } from "vitest"

const runtime = ManagedRuntime.make(Layer.provideMerge(Hangtag.layer, memoryPorts))
afterAll(() => runtime.dispose())

let organizations = 0
const principalOf = () => aPrincipal({ organization: `paging-${organizations++}` })

const seed = (keys: ReadonlyArray<string>) => ({
  brands: [aBrand()],
  products: [aProductEntry({ variants: keys.map((variant_key) => aVariantEntry({ variant_key })) })],
  batches: [aBatchEntry()],
  prices: keys.flatMap((variant_key) =>
    ["MAP", "MSRP"].map((price_type) => aPriceEntry({ variant_key, price_type })),
  ),
})

const pages = (principal: ReturnType<typeof principalOf>, limit: number, sort: "asc" | "desc") =>
  Effect.gen(function* () {
    const { listBatchRecords } = yield* Hangtag
    const rows: Array<string> = []
    let total = 1
    for (let offset = 0; offset < total; offset += limit) {
      const page = yield* listBatchRecords(principal, {
        batch_key: "REPUB-1",
        offset,
        limit,
        search: null,
        sort,
      })
      total = page.total
      rows.push(...page.items.map((record) => `${record.variant_key}\n${record.price_type}`))
    }
    return rows
  })

const anyKeys = fc.uniqueArray(anyKey(), { minLength: 1, maxLength: 12 })
const anySort = fc.constantFrom("asc" as const, "desc" as const)

it("paging a batch at any size gives every record exactly once, in one order", async () => {
  const property = fc.asyncProperty(
    anyKeys,
    fc.integer({ min: 1, max: 30 }),
    anySort,
    async (keys, limit, sort) => {
      const principal = principalOf()
      const rows = await runtime.runPromise(
        Effect.gen(function* () {
          yield* seedCatalog(principal.organization, seed(keys))
          const { addRecordsByVariants } = yield* Hangtag
          yield* addRecordsByVariants(principal, {
            batch_key: "REPUB-1",
            variant_keys: keys,
            price_types: null,
          })
          return [yield* pages(principal, limit, sort), yield* pages(principal, 200, sort)]
        }),
      )
      expect(rows[0]).toEqual(rows[1])
      expect(new Set(rows[0]).size).toBe(keys.length * 2)
      expect(rows[0]!.length).toBe(keys.length * 2)
    },
  )
  await fc.assert(property, { numRuns: 300 })
})

it("paging a batch from record to record gives every one once, wherever others are added", async () => {
  const property = fc.asyncProperty(
    anyKeys,
    fc.integer({ min: 1, max: 5 }),
    anySort,
    fc.infiniteStream(fc.nat()),
    async (keys, limit, sort, draws) => {
      const principal = principalOf()
      const there = keys.filter((_, index) => index % 2 === 0)
      const later = keys.filter((_, index) => index % 2 === 1)
      const rows = await runtime.runPromise(
        Effect.gen(function* () {
          yield* seedCatalog(principal.organization, seed(keys))
          const { addRecordsByVariants, listBatchRecords } = yield* Hangtag
          const add = (variant_keys: ReadonlyArray<string>) =>
            addRecordsByVariants(principal, { batch_key: "REPUB-1", variant_keys, price_types: null })
          yield* add(there)
          const seen: Array<BatchRecord> = []
          let page: ReadonlyArray<BatchRecord>
          do {
            const after = seen.at(-1)
            const query = { offset: 0, limit, search: null, sort, ...(after && { after }) }
            page = (yield* listBatchRecords(principal, { batch_key: "REPUB-1", ...query })).items
            seen.push(...page)
            yield* add(later.splice(draws.next().value % (later.length + 1), 1))
          } while (page.length > 0)
          return seen
        }),
      )
      expect(rows.filter((row) => there.includes(row.variant_key)).length).toBe(there.length * 2)
      expect(new Set(rows.map((row) => row.record_key)).size).toBe(rows.length)
    },
  )
  await fc.assert(property, { numRuns: 300 })
})

it("any first page of a search is the beginning of the whole answer", async () => {
  const property = fc.asyncProperty(
    anyKeys,
    fc.constantFrom("a", "B", "1", "-", "%"),
    fc.integer({ min: 1, max: 12 }),
    async (keys, text, limit) => {
      const principal = principalOf()
      const [first, whole] = await runtime.runPromise(
        Effect.gen(function* () {
          yield* seedCatalog(principal.organization, seed(keys))
          const { searchVariants } = yield* Hangtag
          return [
            yield* searchVariants(principal, { product_key: "P1", text, limit }),
            yield* searchVariants(principal, { product_key: "P1", text, limit: 100 }),
          ]
        }),
      )
      expect(first?.items).toEqual(whole?.items.slice(0, limit))
      expect([first?.total, whole?.items.length]).toEqual([whole?.total, whole?.total])
    },
  )
  await fc.assert(property, { numRuns: 300 })
})
