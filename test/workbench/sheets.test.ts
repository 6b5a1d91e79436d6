import { readFileSync } from "node:fs"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { browserPath } from "../../packages/http-adapter/test/support/browser.ts"
import { testServer } from "../../packages/postgres/test/support/testServer.ts"
import { type Installation, install } from "./Installation.ts"
import { faultsOf, startBrowser, type Visitor, visitorOf } from "./Visitor.ts"

const isMissing = browserPath === undefined || testServer.unavailable !== undefined
if (isMissing)
  console.warn("Price sheets in the page are tried where Chromium is installed and a Postgres server runs")

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const rows = (page: Page) => region(page, "Rows of the sheet").getByRole("row")
const outcome = (page: Page, text: string) => page.getByRole("radio", { name: text, exact: true })
const input = (page: Page) => page.locator("input[type=file]")
const csv = (lines: ReadonlyArray<string>, name = "Spring.csv") => ({
  name,
  mimeType: "application/vnd.ms-excel",
  buffer: Buffer.from(lines.join("\r\n")),
})

describe.skipIf(isMissing)("price sheets in the page", () => {
  let [browser, installation, visitor] = [] as unknown as [Browser, Installation, Visitor]
  let page: Page
  beforeAll(async () => {
    ;[browser, installation] = await Promise.all([startBrowser(), install()])
    await installation.worker()
    visitor = await visitorOf(browser, installation.baseUrl)
    page = visitor.page
  })
  afterAll(async () => {
    await browser?.close()
    await installation?.end()
  })
  const called = async (path: string, body?: string | object, method = "POST") => {
    const answer = await fetch(`${installation.baseUrl}/api/pricing/${path}`, {
      ...(body !== undefined && {
        method,
        headers: { "content-type": typeof body === "string" ? "text/csv" : "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    })
    expect(answer.ok, await answer.clone().text()).toBe(true)
    return answer.json()
  }

  it("exports the rows of the table, and takes the file back without a change", async () => {
    await page.goto("/")
    const exporting = page.getByRole("button", { name: "Export these rows" })
    await exporting.and(page.locator("[aria-disabled=true]")).waitFor()
    await page.getByText("A price sheet is of one brand: choose it above.").waitFor()
    await page.goto("/?brand_key=NT&search=ridge+boot")
    await page.getByText("A price sheet of these products").waitFor()
    await exporting.click()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /^Download .*xlsx$/ }).click(),
    ])
    const buffer = readFileSync(await download.path())
    await page.getByRole("navigation").getByRole("link", { name: "Price sheets" }).click()
    await page.getByRole("heading", { level: 1, name: "Price sheets" }).waitFor()
    await input(page).setInputFiles({ name: "back.xlsx", mimeType: "", buffer })
    await outcome(page, "Changed 0").waitFor()
    await outcome(page, "Refused 0").waitFor()
    const unchanged = page.getByRole("radio", { name: /^Unchanged [1-9]/ })
    await unchanged.waitFor()
    await region(page, "Generate")
      .getByText(/^Nothing would change/)
      .waitFor()
    expect(visitor.complaints).toEqual([])
  })

  it("shows what becomes of each row, conflicts side by side, and makes one batch of what is changed", async () => {
    const { job_id } = await called("sheets", {
      brand_key: "NT",
      price_types: ["MAP"],
      product_keys: ["NT-RIDGE-BOOT"],
      export_format: "csv",
    })
    // ends with the job
    await (await fetch(`${installation.baseUrl}/api/jobs/${job_id}/events`)).text()
    const link = await (
      await fetch(`${installation.baseUrl}/api/products/export/${job_id}/download-url`)
    ).json()
    const sheet = await (await fetch(new URL(link.url, installation.baseUrl))).text()
    const [head = "", ...lines] = sheet
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n")
    const headings = head.split(",")
    const at = (name: string) => headings.indexOf(name)
    const edited = (place: number, amount: string) => {
      const cells = lines[place]!.split(",")
      cells[at("MAP new")] = amount
      cells[at("MAP from")] = "2098-06-06"
      lines[place] = cells.join(",")
      return cells[at("variant_key")]!
    }
    expect(at("MAP new")).toBeGreaterThan(0)
    const [changed, moved, refused] = [edited(0, "139.95"), edited(1, "129.95"), edited(2, '"1,299"')]
    const published = await called(
      "sheets/generate?brand_key=NT",
      `variant_key,MAP new,MAP from\r\n${moved},144.44,2026-02-01`,
    )
    await called(`batches/${published.batch_key}/publish`, { on_moved: "accept", allow_backdated: true })

    await page.goto("/sheets")
    const { name, buffer } = csv([head, ...lines])
    // dropped, beside its place too
    await page.getByRole("heading", { level: 1, name: "Price sheets" }).waitFor()
    await page.evaluate(
      `{
        const data = new DataTransfer()
        data.items.add(new File([${JSON.stringify(buffer.toString())}], "${name}"))
        document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }))
      }`,
    )
    for (const text of ["Refused 1", "Conflict 1", "Changed 1"]) await outcome(page, text).waitFor()
    await outcome(page, "Refused 1").check()
    await rows(page).filter({ hasText: refused }).getByText("1299").waitFor()
    expect(await rows(page).count()).toBe(2)
    await outcome(page, "Conflict 1").check()
    const conflict = rows(page).filter({ hasText: moved })
    await conflict.getByText("the price has moved").waitFor()
    expect(await conflict.locator("td.number").allTextContents()).toEqual(["149.95", "144.44", "129.95"])
    for (const [colorScheme, width] of [
      ["dark", 390],
      ["light", 1280],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await page.setViewportSize({ width, height: 844 })
      expect(await faultsOf(page)).toEqual([])
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width)
    }

    await page.getByLabel("Rows in conflict").selectOption("refuse")
    await region(page, "Generate")
      .getByText(/have moved since/)
      .waitFor()
    await page.getByLabel("Rows in conflict").selectOption("overwrite")
    await outcome(page, "Changed 2").waitFor()
    await page.getByRole("button", { name: "Generate 2 drafts" }).click()
    await page.waitForURL(/batches\?key=/)
    await page.getByRole("heading", { level: 1, name: "Spring" }).waitFor()
    const key = new URL(page.url()).searchParams.get("key")!
    const records = await fetch(`${installation.baseUrl}/api/catalog/batches/${key}/records?limit=100`)
    const { items } = (await records.json()) as {
      readonly items: ReadonlyArray<{ readonly variant_key: string; readonly amount: number }>
    }
    expect(new Map(items.map(({ variant_key, amount }) => [variant_key, amount]))).toEqual(
      new Map([
        [changed, 139.95],
        [moved, 129.95],
      ]),
    )
    expect(visitor.complaints).toEqual([])
  })

  it("shows what a list has from above, which prices are to come, and what was no day's business; keeps the day", async () => {
    await called("price-lists/base", { currency: "USD" }, "PATCH")
    await called("price-lists", { price_list: "EU", name: "Europe", currency: "USD", parent: "base" })
    const key = "NT-RIDGE-BOOT-BLK-9"
    const waiting = await called(
      "sheets/generate?brand_key=NT",
      `variant_key,MAP new,MAP from\r\n${key},133.33,2098-09-09`,
    )
    await page.goto("/sheets?from=2098-08-08&brand=NT")
    const lines = [
      "variant_key,MAP new,MAP [EU] new,MAP until,until",
      `${key},134.44,88.88,,`,
      "NT-RIDGE-BOOT-BLK-8,,,2098-12-12,",
    ]
    await input(page).setInputFiles(csv(lines, "lists.csv"))
    await outcome(page, "Changed 1").waitFor()
    const above = rows(page).filter({ hasText: "MAP [EU]" })
    await above.getByText(/^shows 1\d\d\.\d\d of base$/).waitFor()
    const preview = region(page, "Preview of the sheet")
    await preview.getByText(/^Other prices are to come .* and stay: \d+ later/).waitFor()
    await preview
      .getByRole("list", { name: "Prices to come" })
      .getByText(new RegExp(`^MAP 133.33 from .*2098.* in ${waiting.batch_key} replaces it later: 1 size$`))
      .waitFor()
    await preview.getByText(/^1 row has a day and no new amount beside it, first in D3/).waitFor()
    await outcome(page, "Unchanged 1").check()
    await preview.getByText("1 unchanged (no new amount written)").waitFor()
    expect(await faultsOf(page)).toEqual([])
    // another file, of the same day
    await input(page).setInputFiles(csv(lines.slice(0, 2), "again.csv"))
    await preview.getByRole("heading", { name: "again.csv" }).waitFor()
    await page
      .getByRole("alert")
      .getByText(/“Brand”/)
      .waitFor()
    expect(await page.getByLabel("From", { exact: true }).inputValue()).toBe("2098-08-08")
    // as csv, with another list
    await page.goto("/?brand_key=NT&search=ridge+boot")
    await page.getByText("With other price lists").click()
    await page.getByLabel("Europe", { exact: true }).check()
    await page.getByRole("radio", { name: "CSV" }).check()
    await page.getByRole("button", { name: "Export these rows" }).click()
    await page.getByRole("button", { name: /^Download .*base-EU.*csv$/ }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(visitor.complaints).toEqual([])
  })

  it("says in a sentence what is wrong with a file, and takes the next one", async () => {
    await page.goto("/sheets?brand=NT")
    await input(page).setInputFiles(csv(["id,title", "1,Boot"]))
    await page
      .getByRole("alert")
      .getByText(/price sheet/)
      .waitFor()
    expect(await page.getByRole("region", { name: "Generate" }).count()).toBe(0)
    await input(page).setInputFiles({
      name: "large.csv",
      mimeType: "text/csv",
      buffer: Buffer.alloc(20 * 1024 ** 2 + 1, "x"),
    })
    await page
      .getByRole("alert")
      .getByText(/large.csv has more than 20 MiB/)
      .waitFor()
    await input(page).setInputFiles(
      csv(["variant_key,MAP new,MAP from", "NT-RIDGE-BOOT-BLK-8,131.95,2098-07-07"]),
    )
    await page.getByRole("button", { name: "Generate 1 draft" }).waitFor()
    expect(visitor.complaints).toEqual([])
  })
})
