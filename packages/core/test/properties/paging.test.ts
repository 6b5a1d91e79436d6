import { Hangtag } from "@hangtag/core"
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

const pages = (
  principal: ReturnType<typeof principalOf>,
  limit: number,
  sort: "asc" | "desc",
  between: (offset: number) => Effect.Effect<unknown, unknown, Hangtag> = () => Effect.void,
) =>
  Effect.gen(function* () {
    const { listBatchRecords } = yield* Hangtag
    const rows: Array<string> = []
    let total = 1
    for (let offset = 0; offset < total; offset += limit) {
      const page = yield* listBatchRecords(principal, "REPUB-1", { offset, limit, search: null, sort })
      total = page.total
      rows.push(...page.items.map((record) => `${record.variant_key}\n${record.price_type}`))
      yield* between(offset)
    }
    return rows
  })

const anyKeys = fc.uniqueArray(
  anyKey().filter((key) => key > "\u0002" && key < "\u{10fffd}"),
  { minLength: 1, maxLength: 12 },
)
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
          yield* addRecordsByVariants(principal, "REPUB-1", { variant_keys: keys, price_types: null })
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

it("paging a batch while records are added after the page loses and doubles none that was there", async () => {
  const property = fc.asyncProperty(
    anyKeys,
    fc.integer({ min: 1, max: 5 }),
    anySort,
    async (keys, limit, sort) => {
      const principal = principalOf()
      // each comes after all that was read, in the order that is paged
      const added = (sort === "asc" ? ["a", "b", "c"] : ["c", "b", "a"]).map(
        (last) => (sort === "asc" ? "\u{10fffd}" : "\u0001") + last,
      )
      const rows = await runtime.runPromise(
        Effect.gen(function* () {
          yield* seedCatalog(principal.organization, seed([...keys, ...added]))
          const { addRecordsByVariants } = yield* Hangtag
          const add = (variant_keys: ReadonlyArray<string>) =>
            addRecordsByVariants(principal, "REPUB-1", { variant_keys, price_types: null })
          yield* add(keys)
          return yield* pages(principal, limit, sort, (offset) => add(added.slice(0, offset + 1)))
        }),
      )
      const old = rows.filter((row) => keys.includes(row.split("\n").slice(0, -1).join("\n")))
      expect(old.length).toBe(keys.length * 2)
      expect(new Set(rows).size).toBe(rows.length)
    },
  )
  await fc.assert(property, { numRuns: 200 })
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
            yield* searchVariants(principal, "P1", { text, limit }),
            yield* searchVariants(principal, "P1", { text, limit: 100 }),
          ]
        }),
      )
      expect(first?.items).toEqual(whole?.items.slice(0, limit))
      expect([first?.total, whole?.items.length]).toEqual([whole?.total, whole?.total])
    },
  )
  await fc.assert(property, { numRuns: 300 })
})
