import { assert, describe, it } from "@effect/vitest"
import type { ExportProduct } from "@hangtag/core"
import { type ExportColumn, exportRows } from "@hangtag/core/adapter"
import { Effect, Stream } from "effect"
import { batchesInTurns, rowBatches } from "../src/rowBatches.ts"

const product = (key: string, variants: number): ExportProduct => ({
  product: {
    product_key: key,
    brand_key: "B1",
    version: 1,
    name: key,
    source: "scraper",
    labels: [],
    attributes: {},
    updated_at: "2026-11-21T00:00:00.000Z",
  },
  time_zone: "UTC",
  variants: Array.from({ length: variants }, (_, i) => ({
    variant_key: `${key}-${String(i).padStart(5, "0")}`,
    product_key: key,
    name: "",
    color: "",
    size: "",
    width: "",
    vendor_color_code: "",
    attributes: {},
  })),
  prices: [],
})
const columns = (count: number): ReadonlyArray<ExportColumn> =>
  Array.from({ length: count }, () => ({
    name: "Variant",
    source: { kind: "variant", field: "variant_key" },
    use_label: false,
  }))
const rows = (count: number) => ({
  of: (each: ExportProduct) => exportRows({ mode: "column_based", columns: columns(count) }, each),
  counts: () => 1,
})
const products = [product("P1", 1500), product("P2", 0), product("P3", 700)]

describe("rowBatches", () => {
  it("gives every row once, in order, whatever the batches", () => {
    const tally = { processed: 0, rows: 0 }
    const batches = [...rowBatches(rows(2), products, tally)]
    assert.deepStrictEqual(
      batches.map((rows) => rows.length),
      [1000, 1000, 200],
    )
    assert.deepStrictEqual(
      batches.flat().map((row) => row[0]),
      products.flatMap(({ variants }) => variants.map(({ variant_key }) => variant_key)),
    )
    assert.deepStrictEqual(tally, { processed: 3, rows: 2200 })
  })

  it("counts a product as processed only when its last row has been handed over", () => {
    const tally = { processed: 0, rows: 0 }
    const batches = rowBatches(rows(1), products, tally)
    batches.next()
    assert.deepStrictEqual(tally, { processed: 0, rows: 1000 })
    batches.next()
    assert.deepStrictEqual(tally, { processed: 2, rows: 2000 })
  })

  it("gives fewer rows at a time when they are wide", () => {
    const tally = { processed: 0, rows: 0 }
    const [first] = rowBatches(rows(1000), products, tally)
    assert.strictEqual(first?.length, 20)
  })

  it("makes no row behind those of the batch", () => {
    const made: Array<number> = []
    function* of(item: number) {
      for (let i = 0; i < 3000; i++) {
        made.push(item)
        yield [null]
      }
    }
    const batches = rowBatches({ of, counts: () => 1 }, [1, 2], { processed: 0, rows: 0 })
    batches.next()
    assert.strictEqual(made.length, 1000)
  })

  it.effect("lets others have their turn before each batch but the first", () =>
    Effect.gen(function* () {
      const others: Array<boolean> = []
      let isTurn = false
      const pulled = Stream.make(products, products)
      yield* Stream.runForEach(
        batchesInTurns(rows(2), pulled, { processed: 0, rows: 0 }, () => {}),
        (batch) =>
          Effect.sync(() => {
            others.push(isTurn)
            isTurn = false
            setImmediate(() => {
              isTurn = true
            })
            assert.isAtMost(batch.length, 1000)
          }),
      )
      assert.deepStrictEqual(others, [false, true, true, true, true, true])
    }),
  )
})
