import { readFile } from "node:fs/promises"
import { assert, describe } from "@effect/vitest"
import { memoryPorts } from "@hangtag/testkit"
import { Effect } from "effect"
import ExcelJS from "exceljs"
import { importCatalog } from "../src/importCatalog.ts"
import { runShopSequences } from "./shopSequences.ts"
import { files, inMemory, load, ndjson, organization, stored } from "./support.ts"

const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url).pathname
const exported = fixture("shopify-export.csv")

const loadExport = importCatalog([exported], organization)

describe("import of Shopify product files", () => {
  inMemory("maps a product's rows to a product, its variants and their prices", function* () {
    const { kinds } = yield* loadExport
    assert.deepStrictEqual([kinds.brand.inserted, kinds.product.inserted, kinds.price.inserted], [3, 4, 7])
    const { brands, products, variants, prices, labels } = yield* stored()
    assert.deepStrictEqual(
      [...brands.values()].map((brand) => [brand.brand_key, brand.name, brand.time_zone]),
      [
        ["north-trail-co", "Nörth Trail & Co.", "UTC"],
        ["unbranded", "Unbranded", "UTC"],
        ["東京靴店", "東京靴店", "UTC"],
      ],
    )
    const boot = products.get("ridge-boot")?.versions.get(1)
    assert.deepStrictEqual(
      [boot?.name, boot?.source, boot?.labels],
      ["Ridge Boot", "merchant_input", ["fall", "waterproof"]],
    )
    assert.deepStrictEqual(boot?.attributes, {
      body_html: '<p>Built for "real" rain,\r\nsnow;\r\n\r\nand mud.</p>',
      product_category: "Apparel & Accessories > Shoes",
      type: "Boots",
      published: true,
      seo_title: "Ridge Boot | North Trail",
      google_shopping_gender: "Unisex",
      "custom.care": "Wax twice a year",
      status: "active",
      images: [1, 2, 3].map((n) => `https://cdn.example.com/boot-${n}.jpg`),
      image_alt_texts: ["Side view, left", "Sole"],
    })
    const { updated_at: _, ...black9 } = { updated_at: 0, ...variants.get("RB-BLK-9")?.variant }
    assert.deepStrictEqual(black9, {
      variant_key: "RB-BLK-9",
      product_key: "ridge-boot",
      name: "Ridge Boot - Black / 9 / D",
      color: "Black",
      size: "9",
      width: "D",
      vendor_color_code: "",
      attributes: {
        grams: 1200,
        inventory_qty: -3,
        taxable: true,
        barcode: "0883412345",
        weight_unit: "kg",
      },
    })
    assert.strictEqual(labels.get("custom.care"), "Care")
    assert.deepStrictEqual(
      prices
        .get("RB-BLK-9")
        ?.map((price) => [price.price_type, price.amount, price.effective_from, price.status]),
      [
        ["PRICE", "149.950", "1970-01-01T00:00:00.000Z", "active"],
        ["COMPARE_AT", "179", "1970-01-01T00:00:00.000Z", "active"],
        ["COST", "61.20", "1970-01-01T00:00:00.000Z", "active"],
      ],
    )
  })

  inMemory("makes keys where a variant has no SKU, and keeps every option", function* () {
    yield* loadExport
    const { variants, prices } = yield* stored()
    assert.deepStrictEqual(
      [...variants.values()].map(({ variant }) => [variant.variant_key, variant.name]),
      [
        ["RB-BLK-9", "Ridge Boot - Black / 9 / D"],
        ["RB-BLK-10", "Ridge Boot - Black / 10 / EE"],
        ["ridge-boot-brown-9-d", "Ridge Boot - Brown / 9 / D"],
        ["gift-card", "Gift Card"],
        ["laces-cotton-none", 'Laces 54" waxed - Cotton / none'],
        ["laces-hemp", 'Laces 54" waxed - Hemp'],
        ["SAND-42", "東京 Sandale - 42"],
      ],
    )
    assert.isUndefined(prices.get("ridge-boot-brown-9-d"))
    assert.deepStrictEqual(variants.get("laces-cotton-none")?.variant.attributes, {
      barcode: "123",
      material: "Cotton",
      option_barcode: "none",
    })
    assert.strictEqual(prices.get("SAND-42")?.[0]?.amount, "0.00")
  })

  inMemory("tells bad rows by the line that they begin on", function* () {
    const { problems, rejected } = yield* loadExport
    assert.deepStrictEqual(
      problems.map(({ line, fault }) => `${line} ${fault}`),
      [
        "13 PRICE of laces-hemp must be a plain amount such as 1299.95, found 5,25",
        "14 repeats the variant laces-cotton-none of laces; give every variant a Variant SKU of its own, or name variants by their options (handle-options)",
        "15 has no Title; the rows of orphan must stand together, the first of them with the Title",
        "16 has no Handle; write the product's handle on each of its rows",
        "17 has no Handle; write the product's handle on each of its rows",
        "19 has 37 cells where the first row names 34 columns; look for a comma or quote too many",
        "20 is not UTF-8; save the file as CSV UTF-8",
      ],
    )
    assert.strictEqual(rejected, 7)
  })

  inMemory("changes nothing when it is done again", function* () {
    yield* loadExport
    const before = yield* stored()
    const { kinds } = yield* loadExport
    for (const { inserted, updated } of Object.values(kinds)) assert.strictEqual(inserted + updated, 0)
    assert.deepStrictEqual(yield* stored(), before)
  })

  inMemory("reads the headers of the template of 2025", function* () {
    const path = fixture("shopify-template-2025.csv")
    const { kinds, rejected } = yield* importCatalog([path], organization, {
      effectiveFrom: "2026-12-01",
      timeZone: "Europe/Berlin",
    })
    assert.deepStrictEqual([kinds.product.inserted, kinds.price.inserted, rejected], [1, 3, 0])
    const { products, variants, prices, brands } = yield* stored()
    assert.deepStrictEqual(products.get("ridge-boot")?.versions.get(1)?.attributes, {
      body_html: "<b>Boot</b>",
      type: "Boots",
      published: true,
      status: "Active",
      option1_linked_to: "product.metafields.shopify.color-pattern",
      gift_card: false,
      "shopify.color-pattern": "black; ebony",
      images: ["https://cdn.example.com/1.jpg"],
    })
    assert.deepStrictEqual(variants.get("RB-1")?.variant.attributes, {
      taxable: true,
      inventory_qty: 7,
      continue_selling_when_out_of_stock: "DENY",
      grams: 1200.5,
    })
    assert.strictEqual(variants.get("RB-2")?.variant.color, "Tan")
    assert.strictEqual(prices.get("RB-2")?.[0]?.effective_from, "2026-12-01")
    assert.strictEqual(brands.get("north-trail")?.time_zone, "Europe/Berlin")
  })

  inMemory("leaves brands and labels alone that are there already", function* () {
    const brand = {
      kind: "brand",
      brand_key: "north-trail-co",
      name: "North Trail",
      time_zone: "America/New_York",
    }
    const shopify = yield* Effect.promise(() => readFile(exported))
    yield* load({ "brands.ndjson": ndjson(brand), "products.csv": shopify })
    yield* load({ "products.csv": shopify }, { timeZone: "Asia/Tokyo" })
    assert.deepStrictEqual((yield* stored()).brands.get("north-trail-co"), {
      brand_key: "north-trail-co",
      name: "North Trail",
      time_zone: "America/New_York",
    })
  })

  inMemory(
    "names the line where a quote opens that never closes, and keeps the products before it",
    function* () {
      const { problems, kinds } = yield* load({
        "p.csv": 'Handle,Title,Variant Price\na,A,1\nb,"B\nmore",2\n\nc,"C,3\nd,D,4\n',
      })
      assert.deepStrictEqual(
        problems.map(({ line, fault }) => `${line} ${fault}`),
        ['6 opens a quote (") that is never closed; nothing from here on was read'],
      )
      assert.strictEqual(kinds.product.inserted, 2)
    },
  )

  inMemory("reads no row of endless cells, and keeps the products before it", function* () {
    // more than the parser is given at once, and a row that it is given whole
    for (const cells of [1_000_000, 150_000]) {
      const { problems, kinds } = yield* load({
        "p.csv": `Handle,Title,Variant Price\na,A,1\n\nb${",".repeat(cells)}\nc,C,3\n`,
      })
      assert.deepStrictEqual(
        problems.map(({ line, fault }) => `${line} ${fault}`),
        ["4 has more than 100000 cells; nothing from here on was read"],
      )
      assert.strictEqual(kinds.product.inserted + kinds.product.unchanged, 1)
    }
  })

  inMemory("reads the first sheet of a workbook as it reads a CSV", function* () {
    const workbook = new ExcelJS.Workbook()
    const sheet = workbook.addWorksheet("Products")
    workbook.addWorksheet("Notes").addRow(["not a product"])
    sheet.addRow([
      "Handle",
      "Title",
      "Vendor",
      "Tags",
      "Published",
      "Variant SKU",
      "Variant Price",
      "Option1 Name",
      "Option1 Value",
    ])
    sheet.addRow([
      "boot",
      { richText: [{ text: "Ridge " }, { text: "Boot", font: { bold: true } }] },
      { text: "North Trail", hyperlink: "https://example.com" },
      "fall, 防水",
      true,
      12345,
      149.95,
      "Color",
      { formula: 'CONCATENATE("Bl","ack")', result: "Black" },
    ])
    sheet.addRow([])
    sheet.addRow(["bad", "Bad", "North Trail", "", "", "BAD-1", -1])
    for (let n = 0; n < 3_000; n++)
      sheet.addRow([`p-${n}`, `Product ${n}`, "North Trail", "", "", `SKU-${n}`, n / 100])
    const bytes = yield* Effect.promise(() => workbook.xlsx.writeBuffer())
    const paths = yield* files({ "products.xlsx": new Uint8Array(bytes) })
    const { kinds, problems } = yield* importCatalog(paths, organization)
    assert.deepStrictEqual([kinds.product.inserted, kinds.price.inserted], [3_002, 3_001])
    assert.deepStrictEqual(
      problems.map(({ line, fault }) => `${line} ${fault}`),
      ["4 PRICE of BAD-1 must be a plain amount such as 1299.95, found -1"],
    )
    const { products, variants, prices } = yield* stored()
    const boot = products.get("boot")?.versions.get(1)
    assert.deepStrictEqual(
      [boot?.name, boot?.brand_key, boot?.labels, boot?.attributes.published],
      ["Ridge Boot", "north-trail", ["fall", "防水"], true],
    )
    assert.strictEqual(variants.get("12345")?.variant.color, "Black")
    assert.strictEqual(prices.get("12345")?.[0]?.amount, "149.95")
    assert.strictEqual(prices.get("SKU-2999")?.[0]?.amount, "29.99")
    const again = yield* importCatalog(paths, organization)
    assert.deepStrictEqual([again.kinds.product.unchanged, again.kinds.price.unchanged], [3_002, 3_001])
  })
})

runShopSequences("in memory", memoryPorts, 40)
