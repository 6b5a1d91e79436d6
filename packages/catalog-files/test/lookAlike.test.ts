import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import ExcelJS from "exceljs"
import { inMemory, load, stored } from "./support.ts"

/** Headers as the programs write them, shortened, and the words that they are recognized by. */
const headers: ReadonlyArray<readonly [program: string, header: string]> = [
  ["Matrixify", "ID,Handle,Command,Title,Body HTML,Vendor,Variant SKU,Variant Price"],
  ["Matrixify", "Handle,Title,Vendor,Variant Command,Variant SKU,Variant Price"],
  ["inventory", "Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Available"],
  ["inventory", "Handle,Title,SKU,HS Code,COO,On hand (current),On hand (new)"],
  ["order", "Name,Email,Financial Status,Vendor,Lineitem quantity,Lineitem sku"],
  ["WooCommerce", 'ID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog",Tags,Regular price'],
  ["BigCommerce", "Item Type,Product ID,Product Name,Product Type,Product Code/SKU,Brand Name,Price"],
  ["BigCommerce", "Item,ID,Name,Type,SKU,Options,Price"],
  ["Magento", "sku,store_view_code,attribute_set_code,product_type,name,price"],
  ["Magento", "sku,_store,_attribute_set,_type,name,price"],
  ["Squarespace", "Product ID [Non Editable],Variant ID [Non Editable],Title,Description,SKU,Price,Tags"],
  ["Wix", "handleId,fieldType,name,description,sku,price"],
  ["Amazon", "item_sku\titem_name\tbrand_name\tstandard_price"],
  ["Amazon", "item-name,item-description,listing-id,seller-sku,price"],
  ["Etsy", "TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,IMAGE1"],
  ["eBay", "*Action(SiteID=US|Country=US|Currency=USD|Version=745),ItemID,*Title,*StartPrice"],
  ["Ecwid", "type,product_internal_id,product_sku,product_name,product_price"],
  ["Square", "Token,Item Name,Variation Name,SKU,Description,Price"],
  ["PrestaShop", "Product ID;Image;Name;Reference;Category;Price (tax excl.)"],
  ["Google", "id,title,description,link,image_link,availability,price"],
]

const refusal = (name: string, content: string | Uint8Array) =>
  Effect.map(Effect.flip(load({ [name]: content })), (error) => error.message)

describe("files that are no catalog", () => {
  inMemory("are refused by the name of the program that wrote them, with what to do", function* () {
    for (const [program, header] of headers) {
      const message = yield* refusal("shop.csv", `${header}\n${header.replaceAll(/[^,;\t]+/g, "x")}\n`)
      assert.include(message, program, header)
      assert.match(message, /: (export the products|import a file) /, header)
    }
    assert.isUndefined(yield* stored())
  })

  inMemory("are refused as empty, or as without products, in one sentence", function* () {
    const workbook = new ExcelJS.Workbook()
    workbook.addWorksheet("Products").addRow(["Handle", "Title", "Variant Price"])
    const xlsx = new Uint8Array(yield* Effect.promise(() => workbook.xlsx.writeBuffer()))
    for (const [name, content, reason] of [
      ["a.csv", "", "it is empty"],
      ["a.csv", "\uFEFF", "it is empty"],
      ["a.csv", "\n\n , ,\n", "it is empty"],
      ["a.ndjson", "", "it is empty"],
      ["a.ndjson", "\n  \n", "it is empty"],
      ["a.csv", ",".repeat(150_000), "its first row has more than 100000 cells"],
      ["a.csv", "Handle,Title,Variant Price\n", "no products below"],
      ["a.csv", "Handle,Title,Variant Price\n,,\n\n", "no products below"],
      ["a.xlsx", xlsx, "no products below"],
    ] as const) {
      const message = yield* refusal(name, content)
      assert.include(message, reason)
      assert.notInclude(message, "\n")
    }
  })

  inMemory("are none for an organization without a name, or one that must exist and does not", function* () {
    const brand = '{"kind":"brand","brand_key":"B","name":"B"}\n'
    const unknown = yield* Effect.flip(load({ "b.ndjson": brand }, { mustExist: true }))
    assert.include(unknown.message, '"acme"')
    yield* load({ "b.ndjson": brand })
    assert.strictEqual((yield* load({ "b.ndjson": brand }, { mustExist: true })).kinds.brand.unchanged, 1)
  })
})
