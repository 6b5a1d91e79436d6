import { execFileSync } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { decimalNumber } from "@hangtag/core"
import { Effect } from "effect"
import * as fc from "fast-check"
import type { ImportProgress } from "../src/ImportSummary.ts"
import { importCatalog } from "../src/importCatalog.ts"
import { files, inMemory, load, memory, ndjson, organization, stored } from "./support.ts"

const brand = { kind: "brand", brand_key: "B1", name: "North Trail", time_zone: "America/New_York" }
const product = {
  kind: "product",
  brand_key: "B1",
  product_key: "P1",
  version: 2,
  name: "Ridge Boot",
  source: "merchant_input",
  labels: ["fall"],
  attributes: { material: { key: "lthr", label: "Leather" }, height: { value: 6, unit: "in" } },
  variants: [
    {
      variant_key: "P1-BLK-9",
      name: "Ridge Boot Black 9",
      color: "Black",
      size: "9",
      width: "D",
      vendor_color_code: "001",
      attributes: {},
    },
  ],
}
const price = {
  kind: "price",
  variant_key: "P1-BLK-9",
  price_type: "MAP",
  amount: 149.95,
  effective_from: "2026-09-01",
  status: "active",
}
const batch = { kind: "batch", key: "REPUB-1", status: "open" }
const discovery = {
  kind: "crawl_discovery",
  job_id: "CRAWL-1",
  discovery_id: "D1",
  url: "https://example.com/ridge-boot",
  title: "Ridge Boot",
  selected: false,
}
const attribute = { kind: "attribute", attribute_key: "material", label: "Material" }
const catalog = [
  brand,
  product,
  price,
  batch,
  discovery,
  attribute,
  { kind: "price_list", price_list: "EU", name: "Europe", currency: "EUR" },
  {
    ...price,
    amount: 139.95,
    effective_from: "2027-01-01T09:00:00-05:00",
    status: "draft",
    batch: "REPUB-1",
  },
]

const bad = (...lines: ReadonlyArray<unknown>) =>
  Effect.gen(function* () {
    const other = { ...product, brand_key: "GOOD", product_key: "GOOD", variants: [{ variant_key: "GOOD" }] }
    const others = [{ ...brand, brand_key: "GOOD" }, other, { ...price, variant_key: "GOOD" }]
    const summary = yield* load(
      { "c.ndjson": ndjson(brand, product, ...lines, ...others) },
      { maxProblems: 100 },
    )
    assert.strictEqual(summary.kinds.price.inserted, 1)
    return summary.problems.map(({ line, fault }) => `${line} ${fault}`)
  }).pipe(memory)

/** An archive as far as the name of its first part. */
const zipStart = (name: string) => {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(8, 8)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name)])
}

describe("import of catalog NDJSON", () => {
  inMemory("loads every kind, whatever the order of the lines", function* () {
    const summary = yield* load({ "c.ndjson": ndjson(...catalog.toReversed()) })
    assert.deepStrictEqual(
      Object.entries(summary.kinds).map(([kind, counts]) => [kind, counts.inserted]),
      [
        ["brand", 1],
        ["attribute", 1],
        ["price_list", 1],
        ["batch", 1],
        ["crawl_discovery", 1],
        ["product", 1],
        ["price", 2],
      ],
    )
    assert.strictEqual(summary.rejected, 0)
    const own = yield* stored()
    assert.deepStrictEqual(own.brands.get("B1")?.time_zone, "America/New_York")
    assert.deepStrictEqual(own.products.get("P1")?.versions.get(2)?.attributes, product.attributes)
    assert.deepStrictEqual(own.labels.get("material"), "Material")
    assert.deepStrictEqual(
      own.prices.get("P1-BLK-9")?.map(({ amount, status, batch_key }) => [amount, status, batch_key]),
      [
        ["139.95", "draft", "REPUB-1"],
        ["149.95", "active", null],
      ],
    )
  })

  inMemory("changes nothing when it is done again", function* () {
    const paths = yield* files({ "c.ndjson": ndjson(...catalog) })
    yield* importCatalog(paths, organization)
    const before = yield* stored()
    const { kinds, rejected } = yield* importCatalog(paths, organization)
    for (const { inserted, updated } of Object.values(kinds)) assert.strictEqual(inserted + updated, 0)
    assert.strictEqual(rejected, 0)
    assert.deepStrictEqual(yield* stored(), before)
  })

  inMemory("lets files refer to each other in any order", function* () {
    const { rejected, kinds } = yield* load({
      "1-prices.jsonl": ndjson(price),
      "2-products.ndjson": ndjson(product),
      "3-brands": ndjson(brand),
    })
    assert.deepStrictEqual([rejected, kinds.price.inserted], [0, 1])
  })

  inMemory("keeps the digits of amounts", function* () {
    const amounts = ["149.950", '"149.950"', "0", "1.50e2", "25E-3", "12345678901234567890.123456789", "1e21"]
    const lines = amounts.map((amount, index) =>
      JSON.stringify({ ...price, price_type: `T${index}` }).replace("149.95", amount),
    )
    yield* load({ "c.ndjson": ndjson(brand, product, ...lines) })
    assert.deepStrictEqual(
      (yield* stored()).prices.get("P1-BLK-9")?.map((record) => record.amount),
      ["149.950", "149.950", "0", "150", "0.025", "12345678901234567890.123456789", `1${"0".repeat(21)}`],
    )
  })

  inMemory("keeps attribute records that look like options, and numbers of any notation", function* () {
    const line = JSON.stringify({
      ...product,
      attributes: { a: { key: "x", label: "y", more: "z" }, n: [9, 8] },
    })
    yield* load({ "c.ndjson": ndjson(brand, line.replace("[9,8]", "[1.50, 1e3]")) })
    assert.deepStrictEqual((yield* stored()).products.get("P1")?.versions.get(2)?.attributes, {
      a: { key: "x", label: "y", more: "z" },
      n: [decimalNumber("1.50")!, 1000],
    })
  })

  inMemory("takes a product of very many attributes, which no request may hold", function* () {
    const attributes = Object.fromEntries(Array.from({ length: 10_001 }, (_, nth) => [`a${nth}`, nth]))
    yield* load({ "c.ndjson": ndjson(brand, JSON.stringify({ ...product, attributes })) })
    assert.deepStrictEqual((yield* stored()).products.get("P1")?.versions.get(2)?.attributes, attributes)
  })

  inMemory("fills in what a line may leave out", function* () {
    const { time_zone: _, ...zoneless } = brand
    const bare = {
      kind: "product",
      brand_key: "B1",
      product_key: "P1",
      version: 1,
      name: "Bare",
      source: "scraper",
    }
    const { rejected } = yield* load(
      { "c.ndjson": ndjson(zoneless, { ...bare, variants: [{ variant_key: "V1" }] }) },
      { timeZone: "Asia/Tokyo" },
    )
    assert.strictEqual(rejected, 0)
    const own = yield* stored()
    assert.strictEqual(own.brands.get("B1")?.time_zone, "Asia/Tokyo")
    assert.deepStrictEqual(own.variants.get("V1")?.variant.color, "")
    yield* load({ "c.ndjson": ndjson(zoneless) }, { timeZone: "Europe/Berlin" })
    assert.strictEqual((yield* stored()).brands.get("B1")?.time_zone, "Asia/Tokyo")
  })

  inMemory("takes null for absent, wherever it stands", function* () {
    const variant = {
      variant_key: "V1",
      name: null,
      color: "Red",
      size: null,
      width: null,
      attributes: null,
    }
    const line = {
      ...product,
      labels: [null, "fall", null],
      attributes: { care: null, sole: { grip: null, tone: "dark" }, tones: [null, "dark"] },
      variants: [null, variant],
      note: null,
    }
    const summary = yield* load({
      "c.ndjson": ndjson(
        { ...brand, time_zone: null },
        line,
        { ...product, product_key: "P2", labels: null, attributes: null, variants: null },
        { ...price, variant_key: "V1", batch: null },
        { ...price, amount: null, status: null },
        { ...attribute, label: null },
      ),
    })
    assert.deepStrictEqual(
      summary.problems.map(({ fault }) => fault),
      ["amount, status are missing"],
    )
    assert.strictEqual(summary.ignoredFields.size, 0)
    const own = yield* stored()
    const { labels, attributes } = own.products.get("P1")!.versions.get(2)!
    assert.deepStrictEqual([labels, attributes], [["fall"], { sole: { tone: "dark" }, tones: ["dark"] }])
    const { color, width, attributes: none } = own.variants.get("V1")!.variant
    assert.deepStrictEqual([color, width, none], ["Red", "", {}])
    assert.deepStrictEqual(own.prices.get("V1")?.length, 1)
    assert.deepStrictEqual(own.products.get("P2")?.versions.get(2)?.labels, [])
  })

  it.effect("tells each bad line by its number and what belongs there", () =>
    Effect.gen(function* () {
      const problems = yield* bad(
        { ...price, amount: -3 },
        { ...price, amount: "12,50" },
        { ...price, amount: true },
        JSON.stringify(price).replace("149.95", "NaN"),
        { ...price, effective_from: "12/01/2026" },
        { ...price, effective_from: "2026-02-30" },
        { kind: "price", variant_key: "P1-BLK-9" },
        { kind: "prize" },
        { brand_key: "B1" },
        "[1]",
        '{"kind":"price",',
        { ...brand, time_zone: "EST5" },
        { ...product, version: 1.5 },
        { ...product, variants: [{ variant_key: "V" }, { variant_key: "V" }] },
        { ...product, variants: [{ variant_key: "V", size: 9 }] },
        { ...product, attributes: { deep: { a: { b: { c: 1 } } } } },
        JSON.stringify(product).replace('"value":6', '"value":1e400'),
        { ...brand, brand_key: "" },
        '{"kind":"brand","kind":"price"}',
      )
      const date =
        "effective_from must be an ISO 8601 date or date-time, such as 2026-12-01 or 2026-12-01T09:00:00-05:00"
      const attributeForm =
        "text, a number of at most 1,000 digits and within the range of a double, true, false, null, an option {key, label}, a list of those, or named sub-fields of those"
      const kinds = "use brand, attribute, price_list, batch, crawl_discovery, product, price"
      assert.deepStrictEqual(problems, [
        "3 amount must be a plain non-negative decimal such as 19.99, found -3",
        '4 amount must be a plain non-negative decimal such as 19.99, found "12,50"',
        "5 amount must be a plain non-negative decimal such as 19.99, found true",
        "6 amount must be a plain non-negative decimal such as 19.99, found NaN",
        `7 ${date}, found "12/01/2026"`,
        `8 ${date}, found "2026-02-30"`,
        "9 price_type, amount, effective_from, status are missing",
        `10 kind "prize" is unknown; ${kinds}`,
        `11 kind is missing; ${kinds}`,
        '12 is not an object; write {"kind": …} on one line',
        "13 is not JSON: Expecting property name enclosed in double quotes at column 17; write one object on one line",
        '14 time_zone must be an IANA time zone such as America/New_York, found "EST5"',
        "15 version must be a whole number, found 1.5",
        '16 variants must be a list with every variant_key once, found [{"variant_key":"V"},{"variant_key":"V"}]',
        "17 variants[0].size must be text, found 9",
        `18 attributes.deep must be ${attributeForm}, found {"a":{"b":{"c":1}}}`,
        `19 attributes.height must be ${attributeForm}, found {"value":1e400,"unit":"in"}`,
        '20 brand_key must be text that is not empty, found ""',
        "21 gives its kind twice; write it once",
      ])
    }),
  )

  it.effect("maps what the writer refuses back to its line", () =>
    Effect.gen(function* () {
      const problems = yield* bad(
        "",
        { ...price, variant_key: "UNKNOWN" },
        { ...product, product_key: "P2", brand_key: "B2" },
        { ...price, variant_key: "GOOD", batch: "NONE" },
      )
      assert.deepStrictEqual(problems, [
        "4 unknown variant UNKNOWN",
        "5 unknown brand B2",
        "6 unknown batch NONE",
      ])
    }),
  )

  inMemory("leaves out what hangs on a line that is left out, though it is known from before", function* () {
    yield* load({ "c.ndjson": ndjson(...catalog) })
    const newer = { ...price, amount: 1, effective_from: "2026-10-01" }
    const later = { ...newer, status: "draft", batch: "REPUB-1" }
    const cases: ReadonlyArray<
      readonly [lines: ReadonlyArray<unknown>, products: number, prices: number, written: number]
    > = [
      [[{ ...product, version: -1 }, newer], 0, 1, 0],
      [[{ ...product, variants: [...product.variants, {}] }, newer], 0, 1, 0],
      [[newer, { ...product, product_key: "P2" }], 0, 1, 0],
      [[newer, { ...product, brand_key: "B2" }], 0, 1, 0],
      [[newer, product, { ...brand, time_zone: "Mars" }], 1, 1, 0],
      [[{ ...brand, name: "\0" }, product, newer], 1, 1, 0],
      [[later, { ...batch, status: "shut" }, { ...newer, amount: 2 }], 0, 1, 1],
      [['{"kind":"product","variants":[null,7],"version":{}}', { ...newer, amount: 3 }], 0, 0, 1],
    ]
    for (const [lines, products, prices, written] of cases) {
      const { kinds, rejected } = yield* load({ "c.ndjson": ndjson(...lines) })
      assert.deepStrictEqual(
        [rejected, kinds.product.withheld, kinds.price.withheld, kinds.price.inserted],
        [1, products, prices, written],
        JSON.stringify(lines),
      )
    }
  })

  inMemory("counts every problem and lists the first by line, in whatever pass they come up", function* () {
    const lines = Array.from({ length: 300 }, (_, i) =>
      i % 2 === 0 ? { ...price, amount: -i - 1 } : `{"no":${i}`,
    )
    const { problems, rejected, unreadable, kinds } = yield* load({ "c.ndjson": ndjson(...lines) })
    assert.deepStrictEqual([rejected, unreadable, kinds.price.rejected], [300, 150, 150])
    assert.deepStrictEqual(
      problems.map((each) => each.line),
      Array.from({ length: 20 }, (_, i) => i + 1),
    )
  })

  inMemory("leaves out a price that says when it ends", function* () {
    const of = { ...price, variant_key: "V1" }
    const lines = [
      { ...of, effective_until: "2027-01-01" },
      { ...of, until: "2027-01-01" },
      { ...of, until: null },
    ]
    const variants = [{ variant_key: "V1" }]
    const { problems, kinds } = yield* load({ "c.ndjson": ndjson(brand, { ...product, variants }, ...lines) })
    assert.deepStrictEqual(
      problems.map(({ line, fault }) => [line, fault.split(":")[0]]),
      [
        [3, "effective_until is not read"],
        [4, "until is not read"],
      ],
    )
    assert.strictEqual(kinds.price.inserted, 1)
  })

  inMemory("names fields that nothing reads", function* () {
    const variants = [
      { variant_key: "V1", colour: "Red" },
      { variant_key: "V2", colour: "Tan" },
    ]
    const { ignoredFields, rejected } = yield* load({
      "c.ndjson": ndjson(
        brand,
        { ...product, lables: ["x"], variants },
        { ...price, variant_key: "V1", note: 1 },
      ),
    })
    assert.strictEqual(rejected, 0)
    assert.deepStrictEqual(
      [...ignoredFields],
      [
        ["product.lables", 1],
        ["product.variants.colour", 1],
        ["price.note", 1],
      ],
    )
  })

  inMemory(
    "reads byte order marks, also where files were put one behind another, CRLF and a last line without end; refuses bytes that are not UTF-8",
    function* () {
      const text = `\uFEFF${JSON.stringify(brand)}\r\n\r\n   \r\n\uFEFF${JSON.stringify({ ...product, name: "靴 é 🥾" })}\r\n`
      const latin = Buffer.concat([
        Buffer.from('{"kind":"brand","brand_key":"Caf'),
        Buffer.from([0xe9]),
        Buffer.from('"}\n'),
      ])
      const { problems } = yield* load({
        "c.ndjson": Buffer.concat([Buffer.from(text), latin, Buffer.from(JSON.stringify(price))]),
      })
      assert.deepStrictEqual(
        problems.map(({ line, fault }) => [line, fault]),
        [[5, "is not UTF-8; save the file as UTF-8"]],
      )
      const own = yield* stored()
      assert.strictEqual(own.products.get("P1")?.versions.get(2)?.name, "靴 é 🥾")
      assert.strictEqual(own.prices.get("P1-BLK-9")?.length, 1)
    },
  )

  inMemory("leaves out a line of more than 16 MiB and goes on after it", function* () {
    const long = `{"kind":"brand","brand_key":"${"x".repeat(17 * 1024 ** 2)}"}\n`
    const { problems, kinds } = yield* load({ "c.ndjson": ndjson(brand) + long + ndjson(product, price) })
    assert.deepStrictEqual(
      problems.map((each) => each.line),
      [2],
    )
    assert.strictEqual(kinds.price.inserted, 1)
  })

  inMemory("reads texts whole where a block of the file ends inside them", function* () {
    const versions = Array.from({ length: 6_000 }, (_, version) => ({
      ...product,
      product_key: `P${version}`,
      version,
      name: `靴🥾é ${version}`,
      variants: [],
    }))
    const { kinds, rejected } = yield* load({ "c.ndjson": ndjson(brand, ...versions) })
    assert.deepStrictEqual([kinds.product.inserted, rejected], [6_000, 0])
    const { products } = yield* stored()
    for (const { product_key, version, name } of versions) {
      assert.strictEqual(products.get(product_key)?.versions.get(version)?.name, name)
    }
  })

  inMemory("tells its progress up to the end", function* () {
    const seen: Array<ImportProgress> = []
    const lines = Array.from({ length: 4_000 }, (_, i) => ({ ...price, price_type: `T${i}` }))
    yield* load(
      { "a.ndjson": ndjson(brand, product), "b.ndjson": ndjson(...lines) },
      { onProgress: (progress) => Effect.sync(() => seen.push(progress)) },
    )
    const done = seen.map((progress) => progress.doneBytes)
    assert.deepStrictEqual(
      done,
      done.toSorted((a, b) => a - b),
    )
    assert.isAbove(new Set(done).size, 4)
    const last = seen.at(-1)
    assert.deepStrictEqual([last?.doneBytes, last?.entries], [last?.totalBytes, 4_002])
  })

  inMemory("reads a pipe as it is written to", function* () {
    const [beside] = yield* files({ beside: "" })
    const pipe = `${beside}.ndjson`
    execFileSync("mkfifo", [pipe])
    const [summary] = yield* Effect.all(
      [importCatalog([pipe], organization), Effect.promise(() => writeFile(pipe, ndjson(brand)))],
      { concurrency: 2 },
    )
    assert.strictEqual(summary.kinds.brand.inserted, 1)
  })

  inMemory("refuses files that it cannot read before it writes anything", function* () {
    const notShopify =
      "it is not a Shopify product file: the first row must name the columns Handle (or URL handle), Title and Variant Price (or Price), found"
    const refusal = (name: string, content: string | Uint8Array) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(load({ "good.ndjson": ndjson(brand), [name]: content }))
        return error._tag === "FileNotImportable" ? error.reason : error._tag
      })
    assert.deepStrictEqual(
      [
        yield* refusal("a.gz", Buffer.from([0x1f, 0x8b, 8])),
        yield* refusal("a.json", ' [{"kind":"brand"}]'),
        yield* refusal("a.csv", "name;price\r\nboot;3\r\n"),
        yield* refusal("b.csv", "name,price\r\nboot,3\r\n"),
        yield* refusal("c.csv", ""),
        yield* refusal("d.csv", Buffer.from("\uFEFFHandle", "utf16le")),
        yield* refusal("d.csv", Buffer.from("Handle,Title", "utf16le")),
        yield* refusal("d.xls", Buffer.from("d0cf11e0a1b11ae1", "hex")),
        yield* refusal("d.zip", zipStart("products.csv")),
        yield* refusal("d.xlsx", zipStart("products.csv")),
        yield* refusal("d.docx", zipStart("[Content_Types].xml")),
        yield* refusal("d.xlsx", zipStart("word/document.xml")),
        yield* refusal("d.ods", zipStart("mimetype")),
        yield* refusal("e.xlsx", "Handle,Title"),
        yield* refusal("f.xlsx", Buffer.concat([zipStart("xl/workbook.xml"), Buffer.alloc(3_000, 7)])),
        (yield* Effect.flip(importCatalog(["/nowhere.ndjson"], organization))).message,
        (yield* Effect.flip(importCatalog(["/"], organization))).message,
        (yield* Effect.flip(importCatalog(["/dev/zero"], organization))).message,
        (yield* Effect.flip(importCatalog([], organization, { timeZone: "Mars", effectiveFrom: "now" })))
          .message,
      ],
      [
        "it is compressed and damaged or not complete; compress it again, or copy it again",
        "it is a JSON array; write one object a line (NDJSON)",
        `${notShopify} name, price`,
        `${notShopify} name, price`,
        "it is empty; look whether it was saved where you expect it",
        `${notShopify} Handle`,
        `${notShopify} Handle, Title`,
        "it is a workbook of Excel 97 to 2003 (xls); save it as xlsx, or as CSV UTF-8",
        "it is a zip archive; unpack it, and take the files in it one by one",
        "it is a zip archive; unpack it, and take the files in it one by one",
        "it is a document of Word; copy its table into a sheet, and save it as xlsx, or as CSV UTF-8",
        "it is a document of Word; copy its table into a sheet, and save it as xlsx, or as CSV UTF-8",
        "it is an OpenDocument sheet (ods); save it as xlsx, or as CSV UTF-8",
        "it is no xlsx workbook, whatever its name says",
        "the workbook is damaged or not complete (invalid block type); save it again as xlsx",
        "/nowhere.ndjson cannot be imported: there is no such file",
        "/ cannot be imported: it is a folder; name the files in it",
        "/dev/zero cannot be imported: it is neither a file nor a pipe; name a file, or - for standard input",
        "time_zone: use an IANA time zone such as America/New_York; effective_from: use an ISO 8601 date or date-time such as 2026-12-01",
      ],
    )
    assert.isUndefined(yield* stored())
  })

  it.effect("gives the same catalog for any order of the lines", () => {
    const lines = [
      ...catalog,
      {
        ...product,
        version: 1,
        variants: [{ ...product.variants[0], variant_key: "P1-TAN-9", color: "Tan" }],
      },
      { ...price, variant_key: "P1-TAN-9" },
      { ...brand, brand_key: "B2" },
    ]
    const comparable = Effect.fnUntraced(function* (order: ReadonlyArray<unknown>) {
      yield* load({ "c.ndjson": ndjson(...order) })
      const { brands, products, variants, prices } = yield* stored()
      const records = [...prices].flatMap(([, each]) =>
        each.map(({ variant_key, amount, effective_at }) => `${variant_key} ${amount} ${effective_at}`),
      )
      const versions = [...products].flatMap(([key, { versions }]) =>
        [...versions.keys()].map((v) => `${key} ${v}`),
      )
      return [[...brands.keys()], versions, [...variants.keys()], records].map((each) => each.toSorted())
    }, memory)
    return Effect.gen(function* () {
      const expected = yield* comparable(lines)
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(fc.shuffledSubarray(lines, { minLength: lines.length }), async (order) => {
            assert.deepStrictEqual(await Effect.runPromise(comparable(order)), expected)
          }),
          { numRuns: 30 },
        ),
      )
    })
  })
})
