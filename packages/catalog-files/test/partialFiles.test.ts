import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import ExcelJS from "exceljs"
import * as fc from "fast-check"
import { fullFile, partialFileCases } from "./partialFiles.cases.ts"
import { inForce, load, memory, stored } from "./support.ts"

type File = Pick<typeof fullFile, "columns" | "rows">

const csv = ({ columns, rows }: File) => ({ "shop.csv": `${[columns, ...rows].join("\n")}\n` })

const xlsx = async ({ columns, rows }: File) => {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet("Products")
  for (const row of [columns, ...rows])
    sheet.addRow(row.split(",").map((cell) => (cell === "" ? null : cell)))
  return { "shop.xlsx": new Uint8Array(await workbook.xlsx.writeBuffer()) }
}

const boot = Effect.gen(function* () {
  const { products, variants } = yield* stored()
  const product = products.get("boot")
  const version = product?.versions.get(1)
  const found: Array<string> = []
  for (const { variant } of [...variants.values()].filter(({ retired }) => retired === undefined)) {
    const { PRICE = "none" } = yield* inForce(variant.variant_key)
    const { variant_key, color, size, attributes } = variant
    found.push([variant_key, `${color}/${size}`, PRICE, attributes.barcode].filter(Boolean).join(" "))
  }
  return {
    brand: product?.brand_key,
    labels: version?.labels.join(),
    type: version?.attributes.type ?? "",
    variants: found,
  }
})

describe("a shop's file with some of the columns", () => {
  for (const format of ["csv", "xlsx"] as const)
    for (const { name, given, expect } of partialFileCases)
      it.effect(`${format}: ${name}`, () =>
        Effect.gen(function* () {
          const { emptied = [], rejected, ...after } = expect
          if (given.catalog === "full") yield* load(csv(fullFile))
          const content = format === "csv" ? csv(given) : yield* Effect.promise(() => xlsx(given))
          const brands = (yield* stored())?.brands.size ?? 0
          const dry = yield* load(content, { dryRun: true })
          const summary = yield* load(content)
          assert.deepStrictEqual(summary.emptied, dry.emptied)
          assert.deepStrictEqual(summary.emptied, { count: emptied.length, first: emptied })
          assert.deepEqual<unknown>(yield* boot, after)
          if (rejected === undefined) assert.deepStrictEqual(summary.problems, [])
          else assert.include(summary.problems[0]?.fault, rejected)
          const isNew = given.catalog === "new" || expect.brand === "unbranded"
          assert.strictEqual((yield* stored()).brands.size, brands + (isNew ? 1 : 0))
        }).pipe(memory),
      )

  it.effect("changes nothing where it says what the full file says, whichever its columns", () =>
    Effect.gen(function* () {
      yield* load(csv(fullFile))
      const before = yield* stored()
      const [columns, ...rows] = [fullFile.columns, ...fullFile.rows].map((line) => line.split(","))
      const optional = ["Vendor", "Type", "Tags", "Option1", "Option2", "Option3", "SKU", "Price", "Barcode"]
      const runtime = yield* Effect.context<Effect.Services<ReturnType<typeof load>>>()
      const property = fc.asyncProperty(fc.subarray(optional), async (chosen) => {
        const kept = columns!.flatMap((column, index) =>
          /^(Handle|Title)$/.test(column) || chosen.some((name) => column.includes(name)) ? [index] : [],
        )
        const pick = (line: ReadonlyArray<string>) => [...kept.map((index) => line[index]), "x"].join(",")
        const file = { columns: pick(columns!).replace(/x$/, "Body (HTML)"), rows: rows.map(pick) }
        const content = csv({ ...file, rows: file.rows.map((row) => row.replace(/x$/, "")) })
        const summary = await Effect.runPromiseWith(runtime)(load(content))
        assert.deepStrictEqual(summary.emptied.count, 0)
      })
      yield* Effect.promise(() => fc.assert(property, { numRuns: 60 }))
      const { products, variants, prices } = yield* stored()
      assert.deepStrictEqual(
        { products, variants, prices },
        { products: before.products, variants: before.variants, prices: before.prices },
      )
    }).pipe(memory),
  )

  it.effect("makes no variant of what may be one that the catalog has", () =>
    Effect.gen(function* () {
      const options = "Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value"
      const columns = `Handle,Title,Vendor,${options},Variant SKU,Variant Price`
      const rows = [
        "sock,Sock,Acme,Size,S/M,Color,Red,,,SM-1,9",
        "sock,,,,L,,Red,,,,9",
        "gift,Gift,Acme,Title,Default Title,,,,,,25",
      ]
      yield* load(csv({ columns, rows }))
      const { variants } = yield* stored()
      assert.deepStrictEqual([...variants.keys()], ["SM-1", "sock-l-red", "gift"])
      const partly: ReadonlyArray<File> = [
        { columns: "Handle,Title,Variant SKU,Variant Price", rows: ["sock,Sock,,8"] },
        {
          columns: "Handle,Title,Vendor,Variant SKU,Option2 Value",
          rows: ["sock,Sock,Acme,SM-1,Red", "sock,,,,Red"],
        },
        {
          columns: `Handle,Title,${options},Variant Price`,
          rows: ["sock,Sock,Size,S/M,Color,Red,,,8", "sock,,,L,,Red,,,8"],
        },
      ]
      for (const file of partly) {
        const { problems } = yield* load(csv(file))
        assert.include(problems[0]?.fault, "add the columns", file.columns)
      }
      assert.deepStrictEqual((yield* stored()).variants, variants)
      const gift = yield* load(
        csv({ columns: "Handle,Title,Option1 Value,Variant Price", rows: ["gift,Gift,Default Title,30"] }),
      )
      assert.deepStrictEqual(gift.problems, [])
      assert.deepStrictEqual(
        [yield* inForce("SM-1"), yield* inForce("gift")],
        [{ PRICE: "9" }, { PRICE: "30" }],
      )
      const whole = yield* load(
        csv({ columns, rows: ["sock,Sock,Acme,Size,S/M,Color,Red,,,SM-1,9", "sock,,,,XL,,Red,,,,9"] }),
      )
      assert.deepStrictEqual(whole.problems, [])
      assert.isTrue((yield* stored()).variants.has("sock-xl-red"))
    }).pipe(memory),
  )

  it.effect("prunes nothing that it does not speak of", () =>
    Effect.gen(function* () {
      yield* load(csv(fullFile))
      const before = yield* boot
      for (const columns of [
        "Handle,Title,Vendor,Body (HTML)",
        "Handle,Title,Vendor,Variant SKU",
        "Handle,Title,Vendor,Variant Price",
        "Handle,Title,Variant SKU,Variant Price",
      ]) {
        const file = { columns, rows: [columns.replaceAll(/[^,]+/g, "x")] }
        const error = yield* Effect.flip(load(csv(file), { prune: true }))
        assert.include(error.message, "has no column", columns)
        assert.deepStrictEqual(yield* boot, before)
      }
    }).pipe(memory),
  )
})
