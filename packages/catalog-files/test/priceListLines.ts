import { NodeServices } from "@effect/platform-node"
import {
  type CatalogRepository,
  type CatalogWriter,
  instantToText,
  PriceListRepository,
  PriceRepository,
  type StoredPriceList,
  type Transaction,
} from "@hangtag/core"
import { standingClock } from "@hangtag/testkit"
import { Clock, Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, assert, describe, it } from "vitest"
import { importCatalog } from "../src/importCatalog.ts"
import { files, ndjson } from "./support.ts"

type Ports = CatalogRepository | CatalogWriter | PriceListRepository | PriceRepository | Transaction

const list = (price_list: string, more: object = {}) => ({
  kind: "price_list",
  price_list,
  name: `The list ${price_list}`,
  ...more,
})
const eur = (price_list: string, more: object = {}) => list(price_list, { currency: "EUR", ...more })
const price = (price_list: string, amount: string) => ({
  kind: "price",
  variant_key: "V",
  price_type: "MAP",
  price_list,
  amount,
  effective_from: "2026-01-01",
  status: "active",
})
const catalog = [
  { kind: "brand", brand_key: "B", name: "B", time_zone: "UTC" },
  {
    kind: "product",
    brand_key: "B",
    product_key: "P",
    version: 1,
    name: "P",
    source: "merchant_input",
    variants: [{ variant_key: "V" }],
  },
]
const base = list("base", { name: "Base", currency: "EUR" })

const shown = ({ price_list, currency, placements }: StoredPriceList) =>
  [
    `${price_list} ${currency ?? "-"}`,
    ...placements.map(
      ({ effective_at, parent, archived }) =>
        `below ${parent ?? "nothing"}${archived ? " archived" : ""} from ${instantToText(effective_at).slice(0, 10)}`,
    ),
  ].join(" ")

/** Imports of price lists over some adapters. */
export const runPriceListLines = <E>(door: string, ports: Layer.Layer<Ports, E>): void => {
  describe(`price lists in catalog NDJSON: ${door}`, () => {
    const runtime = ManagedRuntime.make(Layer.mergeAll(ports, NodeServices.layer))
    afterAll(() => runtime.dispose())
    /** What several imports into one organization do, each on a day of its own from 2026-06-01 on. */
    const imports = (...contents: ReadonlyArray<ReadonlyArray<unknown>>) => {
      const organization = `lists-${crypto.randomUUID()}`
      const work = Effect.gen(function* () {
        const summaries = []
        for (const [day, lines] of contents.entries()) {
          const { clock } = standingClock(`2026-06-0${day + 1}T12:00:00Z`)
          const paths = yield* files({ "c.ndjson": ndjson(...lines) })
          const { kinds, problems } = yield* Effect.provideService(
            importCatalog(paths, organization),
            Clock.Clock,
            clock,
          )
          const { inserted, updated, unchanged } = kinds.price_list
          summaries.push({
            lists: [inserted, updated, unchanged],
            prices: [kinds.price.inserted, kinds.price.unchanged, kinds.price.withheld],
            faults: problems.map(({ line, fault }) => `${line} ${fault}`),
          })
        }
        const { all } = yield* PriceListRepository
        const { pricesAround } = yield* PriceRepository
        const lists = yield* all(organization)
        const keys = ["base", ...lists.map(({ price_list }) => price_list)]
        const { inForce } = yield* pricesAround(
          organization,
          ["V"],
          lists[0]?.created?.at ?? (0 as never),
          undefined,
          [...new Set(keys)],
        )
        return {
          summaries,
          lists: lists.map(shown),
          prices: inForce.map(({ price_list, amount, ending }) => `${price_list} ${amount ?? ending}`),
        }
      })
      return runtime.runPromise(Effect.scoped(work))
    }

    it("makes them, parents first, with their prices, and a second import changes nothing", async () => {
      const lines = [
        ...catalog,
        price("DE", "93.00"),
        eur("DE", { parent: "EU", tags: { market: "Germany" }, effective_from: "2025-01-01" }),
        eur("EU", { parent: "base" }),
        price("EU", "95.00"),
        list("JP", { currency: "JPY", archived: true }),
        base,
        price("base", "100.00"),
      ]
      const { summaries, lists, prices } = await imports(lines, lines)
      assert.deepStrictEqual(summaries, [
        { lists: [3, 1, 0], prices: [3, 0, 0], faults: [] },
        { lists: [0, 0, 4], prices: [0, 3, 0], faults: [] },
      ])
      assert.deepStrictEqual(lists, [
        "DE EUR below EU from 2025-01-01",
        "EU EUR below base from 2026-06-01",
        "JP JPY below nothing archived from 2026-06-01",
        "base EUR",
      ])
      assert.deepStrictEqual(prices, ["DE 93.00", "EU 95.00", "base 100.00"])
    })

    it("has no list, and no price, from beyond the years 0001 to 9999", async () => {
      const early = "0001-01-01T00:00+01:00"
      const lines = [
        ...catalog,
        eur("EU", { effective_from: early }),
        { ...price("base", "1"), effective_from: early },
      ]
      const { summaries } = await imports(lines)
      const fault = (line: number) =>
        `${line} effective_from "${early}" is no ISO 8601 date or date-time of the years 0001 to 9999 in UTC`
      assert.deepStrictEqual(summaries[0]?.faults, [fault(lines.length - 1), fault(lines.length)])
    })

    it("has endings of a list's prices, and says what is no ending", async () => {
      const ends = { ...price("EU", "1"), effective_from: "2026-03-01" }
      const lines = [
        ...catalog,
        base,
        eur("EU", { parent: "base" }),
        price("base", "100.00"),
        price("EU", "95.00"),
        { ...ends, amount: null, ends: "not_offered" },
        { ...ends, ends: "not_offered" },
        { ...ends, amount: null, ends: "over" },
        { ...ends, amount: null },
      ]
      const { summaries, prices } = await imports(lines, lines)
      const faults = [
        "8 ends is of a price without an amount: leave one of the two out",
        '9 ends must be "fall_back" or "not_offered", found "over"',
        "10 amount is missing",
      ]
      assert.deepStrictEqual(summaries, [
        { lists: [1, 1, 0], prices: [3, 0, 0], faults },
        { lists: [0, 0, 2], prices: [0, 3, 0], faults },
      ])
      assert.deepStrictEqual(prices, ["EU not_offered", "base 100.00"])
    })

    it("has a list stand elsewhere over time, and elsewhere from now on where a later file says so", async () => {
      const moved = [
        base,
        eur("EU", { parent: "base" }),
        eur("DE", { parent: "EU", effective_from: "2025-01-01" }),
        eur("DE", { parent: "base", effective_from: "2026-01-01" }),
        eur("DE", { parent: "EU", effective_from: "2027-01-01" }),
      ]
      const { summaries, lists } = await imports(moved, moved, [eur("DE", { name: "Germany" })])
      assert.deepStrictEqual(
        summaries.map(({ lists, faults }) => ({ lists, faults })),
        [
          { lists: [2, 3, 0], faults: [] },
          { lists: [0, 0, 5], faults: [] },
          { lists: [0, 1, 0], faults: [] },
        ],
      )
      assert.strictEqual(
        lists[0],
        "DE EUR below EU from 2025-01-01 below base from 2026-01-01 below nothing from 2026-06-03 below EU from 2027-01-01",
      )
    })

    it("has lists stand below one that is archived, in use or archived themselves", async () => {
      const lines = [
        base,
        eur("EU", { parent: "base", archived: true }),
        eur("DE", { parent: "EU" }),
        eur("AT", { parent: "EU", archived: true, effective_from: "2025-01-01" }),
      ]
      const { summaries, lists } = await imports(lines, lines, [eur("AT", { parent: "EU" })])
      assert.deepStrictEqual(
        summaries.map(({ lists, faults }) => ({ lists, faults })),
        [
          { lists: [3, 1, 0], faults: [] },
          { lists: [0, 0, 4], faults: [] },
          { lists: [0, 1, 0], faults: [] },
        ],
      )
      assert.deepStrictEqual(lists, [
        "AT EUR below EU archived from 2025-01-01 below EU from 2026-06-03",
        "DE EUR below EU from 2026-06-01",
        "EU EUR below base archived from 2026-06-01",
        "base EUR",
      ])
    })

    it("leaves lines out that cannot be, by number, with the prices that hang on them", async () => {
      const { summaries, lists, prices } = await imports(
        [...catalog, base, eur("EU", { parent: "base" })],
        [
          list("EU", { currency: "USD" }),
          price("EU", "1"),
          list("US"),
          eur("A", { parent: "B" }),
          eur("B", { parent: "A" }),
          eur("C", { parent: "nowhere" }),
          list("D", { currency: "USD", parent: "base" }),
          list("base", { archived: true }),
          eur("E", { currency: "EURO" }),
          price("E", "1"),
          price("nowhere", "1"),
          price("US", "1"),
          eur("EU", { effective_from: "2026-01-01", archived: true }),
          eur(".."),
          eur("S\ud800"),
          eur("F", { parent: "A" }),
        ],
      )
      const [, { prices: counts, faults } = { faults: [] }] = summaries
      assert.deepStrictEqual(counts, [0, 0, 3])
      assert.deepStrictEqual(
        faults.map((fault) => fault.slice(0, 60)),
        [
          "1 Price list EU has the currency EUR for good: make another ",
          "3 is a new price list, US, and has no currency: write one of",
          "4 stands below itself by lines of the file: A below B below ",
          "5 stands below itself by lines of the file: B below A below ",
          "6 names the parent nowhere, which is no price list: write a ",
          "7 Price list D is in USD, and base in EUR: a parent has the ",
          "8 Price list base has no parent and is never archived",
          "9 currency must be a currency of ISO 4217, such as EUR, foun",
          '11 unknown price list "nowhere": write a line of kind price_',
          "13 would have EU stand elsewhere from 2026-01-01 on, which i",
          '14 price_list must be a key that URLs can name, found ".."',
          '15 price_list must be a key that URLs can name, found "S\\ud8',
          "16 names the parent A, whose own line is left out: correct t",
        ],
      )
      assert.deepStrictEqual(lists, ["EU EUR below base from 2026-06-01", "base EUR"])
      assert.deepStrictEqual(prices, [])
    })
  })
}
