import type { Browser, Page, Route } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { browserPath } from "../../packages/http-adapter/test/support/browser.ts"
import { testServer } from "../../packages/postgres/test/support/testServer.ts"
import { type Installation, install } from "./Installation.ts"
import { startBrowser, type Visitor, visitorOf } from "./Visitor.ts"

const isMissing = browserPath === undefined || testServer.unavailable !== undefined
if (isMissing)
  console.warn("What fails in the page is tried where Chromium is installed and a Postgres server runs")

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const fault = {
  status: 422,
  json: {
    detail: [{ type: "value_error", loc: ["query", "after"], msg: "Value error, not now", input: null }],
  },
}

describe.skipIf(isMissing)("what fails once", () => {
  let [browser, installation, visitor] = [] as unknown as [Browser, Installation, Visitor]
  let page: Page
  beforeAll(async () => {
    ;[browser, installation] = await Promise.all([startBrowser(), install()])
    visitor = await visitorOf(browser, installation.baseUrl)
    page = visitor.page
  })
  afterAll(async () => {
    await browser?.close()
    await installation?.end()
  })
  /** Fails the first of these requests; gives how many there were. */
  const failing = async (url: RegExp, isMeant: (route: Route) => boolean, of = { fulfill: fault }) => {
    let asked = 0
    await page.route(url, (route) =>
      isMeant(route) && asked++ === 0 ? route.fulfill(of.fulfill) : route.fallback(),
    )
    return () => asked
  }
  const isBehind = (route: Route) => new URL(route.request().url()).searchParams.has("after")

  it("is asked for again by Show more of an adjustment, which goes on once it is another question too", async () => {
    const made = await fetch(`${installation.baseUrl}/api/pricing/batches`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ kind: "price_change" }),
    })
    const { key } = await made.json()
    await page.goto(`/adjust?brand=BW&value=-5&ending=.95&from=2098-03-01&instead=${key}`)
    const preview = panel(page, "Preview")
    const more = preview.getByRole("button", { name: "Show more" })
    await preview.getByText("100 of 256 colorways").waitFor()
    await failing(/\/adjust\?/, (route) => /"product_keys":\[/.test(route.request().postData() ?? ""))
    await more.click()
    await page.getByText("not now").waitFor()
    await more.click()
    await preview.getByText(/^2\d\d of 256 colorways/).waitFor()
    await page.getByRole("button", { name: "As a new batch" }).click()
    await preview.getByText("100 of 256 colorways").waitFor()
    await more.click()
    await preview.getByText(/^2\d\d of 256 colorways/).waitFor()
    await page.unroute(/\/adjust\?/)
  })

  it("is read again where a page of exports failed, with all that follows", async () => {
    const queued = await fetch(`${installation.baseUrl}/api/products/export-async`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        export_format: "csv",
        export_mode: "column_based",
        product_keys: [],
        column_mappings: [{ column_name: "SKU", source_field: "variant_key" }],
      }),
    })
    expect(queued.ok, await queued.clone().text()).toBe(true)
    const [job] = (await (await fetch(`${installation.baseUrl}/api/jobs`)).json()).items
    const items = Array.from({ length: 60 }, (_, place) => ({
      ...{
        ...job,
        job_id: `${String(place).padStart(8, "0")}-job`,
        status: "failed",
        error: "No such batch",
      },
    }))
    let failed = 0
    await page.route(/\/api\/jobs\?/, (route) => {
      const isSecond = isBehind(route)
      if (isSecond && failed++ === 0) return route.fulfill(fault)
      return route.fulfill({
        json: { items: isSecond ? items.slice(50) : items.slice(0, 50), total: 60, total_is_exact: true },
        ...(!isSecond && { headers: { link: `</api/jobs?limit=50&after=x>; rel="next"` } }),
      })
    })
    await page.goto("/exports")
    const rows = panel(page, "Exports").getByRole("listitem")
    await panel(page, "Exports").getByRole("button", { name: "Show more" }).click()
    await page.getByRole("alert").getByText("not now").waitFor()
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).click()
    await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(60)
    await page.unroute(/\/api\/jobs\?/)
  })

  it("is asked for once, where it is the next page of a table, and loses no row", async () => {
    const asked = await failing(/\/api\/pricing\/prices\?/, isBehind)
    await page.goto("/?brand_key=BW")
    const grid = page.getByRole("grid")
    await grid.getByRole("row").nth(1).waitFor()
    const scroll = (to: string) =>
      page.evaluate(`{ const box = document.querySelector("[role=grid]"); box.scrollTop = ${to} }`)
    await scroll("box.scrollHeight")
    await page.getByText("not now").waitFor()
    expect(await grid.getAttribute("aria-label")).toMatch(/^Prices: 100 colorways of/)
    await page.getByRole("status").getByText("not now").waitFor({ state: "detached" })
    expect(asked()).toBe(1)
    await scroll("0")
    await grid.locator("[aria-rowindex='2']").waitFor()
    await scroll("box.scrollHeight")
    await expect
      .poll(() => grid.getAttribute("aria-label"), { timeout: 60_000 })
      .toMatch(/^Prices: 200 colorways of/)
    await page.unroute(/\/api\/pricing\/prices\?/)
  })

  it("leaves no half of a draft of two brands", async () => {
    const open = async () => {
      const listed = await fetch(`${installation.baseUrl}/api/pricing/batches?status=open&limit=1`)
      return (await listed.json()).total
    }
    const before = await open()
    await page.goto("/")
    const edit = (brand_key: string, product_key: string, color: string) => ({
      ...{ brand_key, product_key, color },
      ...{ name: product_key, price_type: "MAP", text: "139.95" },
    })
    const edits = [edit("NT", "NT-RIDGE-BOOT", "Black"), edit("BW", "BW-FOEHN-BOOT", "Dark Brown")]
    const draft = JSON.stringify({ from: "2098-07-07", until: "", name: "Two brands", edits })
    await page.evaluate(`sessionStorage.setItem('hangtag.prices.["demo","base"]', ${JSON.stringify(draft)})`)
    await page.reload()
    const generate = page
      .getByRole("button", { name: /^Generate \d+ drafts/ })
      .and(page.locator("[aria-disabled=false]"))
    await failing(/\/map-policy\/BW\/price-changes$/, (route) => !/dry_run/.test(route.request().postData()!))
    await generate.click()
    await page.getByRole("alert").getByText("not now").waitFor()
    expect(await open()).toBe(before)
    await page.unroute(/\/map-policy\/BW\/price-changes$/)
    await generate.click()
    await page.waitForURL(/batches\?key=/)
    await page.getByRole("heading", { level: 1, name: "Two brands" }).waitFor()
    expect(await open()).toBe(before + 1)
  })

  it("is said in no place of a sheet that was chosen since", async () => {
    await page.goto("/sheets?brand=NT")
    await page.evaluate(`{
      const read = Blob.prototype.arrayBuffer
      Blob.prototype.arrayBuffer = function () {
        return this.name === "slow.csv" ? new Promise((_, fail) => { window.failLate = fail }) : read.call(this)
      }
    }`)
    const input = page.locator("input[type=file]")
    const file = (name: string) => ({
      ...{ name, mimeType: "text/csv" },
      buffer: Buffer.from("variant_key,MAP new,MAP from\r\nNT-RIDGE-BOOT-BLK-8,131.95,2098-07-07"),
    })
    await input.setInputFiles(file("slow.csv"))
    await page.waitForFunction("'failLate' in window")
    await input.setInputFiles(file("good.csv"))
    const generate = page.getByRole("button", { name: "Generate 1 draft" })
    await generate.waitFor()
    await page.evaluate("window.failLate(new Error('gone'))")
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(await page.getByRole("alert").count()).toBe(0)
    expect(await generate.count()).toBe(1)
    expect(visitor.complaints).toEqual([])
  })
})
