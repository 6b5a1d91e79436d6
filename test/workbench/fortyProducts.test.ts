import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { brandState, publicId, writeToken } from "../../packages/core/src/sheets/rules/sheetToken.ts"
import { browserPath } from "../../packages/http-adapter/test/support/browser.ts"
import { testServer } from "../../packages/postgres/test/support/testServer.ts"
import { type Installation, install } from "./Installation.ts"
import { faultsOf, startBrowser, type Visitor, visitorOf } from "./Visitor.ts"

const isMissing = browserPath === undefined || testServer.unavailable !== undefined
if (isMissing)
  console.warn("Prices of 40 products are changed where Chromium is installed and a Postgres server runs")

const count = 40
const places = Array.from({ length: count }, (_, place) => String(place + 1).padStart(2, "0"))
const sizes = ["8", "9"]
const keyOf = (place: string, size: string) => `FORTY-${place}-${size}`
const price = (variant_key: string, amount: number, more: object = {}) => ({
  ...{ kind: "price", variant_key, price_type: "MAP", amount },
  ...{ effective_from: "2025-03-01", status: "active", ...more },
})
/** 40 products of two sizes at 100 in dollars; `Europe` shows those, and has prices of its own of the first ten. */
const catalog = [
  { kind: "brand", brand_key: "FORTY", name: "Forty", time_zone: "America/New_York" },
  { kind: "price_list", price_list: "base", name: "Base", currency: "USD" },
  { kind: "price_list", price_list: "EU", name: "Europe", currency: "USD", parent: "base" },
  ...places.map((place) => ({
    ...{ kind: "product", brand_key: "FORTY", product_key: `FORTY-${place}`, version: 1 },
    ...{ name: `Forty ${place}`, source: place === "01" ? "scraper" : "merchant_input" },
    labels: place === "02" ? ["hiking"] : [],
    variants: sizes.map((size) => ({
      ...{ variant_key: keyOf(place, size), name: size, color: place === "03" ? "Teal" : "Black", size },
    })),
  })),
  ...places.flatMap((place) => (place === "04" ? [] : sizes.map((size) => price(keyOf(place, size), 100)))),
  ...places
    .slice(0, 10)
    .flatMap((place) => sizes.map((size) => price(keyOf(place, size), 90, { price_list: "EU" }))),
  // below MAP, and soon another
  ...sizes.map((size) => price(keyOf("05", size), 95, { price_type: "MSRP" })),
  ...sizes.map((size) =>
    price(keyOf("06", size), 111, { effective_from: new Date(Date.now() + 5 * 86_400_000).toISOString() }),
  ),
]

interface Sheet {
  readonly rowCount: number
  readonly getRow: (row: number) => { readonly values: ReadonlyArray<string> }
  readonly getCell: (row: number, column: number) => { value: unknown }
}
const { Workbook } = createRequire(new URL("../../packages/cli/package.json", import.meta.url))(
  "exceljs",
) as {
  readonly Workbook: new () => {
    readonly xlsx: {
      readonly load: (bytes: Uint8Array) => Promise<unknown>
      readonly writeBuffer: () => Promise<Uint8Array>
    }
    readonly getWorksheet: (name: string) => Sheet
  }
}

const grid = (page: Page) => page.getByRole("grid")
const draft = (page: Page) => page.getByRole("region", { name: "Draft change" })
const input = (page: Page) => page.locator("input[type=file]")
const csv = (text: string, name = "prices.csv") => ({ name, mimeType: "", buffer: Buffer.from(text) })

describe.skipIf(isMissing)("40 products in two lists", () => {
  let [browser, installation, visitor] = [] as unknown as [Browser, Installation, Visitor]
  let page: Page
  beforeAll(async () => {
    ;[browser, installation] = await Promise.all([startBrowser(), install()])
    await Promise.all([installation.importing(catalog), installation.worker()])
    visitor = await visitorOf(browser, installation.baseUrl)
    page = visitor.page
    await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"])
  })
  afterAll(async () => {
    await browser?.close()
    await installation?.end()
  })
  const asked = async <A>(path: string) => {
    const answer = await fetch(`${installation.baseUrl}/api/${path}`)
    return (await answer.json()) as A
  }
  const batches = async () => (await asked<{ total: number }>("pricing/batches?limit=1")).total
  const amountsOf = async (key: string) => {
    const { items } = await asked<{ items: ReadonlyArray<{ amount: number; price_list?: string }> }>(
      `catalog/batches/${key}/records?limit=200`,
    )
    return items
  }
  const openTable = async (list: string) => {
    await page.goto(`/?brand_key=FORTY${list === "base" ? "" : `&list=${list}`}`)
    await grid(page).getByText("Forty 01, Black").waitFor()
    await grid(page).focus()
    await page.keyboard.press("Control+Home")
    for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowRight")
  }
  const generate = async () => {
    await draft(page).getByLabel("From", { exact: true }).fill("2098-06-06")
    await draft(page)
      .getByRole("button", { name: /^Generate 80 drafts/ })
      .and(page.locator("[aria-disabled=false], :not([aria-disabled])"))
      .click()
    await page.waitForURL(/batches\?key=/)
    return amountsOf(new URL(page.url()).searchParams.get("key")!)
  }

  it("are drawn three a frame where one scrolls past them", async () => {
    await openTable("base")
    // run by the browser; asked for before the page asks for its frames it sees all that the one before drew
    const most = await page.evaluate(`new Promise((done) => {
      const box = document.querySelector("[role=grid]")
      const drawn = () => [...box.querySelectorAll("[role=row]")].map((row) => row.ariaRowIndex)
      let [known, most] = [drawn(), 0]
      requestAnimationFrame(function look() {
        const now = drawn()
        most = Math.max(most, now.filter((row) => !known.includes(row)).length)
        known = now
        if (known.includes("${count + 1}") && box.querySelector(".row[role=presentation]") === null) done(most)
        else requestAnimationFrame(look)
      })
      box.scrollTop = box.scrollHeight
    })`)
    expect(most).toBe(3)
  })

  it("are changed by typing, in one list", async () => {
    await openTable("EU")
    for (const [place] of places.entries()) {
      await page.keyboard.type(`${60 + place}.95`)
      await page.keyboard.press("Enter")
    }
    await draft(page).getByText("40 new prices").waitFor()
    await grid(page).getByText("−0.05 % (Base)").waitFor()
    const records = await generate()
    expect(records.every(({ price_list }) => price_list === "EU")).toBe(true)
    const changes = page.getByRole("region", { name: "What it changes", exact: true })
    await changes.getByRole("cell", { name: "MAP Europe" }).first().waitFor()
    await changes.getByRole("cell", { name: "$60.95" }).waitFor()
    // what a list above shows is what is cut
    await changes.getByRole("cell", { name: "$100.00 from Base", exact: true }).first().waitFor()
    await page.getByRole("button", { name: /^Publish 80 changes/ }).click()
    const asked = page.getByRole("dialog", { name: /^Publish 80 changes/ })
    await asked.getByText("Europe: 80 prices, from 6 Jun 2098").waitFor()
    expect(await faultsOf(page)).toEqual([])
    await asked.getByRole("button", { name: "Not yet" }).click()
    // its tables are wider than a telephone
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 720 })
    expect(records.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual(
      places.flatMap((_, place) => [60.95 + place, 60.95 + place]),
    )
    expect(visitor.complaints).toEqual([])
  })

  it("are changed by pasting, in another", async () => {
    await openTable("base")
    const block = places.map((_, place) => `$ ${120 + place},50`).join("\n")
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(block)})`)
    await page.keyboard.press("Control+v")
    await draft(page).getByText("40 new prices").waitFor()
    const records = await generate()
    expect(records.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual(
      places.flatMap((_, place) => [120.5 + place, 120.5 + place]),
    )
    expect(visitor.complaints).toEqual([])
  })

  it.each(["base", "EU"])("are changed by sheet, in %s", async (list) => {
    await openTable(list)
    await page.getByRole("button", { name: "Export these rows" }).click()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /^Download .*xlsx$/ }).click(),
    ])
    const book = new Workbook()
    await book.xlsx.load(readFileSync(await download.path()))
    const sheet = book.getWorksheet("Prices")
    const headings = sheet.getRow(1).values.slice(1)
    const type = list === "base" ? "MAP" : `MAP [${list}]`
    expect(sheet.rowCount).toBe(81)
    for (let row = 2; row <= sheet.rowCount; row++) {
      sheet.getCell(row, headings.indexOf(`${type} new`) + 1).value = 77.5
      sheet.getCell(row, headings.indexOf(`${type} from`) + 1).value = new Date("2098-07-07T00:00:00Z")
    }
    const buffer = Buffer.from(await book.xlsx.writeBuffer())
    await page.getByRole("navigation").getByRole("link", { name: "Price sheets" }).click()
    await input(page).setInputFiles({ name: "back.xlsx", mimeType: "", buffer })
    await page.getByRole("radio", { name: "Changed 80", exact: true }).waitFor()
    await page.getByRole("button", { name: "Generate 80 drafts" }).click()
    await page.waitForURL(/batches\?key=/)
    const records = await amountsOf(new URL(page.url()).searchParams.get("key")!)
    expect([records.length, new Set(records.map(({ amount }) => amount))]).toEqual([80, new Set([77.5])])
    expect(new Set(records.map(({ price_list = "base" }) => price_list))).toEqual(new Set([list]))
    expect(visitor.complaints).toEqual([])
  })

  it.each([
    ["Label", "label", "hiking", "Forty 02"],
    ["Source", "source", "scraper", "Forty 01"],
    ["Color", "color", "teal", "Forty 03"],
    ["SKU", "sku", "forty-07-8", "Forty 07"],
    ["Changes within days", "within", "7", "Forty 06"],
    ["MSRP below MAP", "below_map", "1", "Forty 05"],
  ])("are narrowed by %s in the address, which a reload keeps", async (label, name, value, found) => {
    await page.goto("/?brand_key=FORTY")
    await grid(page).getByText("Forty 01, Black").waitFor()
    await page.getByText("More filters").click()
    const field = page.getByLabel(label, { exact: true })
    await (value === "1" ? field.check() : field.fill(value))
    const isAlone = async () => {
      await page.getByRole("grid", { name: "Prices: 1 colorway of 1", exact: true }).waitFor()
      await grid(page)
        .getByText(new RegExp(`^${found}, `))
        .waitFor()
      expect(new URL(page.url()).searchParams.get(name)).toBe(value)
    }
    await isAlone()
    await page.reload()
    await isAlone()
    expect(value === "1" ? await field.isChecked() : await field.inputValue()).toBe(
      value === "1" ? true : value,
    )
  })

  it("are narrowed to those without a price, by the type that is sorted by", async () => {
    await page.goto("/?brand_key=FORTY&without_price=1&sort=amount+MAP")
    await page.getByRole("grid", { name: "Prices: 1 colorway of 1", exact: true }).waitFor()
    await grid(page)
      .getByText(/^Forty 04, /)
      .waitFor()
  })

  const token = (organization: string) =>
    writeToken({
      ...{ organization: publicId(organization), brand_key: "FORTY" },
      brand: brandState({ brand_key: "FORTY", time_zone: "America/New_York" }),
      ...{ variant_key: keyOf("01", "8"), product_key: "FORTY-01", at: Date.now() * 1000 },
      prices: [{ price_type: "MAP", price_list: "base", amount: "100" }],
    })
  const xlsx = readFileSync(
    new URL("../../packages/cli/test/fixtures/price-sheets/written.xlsx", import.meta.url),
  )
  it.each([
    ["a workbook that is cut off", xlsx.subarray(0, 3_000), "cut.xlsx", /damaged.*(again|whole)/],
    [
      "a csv without headings",
      "FORTY-01-8,MAP,95,2098-07-07",
      "rows.csv",
      /no price sheet: write a row of headings/,
    ],
    [
      "a sheet of another organization",
      `variant_key,MAP,MAP new,MAP from,hangtag row\n${keyOf("01", "8")},100,95,2098-07-07,${token("others")}`,
      "others.csv",
      /another organization, .* write a new one here/,
    ],
    [
      "a picture",
      Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"),
      "photo.png",
      /it is a picture: take the file that it was made of/,
    ],
    ["a PDF", "%PDF-1.7\n%âãÏÓ\n", "prices.pdf", /it is a PDF: take the file that it was made of/],
    ["an old workbook", Buffer.from("d0cf11e0a1b11ae100000000", "hex"), "prices.xls", /xlsx/],
    ["nothing", "", "empty.csv", /empty/],
    [
      "a letter",
      "Dear Ann,\nplease change the prices.\n",
      "letter.txt",
      /no price sheet: write a row of headings/,
    ],
  ])("says in one sentence what is wrong with %s, and writes nothing", async (_, bytes, name, sentence) => {
    const before = await batches()
    await page.goto("/sheets?brand=FORTY")
    await page.getByRole("heading", { level: 1, name: "Price sheets" }).waitFor()
    await input(page).setInputFiles({ name, mimeType: "", buffer: Buffer.from(bytes) })
    const alert = page.getByRole("alert")
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(sentence)
    expect(await page.getByRole("region", { name: "Generate" }).count()).toBe(0)
    expect(await batches()).toBe(before)
    expect(visitor.complaints).toEqual([])
  })

  it("are taken as far as a half filled sheet is, with what its other rows lack", async () => {
    await page.goto("/sheets?brand=FORTY")
    const rows = [
      [keyOf("01", "8"), "95", "2098-08-08"],
      [keyOf("02", "8"), "95", ""],
      [keyOf("03", "8"), "", "2098-08-08"],
      ["", "95", "2098-08-08"],
      ["FORTY-99-9", "95", "2098-08-08"],
    ]
    await input(page).setInputFiles(
      csv(["variant_key,MAP new,MAP from", ...rows.map((row) => row.join(","))].join("\n")),
    )
    for (const text of ["Changed 1", "Unchanged 1", "Refused 3"])
      await page.getByRole("radio", { name: text, exact: true }).waitFor()
    await page.getByRole("radio", { name: "Refused 3", exact: true }).check()
    const found = page.getByRole("region", { name: "Rows of the sheet", exact: true })
    for (const text of [
      /says no day from which the amount holds: write one/,
      /names no variant/,
      /has no variant FORTY-99-9/,
    ])
      await found.getByText(text).waitFor()
    await page.getByRole("button", { name: "Generate 1 draft" }).waitFor()
    expect(visitor.complaints).toEqual([])
  })
})
