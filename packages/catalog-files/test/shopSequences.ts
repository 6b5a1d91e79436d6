import { NodeServices } from "@effect/platform-node"
import {
  type CatalogRepository,
  type CatalogWriter,
  instantFromMicros,
  type PriceListRepository,
  PriceRepository,
  type Transaction,
} from "@hangtag/core"
import { standingClock } from "@hangtag/testkit"
import { Clock, Effect, Layer, ManagedRuntime } from "effect"
import * as fc from "fast-check"
import { assert, it } from "vitest"
import { importCatalog } from "../src/importCatalog.ts"
import { files, shopFile } from "./support.ts"

interface Row {
  readonly sku: string
  readonly price: string
}
interface ShopProduct {
  readonly handle: string
  readonly vendor: string
  readonly rows: ReadonlyArray<Row>
}

const skus = ["A", "B", "C", "D", "E"]
const row: fc.Arbitrary<Row> = fc.record({
  sku: fc.constantFrom(...skus),
  price: fc.constantFrom("", "80", "80.0", "100", "0"),
})
const product: fc.Arbitrary<ShopProduct> = fc.record({
  handle: fc.constantFrom("p", "q", "r"),
  vendor: fc.constantFrom("Acme", "Bolt", "Cord"),
  rows: fc.array(row, { minLength: 1, maxLength: 3 }),
})
const snapshots = fc.array(
  fc.record({
    products: fc.array(product, { minLength: 1, maxLength: 4 }),
    prune: fc.boolean(),
    /** Days since the import before; none: both at one moment. */
    days: fc.constantFrom(0, 1, 1, 30),
  }),
  { minLength: 1, maxLength: 6 },
)

const fileOf = (products: ReadonlyArray<ShopProduct>): string =>
  shopFile(
    ...products.flatMap(({ handle, vendor, rows }) =>
      rows.map(({ sku, price }, index) =>
        index === 0 ? [handle, handle, vendor, sku, price] : [handle, "", "", sku, price],
      ),
    ),
  )

/** Rows of one handle that stand together are one product, whose first row counts. */
const blocksOf = (products: ReadonlyArray<ShopProduct>): ReadonlyArray<ShopProduct> =>
  products.reduce<ReadonlyArray<ShopProduct>>((blocks, each) => {
    const last = blocks.at(-1)
    return last?.handle === each.handle
      ? blocks.with(-1, { ...last, rows: [...last.rows, ...each.rows] })
      : blocks.concat([each])
  }, [])

/** The first row of each SKU, in their order. */
const pricesOf = ({ rows }: ShopProduct): ReadonlyMap<string, string> =>
  rows.reduce((prices, { sku, price }) => (prices.has(sku) ? prices : prices.set(sku, price)), new Map())

const saysOtherwise = (block: ShopProduct, firsts: ReadonlyMap<string, ShopProduct>): boolean => {
  const said = (each: ShopProduct) => JSON.stringify([each.vendor, ...pricesOf(each)])
  return said(block) !== said(firsts.get(block.handle)!)
}

/** What a shop's files come to, one after the other, by plain loops: the price of each variant, and whose it is. */
class Expected {
  readonly prices = new Map<string, string>()
  readonly #owners = new Map<string, string>()
  readonly #vendors = new Map<string, string>()
  /** By vendor, the one that products of its came to last, unless a file has it again. */
  readonly #became = new Map<string, string>()
  readonly #retired = new Set<string>()

  apply(products: ReadonlyArray<ShopProduct>, prune: boolean) {
    const taken = new Map<string, string>()
    const refused = new Set<string>()
    const blocks = blocksOf(products)
    const firsts = new Map(blocks.toReversed().map((block) => [block.handle, block]))
    /** Of products whose rows come again with something else: nothing of them is known to be gone. */
    const unclear = new Set(
      blocks.filter((block) => saysOtherwise(block, firsts)).map(({ handle }) => handle),
    )
    for (const block of [...firsts.values()].toSorted((a, b) => blocks.indexOf(a) - blocks.indexOf(b))) {
      const { handle, vendor, rows } = block
      if (rows.some(({ sku }) => taken.has(sku) && taken.get(sku) !== handle)) {
        refused.add(handle)
        continue
      }
      const former = this.#vendors.get(handle) ?? vendor
      if (former !== vendor) this.#became.set(former, vendor)
      this.#vendors.set(handle, vendor)
      this.#retired.delete(handle)
      for (const { sku } of rows) {
        taken.set(sku, handle)
        this.#owners.set(sku, handle)
        this.#retired.delete(`variant ${sku}`)
      }
      for (const [sku, price] of pricesOf(block)) {
        const before = this.prices.get(sku)
        if (price !== "" && (before === undefined || Number(before) !== Number(price)))
          this.prices.set(sku, price)
        if (price === "" && prune && !unclear.has(handle)) this.prices.delete(sku)
      }
    }
    for (const { handle, vendor } of firsts.values()) if (!refused.has(handle)) this.#became.delete(vendor)
    if (!prune) return
    const vendors = new Set(blocks.map(({ vendor }) => vendor))
    for (const vendor of vendors)
      for (const [former, now] of this.#became) if (now === vendor) vendors.add(former)
    const shown = new Set(firsts.keys())
    for (const [handle, vendor] of this.#vendors) {
      if (!vendors.has(vendor) || this.#retired.has(handle) || refused.has(handle) || unclear.has(handle))
        continue
      if (!shown.has(handle)) this.#retired.add(handle)
      for (const [sku, owner] of this.#owners) {
        if (owner !== handle || taken.has(sku) || this.#retired.has(`variant ${sku}`)) continue
        this.#retired.add(`variant ${sku}`)
        this.prices.delete(sku)
      }
    }
  }
}

const clockAt = (moment: number) => standingClock(new Date(moment).toISOString()).clock

let organizations = 0

const importAt = (
  organization: string,
  moment: number,
  products: ReadonlyArray<ShopProduct>,
  options: { readonly prune: boolean; readonly dryRun?: boolean },
) =>
  Effect.gen(function* () {
    const paths = yield* files({ "shop.csv": fileOf(products) })
    const { warnings: _, problems, ...summary } = yield* importCatalog(paths, organization, options)
    return { ...summary, problems: problems.map(({ line, fault }) => [line, fault]) }
  }).pipe(Effect.scoped, Effect.provideService(Clock.Clock, clockAt(moment)))

const pricesAt = Effect.fnUntraced(function* (organization: string, moment: number) {
  const { pricesAround } = yield* PriceRepository
  const { inForce } = yield* pricesAround(organization, skus, instantFromMicros(moment * 1000))
  return Object.fromEntries(inForce.map(({ variant_key, amount }) => [variant_key, amount]))
})

type Ports = CatalogRepository | CatalogWriter | PriceListRepository | PriceRepository | Transaction

/**
 * Imports generated sequences of a shop's files, with removals, duplicates, other vendors and prices that go back:
 * after each, every price is as that file says, and those of earlier moments as they were.
 */
export const runShopSequences = <E>(title: string, ports: Layer.Layer<Ports, E>, numRuns: number): void => {
  it(`${title}: every price is as the last of a shop's files says, and the past as it was`, async () => {
    const runtime = ManagedRuntime.make(Layer.merge(ports, NodeServices.layer))
    const property = fc.asyncProperty(snapshots, (sequence) =>
      runtime.runPromise(
        Effect.gen(function* () {
          const organization = `sequence-${crypto.randomUUID().slice(0, 8)}-${organizations++}`
          const expected = new Expected()
          const past = new Map<number, object>()
          let moment = Date.parse("2026-01-01T00:00:00Z")
          for (const { products, prune, days } of sequence) {
            moment += days * 86_400_000
            expected.apply(products, prune)
            const dry = yield* importAt(organization, moment, products, { prune, dryRun: true })
            assert.deepEqual(yield* importAt(organization, moment, products, { prune }), dry)
            past.set(moment, Object.fromEntries(expected.prices))
            assert.deepEqual(yield* pricesAt(organization, moment), past.get(moment))
            const again = yield* importAt(organization, moment, products, { prune })
            assert.deepEqual([again.kinds.price.inserted, again.moved.count], [0, 0])
          }
          for (const [then, prices] of past) assert.deepEqual(yield* pricesAt(organization, then), prices)
        }),
      ),
    )
    await fc.assert(property, { numRuns })
    await runtime.dispose()
  }, 120_000)
}
