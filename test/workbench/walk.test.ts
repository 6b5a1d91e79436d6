import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { browserPath } from "../../packages/http-adapter/test/support/browser.ts"
import { testServer } from "../../packages/postgres/test/support/testServer.ts"
import { type Installation, install } from "./Installation.ts"
import { oddCatalog, override } from "./oddCatalog.ts"
import { faultsOf, startBrowser, type Visitor, visitorOf } from "./Visitor.ts"
import { priceChange, views } from "./views.ts"

const missing =
  browserPath === undefined
    ? "skipped where no Chromium is installed"
    : testServer.unavailable !== undefined
      ? "skipped where no Postgres server runs"
      : undefined
if (missing !== undefined) console.warn(`The walks through the workbench are ${missing}`)

const button = (page: Pick<Page, "getByRole">, name: string | RegExp, exact = false) =>
  page.getByRole("button", { name, exact })
const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const badge = (page: Page) => page.locator("h1 .badge")

const focused = (page: Page) => page.evaluate("document.activeElement.id")

/** Keeps answers back until what is given is called. */
const held = async (page: Page, url: string) => {
  const answers: Array<() => Promise<void>> = []
  await page.route(url, (route) => void answers.push(() => route.continue()))
  return async () => {
    await page.unroute(url)
    // what the page has given up meanwhile is over already
    await Promise.all(answers.map((answer) => answer().catch(() => {})))
  }
}

/** Publishing asks first. */
const pressPublish = async (page: Page) => {
  await button(page, /^Publish/).click()
  await button(page.getByRole("dialog"), /^Publish/).click()
}

const published = async (page: Page) => {
  await pressPublish(page)
  await badge(page).getByText("published").waitFor()
}

describe.skipIf(missing !== undefined)("the workbench", () => {
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
  const timeline = async () =>
    (
      await (
        await fetch(`${installation.baseUrl}/api/pricing/products/NT-RIDGE-BOOT/timeline?color=Black`)
      ).json()
    ).pairs

  it("changes a price, publishes it, and takes it back as if nothing had happened", async () => {
    const before = await timeline()
    await page.goto("/price-change")
    const product = page.getByRole("combobox", { name: "Product" })
    await product.click()
    await page
      .getByRole("option", { name: /Eiger Boot/ })
      .first()
      .waitFor()
    // faster than the answer: what was found before is not chosen
    await product.fill("ridge")
    await page.keyboard.press("Enter")
    await page.getByRole("radio", { name: /^Black/ }).check()
    const amount = page.getByRole("textbox", { name: "Amount of line 1" })
    await amount.fill("129,95")
    // digit by digit: the years 2, 20 and 209 come first
    await page.getByLabel("From of line 1", { exact: true }).focus()
    await page.keyboard.type("06062098")
    // one size has no MSRP: what has no price yet changes nothing
    expect(await page.getByRole("textbox", { name: "Amount of line 2" }).inputValue()).toBe("")
    const grid = page.getByRole("table", { name: /Preview/ })
    await grid.getByText("−13.34 %").first().waitFor()
    expect(await grid.getByRole("row").nth(1).textContent()).toContain("149.95129.95 −13.34 %")
    const showPreview = await held(page, "**/colorway-prefill")
    await amount.fill("139.95")
    await page.waitForURL((url) => url.searchParams.getAll("line")[0] === "MAP~139.95~2098-06-06")
    // not before its preview is there
    const generate = button(page, /^Generate/)
    await generate.and(page.locator("[aria-disabled=true]")).click({ force: true })
    await showPreview()
    await generate.and(page.locator("[aria-disabled=false]")).waitFor()
    expect(new URL(page.url()).pathname).toBe("/price-change")
    const asksToStay = () => page.evaluate(`!dispatchEvent(new Event("beforeunload", { cancelable: true }))`)
    expect(await asksToStay()).toBe(false)
    const write = await held(page, "**/price-changes")
    await generate.click()
    await generate.and(page.locator("[aria-busy=true]")).waitFor()
    expect(await asksToStay()).toBe(true)
    await write()
    await badge(page).getByText("open").waitFor()
    expect(await asksToStay()).toBe(false)
    const summary = panel(page, "What goes live when").getByRole("row").nth(1)
    expect(await summary.textContent()).toBe("6 Jun 2098MAP139.953")
    const review = panel(page, "What it changes").getByRole("row")
    expect(await review.nth(1).textContent()).toBe("NT-RIDGE-BOOTBlack")
    expect(await review.nth(2).textContent()).toBe("MAP149.95139.95−6.67 %6 Jun 2098for good3")
    await published(page)
    expect(await focused(page)).toBe("main")
    const was = panel(page, "What it changed").getByRole("row").nth(2)
    expect(await was.textContent()).toBe("MAP149.95139.95−6.67 %6 Jun 2098for good3")
    await page.getByRole("link", { name: "See it among what goes live next" }).click()
    const batches = panel(page, "Changes by day").getByRole("heading", { level: 3 })
    await batches.locator('a[href*="PC-"]').getByText("Ridge Boot, Black").click()
    await button(page, "Take it back").first().click()
    await page
      .getByText(/^takes back|, takes back/)
      .first()
      .waitFor()
    expect(await focused(page)).toBe("main")
    await panel(page, "What will not come").waitFor()
    await panel(page, "What it changes").getByText("withdrawn").waitFor()
    await published(page)
    await page.getByText("Ridge Boot, Black\u2069 is taken back: 3 changes").waitFor()
    await button(page, "Undo the taking back").waitFor()
    expect(await timeline()).toEqual(before)
    await page.getByRole("link", { name: /^PC-/ }).click()
    await page.locator("h1").getByText("taken back").waitFor()
    await panel(page, "What was to go live when").waitFor()
    expect(await page.getByRole("link", { name: "See it among what goes live next" }).count()).toBe(0)
  })

  it("changes the lines of a batch on a copy, which replaces it with Generate alone", async () => {
    await page.goto(priceChange("138.95", "2097-06-01"))
    await button(page, "Generate 3 drafts").click()
    await badge(page).getByText("open").waitFor()
    const first = new URL(page.url()).searchParams.get("key")!
    const statusOf = async (key: string) =>
      (await (await fetch(`${installation.baseUrl}/api/pricing/batches/${key}`)).json()).status
    await button(page, "Change the lines").click()
    const amount = page.getByRole("textbox", { name: "Amount of line 1" })
    await expect.poll(() => amount.inputValue(), { timeout: 60_000 }).toBe("138.95")
    await page.getByText("the batch stays as it is until you generate").waitFor()
    await amount.fill("1389.5x")
    await button(page, /^Generate/)
      .and(page.locator("[aria-disabled=true]"))
      .waitFor()
    await page.getByText(/mend it above first/).waitFor()
    await button(page, "Add a line").click()
    await expect
      .poll(() => page.evaluate("document.activeElement.labels?.[0]?.textContent"), { timeout: 60_000 })
      .toBe("Amount of line 2")
    await page.getByRole("link", { name: first }).click()
    await badge(page).getByText("open").waitFor()
    expect(await statusOf(first)).toBe("open")
    await button(page, "Change the lines").click()
    await amount.fill("137.95")
    await button(page, "Generate 3 drafts").click()
    await page.waitForURL((url) => url.pathname.endsWith("/batches") && url.searchParams.get("key") !== first)
    expect(await statusOf(first)).toBe("discarded")
    const listed = await fetch(`${installation.baseUrl}/api/catalog/batches/${first}/records`)
    expect((await listed.json()).total).toBe(3)
    await page
      .getByRole("table", { name: /Records/ })
      .getByText("137.95")
      .first()
      .waitFor()
  })

  it("keeps the lines of a batch that another person has discarded meanwhile, and says by whom it was published", async () => {
    await page.goto(priceChange("136.95", "2097-07-01"))
    await button(page, "Generate 3 drafts").click()
    await badge(page).getByText("open").waitFor()
    const key = new URL(page.url()).searchParams.get("key")!
    const path = `/api/pricing/batches/${key}`
    const receipt = { number: 1, batch_key: key, published_at: "2026-01-01", records: 3, sha256: "" }
    await page.route(`**${path}/publish`, (route) =>
      route.fulfill({ json: { ...receipt, published_by: "ann" } }),
    )
    await pressPublish(page)
    await page.getByText("was published by \u2068ann\u2069 before you: nothing was published twice").waitFor()
    await page.unroute(`**${path}/publish`)
    await page.goto(`${priceChange("135.95", "2097-07-01")}&instead=${key}`)
    await button(page, "Generate 3 drafts").waitFor()
    await fetch(installation.baseUrl + path, { method: "DELETE" })
    await button(page, "Generate 3 drafts").click()
    await page.getByRole("alert").getByText(`${key} was discarded meanwhile by`).waitFor()
    await button(page, "As a new batch").click()
    await button(page, "Generate 3 drafts").click()
    await badge(page).getByText("open").waitFor()
  })

  it("says what the end of a sale returns to", async () => {
    const post = async (path: string, body: object) =>
      (
        await fetch(`${installation.baseUrl}/api/pricing/${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        })
      ).json()
    const sale = {
      price_type: "MAP",
      amount: 99.95,
      effective_from: "2096-12-01",
      effective_until: "2096-12-10",
    }
    const { batch_key } = await post("map-policy/NT/price-changes", {
      colorways: [{ product_key: "NT-RIDGE-BOOT", color: "Dark Brown", lines: [sale] }],
    })
    await page.goto(`/batches?key=${batch_key}`)
    await panel(page, "What it changes")
      .getByText(/^then /)
      .first()
      .waitFor()
    await published(page)
    await page.goto(priceChange("129.95", "2096-11-01").replace("Black", "Dark+Brown"))
    await page
      .getByText(/The sale of MAP that ends on .*10 Dec 2096 returns to 129.95, not to/)
      .first()
      .waitFor()
    await panel(page, "Timeline").getByText("returned to", { exact: true }).first().waitFor()
  })

  it("prints charts, every row, and no bars", async () => {
    await page.goto("/batches?key=HOLIDAYS")
    const records = page.getByRole("table", { name: /Records/ })
    await records.waitFor()
    const count = Number(await records.getAttribute("aria-rowcount"))
    await page.emulateMedia({ media: "print" })
    const printed = () => page.evaluate("dispatchEvent(new Event('beforeprint'))")
    await printed()
    await expect.poll(() => records.getByRole("row").count(), { timeout: 60_000 }).toBe(count)
    expect(await page.locator(".side").isVisible()).toBe(false)
    const cut = `[...document.querySelectorAll(".rows, .tall")].filter((each) => each.scrollHeight > each.clientHeight + 1).length`
    expect(await page.evaluate(cut)).toBe(0)
    await page.setViewportSize({ width: 1280, height: 300 })
    await page.goto(priceChange("139.95", "2098-06-01"))
    await panel(page, "Timeline").locator("figure").last().waitFor()
    await printed()
    const figures = panel(page, "Timeline").locator("figure")
    await expect
      .poll(async () => (await figures.locator("svg").count()) - (await figures.count()), { timeout: 60_000 })
      .toBe(0)
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  it("says that a view has a fault, and shows the others", async () => {
    await page.route("**/api/products?*", (route) => route.fulfill({ json: { items: [null], total: 1 } }))
    await page.goto("/price-change")
    await page.getByRole("alert").getByText("This page has a fault").waitFor()
    await page.getByRole("link", { name: "Health" }).click()
    await page.getByRole("heading", { level: 1, name: "Health" }).waitFor()
    await page.unroute("**/api/products?*")
  })

  it("shows the second who comes what moved meanwhile", async () => {
    const other = await visitorOf(browser, installation.baseUrl)
    await Promise.all([
      page.goto(priceChange("139.95", "2098-06-01")),
      other.page.goto(priceChange("129.95", "2098-07-01")),
    ])
    await button(other.page, /^Generate/).waitFor()
    await button(page, /^Generate/).click()
    await published(page)
    await button(other.page, /^Generate/).click()
    const refused = other.page.getByRole("alert").filter({ hasText: "Nothing was generated" })
    await refused
      .getByText(/MAP: was none, is 139.95 from .*1 Jun 2098 \(PC-/)
      .first()
      .waitFor()
    await button(other.page, /prices as they are now/).click()
    await panel(other.page, "Before you generate").getByText("139.95").waitFor()
    await button(other.page, /^Generate/).click()
    await badge(other.page).getByText("open").waitFor()
    expect(other.complaints).toEqual([])
    await other.context.close()
  })

  it("goes on by itself after the network was gone", async () => {
    await page.goto(priceChange("144.95", "2098-08-01"))
    await button(page, /^Generate/).waitFor()
    await visitor.context.setOffline(true)
    await page.getByRole("textbox", { name: "Amount of line 1" }).fill("134.95")
    await page.getByText("The server cannot be reached").waitFor()
    await visitor.context.setOffline(false)
    await page
      .getByRole("table", { name: /Preview/ })
      .getByText("134.95")
      .first()
      .waitFor()
    await page.getByText("The server cannot be reached").waitFor({ state: "detached" })
  })

  it("adjusts a whole brand, with every colorway and every choice in reach", async () => {
    await page.goto("/adjust?brand=BW&value=-5&ending=.95&from=2098-03-01")
    const preview = panel(page, "Preview")
    await preview.getByText("100 of 256 colorways").waitFor()
    const rows = preview.getByRole("table", { name: /Colorways/ })
    expect(await preview.getByText(/: Another price/).textContent()).toMatch(/\(.*20\d\d.*\): Another/)
    await rows.focus()
    await page.keyboard.press("End")
    await preview.getByText("200 of 256 colorways").waitFor()
    await button(page, "Show more").click()
    await preview.getByText(/of 256 colorways/).waitFor({ state: "detached" })
    await page.getByLabel("Replaced later").selectOption("Withdraw the other")
    expect(new URL(page.url()).searchParams.get("overridden_later")).toBe("withdraw")
    await page.getByRole("combobox", { name: "Add a product" }).fill("eiger boot")
    await page.getByRole("option", { name: /BW-EIGER-BOOT/ }).click()
    await preview.getByRole("status").getByText("3 colorways").waitFor()
    await page.getByLabel("Name of the batch").fill("Eiger, five percent less")
    await page.getByRole("link", { name: /^Past the colorways/ }).press("Enter")
    await page.keyboard.press("Tab")
    expect(await page.evaluate("document.activeElement.textContent")).toMatch(/^Generate [\d,]+ drafts/)
    await page.keyboard.press("Enter")
    await badge(page).getByText("open").waitFor()
    const goesLive = panel(page, "What goes live when").getByRole("row").nth(1)
    expect(await goesLive.textContent()).toContain("1 Mar 2098MAP")
    await button(page, "Discard").click()
    await page.getByText(/is being discarded/).waitFor()
    await button(page, "Undo").click()
    await page
      .getByRole("row", { name: /Eiger, five percent less/ })
      .getByRole("link")
      .click()
    await badge(page).getByText("open").waitFor()
    const key = new URL(page.url()).searchParams.get("key")
    await button(page, "Discard").click()
    await page.getByText(/is being discarded/).waitFor()
    // long before the time to undo it is over
    await page.reload()
    const status = async () =>
      (await (await fetch(`${installation.baseUrl}/api/pricing/batches/${key}`)).json()).status
    await expect.poll(status, { timeout: 60_000 }).toBe("discarded")
  })

  it("names the colorway that keeps an adjustment from being generated, and leaves it out", async () => {
    await page.goto("/adjust?brand=NT&value=-5&ending=.95&from=2098-06-01")
    const off = button(page, /^Generate/).and(page.locator("[aria-disabled=true]"))
    await off.waitFor()
    await page.getByText("1 colorway keeps the adjustment from being generated").waitFor()
    await button(page, "Leave NT-RIDGE-BOOT Black out").click()
    await page.getByText("1 colorway left out: NT-RIDGE-BOOT Black").waitFor()
    await off.waitFor({ state: "detached" })
    await button(page, "Take them in again").click()
    await off.waitFor()
  })

  it("finds products by words in any order, and by a part of a SKU", async () => {
    await page.goto("/price-change?brand=NT")
    const product = page.getByRole("combobox", { name: "Product" })
    for (const search of ["bóot RIDGE", "nt-ridge-boot-b"]) {
      await product.fill(search)
      await page.getByRole("option", { name: /Ridge Boot/ }).waitFor()
    }
    await product.press("Escape")
    await page.goto("/batches?status=open")
    await page.getByRole("searchbox", { name: "Search batches" }).fill("boot-blk-8")
    await expect
      .poll(() => panel(page, "Batches").getByRole("row").count(), { timeout: 60_000 })
      .toBeGreaterThan(1)
    expect(await panel(page, "Batches").getByText("Spring, again").count()).toBe(0)
    const made = await fetch(`${installation.baseUrl}/api/pricing/batches`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Föhn für İstanbul", kind: "republish" }),
    })
    expect(made.status).toBe(200)
    await page.getByRole("searchbox", { name: "Search batches" }).fill("istanbul FOHN")
    await panel(page, "Batches").getByText("Föhn für İstanbul").first().waitFor()
  })

  it("refuses a name that is too long, and cuts none", async () => {
    await page.goto("/adjust?brand=NT&value=-5&from=2098-06-01")
    const name = page.getByLabel("Name of the batch")
    await name.fill("x".repeat(201))
    await page.getByText("A name has at most 200 characters; this has 201").waitFor()
    expect(await name.inputValue()).toHaveLength(201)
  })

  it("shows what goes live next of all brands by batch, and prints it without bars", async () => {
    await page.goto("/upcoming?month=2098-06")
    expect(await page.getByLabel("Brand").inputValue()).toBe("")
    const days = panel(page, "Changes by day")
    await days.getByRole("heading", { level: 3 }).first().waitFor()
    await days.getByRole("link", { name: "Ridge Boot" }).first().waitFor()
    await page.emulateMedia({ media: "print" })
    expect(await page.locator(".side").isVisible()).toBe(false)
    expect(await days.isVisible()).toBe(true)
    await page.emulateMedia({ media: null })
  })

  it("tells what goes live next, by day in the brand's zone", async () => {
    await page.goto("/upcoming?brand=NT&month=2098-05")
    const days = panel(page, "Changes by day")
    await days.getByRole("link", { name: /1 June 2098/ }).click()
    await days
      .getByRole("heading", { name: "Sunday 1 June 2098" })
      .or(days.getByRole("heading", { name: "Sunday, 1 June 2098" }))
      .waitFor()
    // a product's name comes with an answer of its own, after the keys
    await days
      .getByRole("listitem")
      .first()
      .filter({ hasText: "Ridge BootBlackMAP 149.95 → 139.95, 3 variants" })
      .waitFor()
    await expect.poll(() => page.getByLabel("Brand").inputValue(), { timeout: 60_000 }).toBe("North Trail")
    await button(page, /1 June 2098: 3 variants/).click()
    await page.keyboard.press("ArrowDown")
    expect(await page.evaluate("document.activeElement.textContent")).toContain("8 June 2098: nothing")
    await button(page, "Month after").click()
    await days.getByText("Nothing in this month").waitFor()
  })

  it("fills a republish batch with 500 pasted keys, and accounts for each", async () => {
    await page.goto("/republish")
    await page.getByLabel("Name of a new one").fill("Spring, again")
    await page.keyboard.press("Enter")
    await page.getByText("Spring, again is open").waitFor()
    expect(await page.evaluate("document.activeElement.labels?.[0].textContent")).toBe("Variant keys")
    const keys = Array.from({ length: 498 }, (_, index) => `NO-SUCH-${index}`)
    await page
      .getByLabel("Variant keys")
      .fill(["NT-RIDGE-BOOT-BLK-8", "NT-RIDGE-BOOT-BRN-8", ...keys].join("\n"))
    await button(page, "Fill with 500 variants").click()
    const facts = await page.getByRole("status", { name: "What became of it" }).locator("dl").textContent()
    const counts = Object.fromEntries(
      [...facts!.matchAll(/([A-Z][a-z ]+)([\d,]+)/g)].map(([, name, count]) => [
        name,
        Number(count!.replace(",", "")),
      ]),
    )
    expect(counts).toMatchObject({ Missing: 498 })
    expect(counts.Added! + counts.Updated! + counts.Unchanged! + counts.Missing!).toBe(counts["Asked for"])
    const records = page.getByRole("table", { name: /Records/ })
    await page.getByRole("searchbox", { name: "Search records" }).fill("brn-8")
    await records.getByText("NT-RIDGE-BOOT-BRN-8").first().waitFor()
    await records.getByText("NT-RIDGE-BOOT-BLK-8").first().waitFor({ state: "detached" })
  })

  it.each([
    ["HOLIDAYS", "is a price change: nothing is filled into it."],
    ["NOPE", "There is no batch NOPE."],
  ])("fills nothing into %s, and says why", async (key, why) => {
    await page.goto("/republish")
    await page.getByLabel("Variant keys").fill("NT-RIDGE-BOOT-BLK-8")
    await page.goto(`/republish?batch=${key}`)
    const said = page.getByRole("alert").filter({ hasText: why })
    await said.waitFor()
    expect(await button(page, /^Fill with/).count()).toBe(0)
    expect(await page.getByRole("table", { name: /Records/ }).count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    await said.getByRole("link").click()
    if (key === "NOPE") await page.getByText("Choose a batch, or make one.").waitFor()
    else await page.getByRole("heading", { level: 1, name: "Over the holidays, then back" }).waitFor()
  })

  it("exports columns in their order, though a worker is killed on the way", async () => {
    await page.goto("/exports?format=csv")
    const sample = panel(page, "First rows")
    await sample.waitFor()
    await button(page, "Move SKU: arrow keys").press("ArrowDown")
    await sample.getByRole("columnheader").nth(1).getByText("SKU").waitFor()
    await button(page, "Move Size: arrow keys").dragTo(button(page, "Move Color: arrow keys"))
    await sample.getByRole("columnheader").nth(2).getByText("Size").waitFor()
    const jobs = panel(page, "Exports").getByRole("listitem").first()
    await button(page, "Export").click()
    await jobs.getByText("in the queue").waitFor()
    await jobs.getByRole("button", { name: "Cancel" }).click()
    await jobs.getByText("Cancelled before it began").waitFor()
    await button(page, "Export").click()
    await jobs.getByText("in the queue").waitFor()
    await installation.failExports("The disk is full")
    await page.goto("/health")
    const failed = panel(page, "Failed")
    await failed.getByText("The disk is full").waitFor()
    const letGo = await installation.holdProducts()
    const started = installation.worker()
    await failed.getByRole("button", { name: "Try again" }).click()
    await failed.getByText("No export has failed.").waitFor()
    await page.goto("/exports")
    await jobs.getByText("0 of 250").waitFor()
    const worker = await started
    const rescue = installation.worker()
    await worker.stop("SIGKILL")
    await letGo()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(page, /^Download .*csv$/)
        .first()
        .click(),
    ])
    const chunks: Array<Buffer> = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const rows = Buffer.concat(chunks).toString("utf8").trimEnd().split("\r\n")
    expect([rows[0], rows.length]).toEqual(["\uFEFFName,SKU,Size,Color,MAP", 3_001])
    await rescue
  })

  it("selects many discoveries by keyboard, and undoes what the server did not take", async () => {
    await page.goto("/discoveries")
    const crawl = panel(page, "Crawls").getByRole("listitem").filter({ hasText: "CRAWL-DEMO" })
    expect(await crawl.textContent()).toContain("24 pages · 8 selected")
    await crawl.getByRole("link").click()
    const list = page.getByRole("listbox", { name: "Discoveries" })
    const selected = () => list.locator('[aria-selected="true"]').count()
    await list.waitFor()
    const before = await selected()
    await list.press("a")
    await page.route("**/crawl-discoveries/*", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.continue(),
    )
    await list.press("s")
    await page.getByText(/^Nothing was changed/).waitFor()
    expect(await selected()).toBe(before)
    await page.unroute("**/crawl-discoveries/*")
    await list.press("s")
    await page.getByText(/pages selected$/).waitFor()
    expect(await selected()).toBe(24)
    await button(page, "Undo").click()
    await expect.poll(selected, { timeout: 60_000 }).toBe(before)
  })

  it("leads from a warning to its rule, and lists who changed the policy", async () => {
    const changes = panel(page, "Changes of the policy").locator("ol > li")
    const warning = panel(page, "Before you generate").getByText("should end in 0.95")
    const change = "/price-change?product=BW-FOEHN-BOOT&color=Dark+Brown&line=MAP~144.95~2098-01-02"
    await page.goto(change.replace("144.95", "144.00"))
    await warning.getByRole("link", { name: "See the rule" }).click()
    await page.locator("h1").getByText("Price policy").waitFor()
    await page.locator("#rule-endings:focus").waitFor()
    await button(page, "4.95 and 9.95").click()
    await button(page, "Save the policy").click()
    await changes.nth(1).waitFor()
    expect(await changes.first().textContent()).toContain("Endings: 0.95 → 4.95, 9.95")
    await page.goto(change)
    await panel(page, "Preview").getByText("144.95").first().waitFor()
    expect(await page.getByText("should end in").count()).toBe(0)
    await page.goto("/policy?brand=BW")
    await button(page, ".95", true).click()
    await page.getByLabel("Days of notice").fill("soon")
    await page.getByText("Whole days, 3650 at most").waitFor()
    await page.getByLabel("Days of notice").fill("14")
    await button(page, "Save the policy").click()
    await changes.nth(2).waitFor()
    const path = `${installation.baseUrl}/api/pricing/map-policy/BW`
    const theirs = { ...(await (await fetch(path)).json()), notice_days: 21 }
    await page.getByLabel("Days of notice").fill("28")
    await fetch(path, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(theirs),
    })
    await button(page, "Save the policy").click()
    await page.getByText("Another person has changed the policy since").waitFor()
    await button(page, "Show theirs").click()
    await expect.poll(() => page.getByLabel("Days of notice").inputValue(), { timeout: 60_000 }).toBe("21")
  })

  it("warns of what passes the limits and the price types of the policy page", async () => {
    const path = `${installation.baseUrl}/api/pricing/map-policy/BW`
    const kept = await (await fetch(path)).json()
    await page.goto("/policy?brand=BW")
    await page.getByLabel("Most increase, percent").fill("5")
    await page.getByLabel("Types that the brand uses").fill("MSRP")
    await button(page, "Save the policy").click()
    const change = panel(page, "Changes of the policy").locator("ol > li").first()
    await change.getByText(/Most increase: .+ → 5 %/).waitFor()
    await change.getByText(/Price types: .+ → MSRP/).waitFor()
    await page.goto("/price-change?product=BW-FOEHN-BOOT&color=Dark+Brown&line=MAP~159.95~2098-01-02")
    const warnings = panel(page, "Before you generate")
    await warnings.getByText("which is more than allowed").waitFor()
    await warnings.getByText("the brand uses no such price type").waitFor()
    const put = { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify(kept) }
    expect((await fetch(path, put)).status).toBe(200)
  })

  it("is kept from generating by a policy that blocks, shows its blackouts, and begins lines after the notice", async () => {
    const path = `${installation.baseUrl}/api/pricing/map-policy/BW`
    const kept = await (await fetch(path)).json()
    const put = (policy: object) =>
      fetch(path, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...kept, ...policy }),
      })
    // in every zone's days to come
    const soon = new Date(Date.now() + 48 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const later = new Date(Date.now() + 200 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const blackouts = [{ from: soon, until: "2090-01-01", reason: "Stocktaking" }]
    const colorway = "/price-change?product=BW-FOEHN-BOOT&color=Dark+Brown"
    await put({ notice_days: 0, blackouts })
    await page.goto(`${colorway}&line=MAP~144.95~${soon}~${later}`)
    // what a line breaks at its end is as much in sight as what is counted
    await panel(page, "Before you generate").getByText("ends in a blackout").waitFor()
    await button(page, /^Generate 12 drafts · 2 warnings/).waitFor()
    await put({ notice_days: 300, blackouts, enforcement: "block", endings: ["0.95"] })
    await page.goto(`${colorway}&line=MAP~144.00~2098-01-02`)
    await page.locator("#generate-why").getByText("price policy blocks this change").waitFor()
    await button(page, /^Generate/)
      .and(page.locator("[aria-disabled=true]"))
      .waitFor()
    await panel(page, "Timeline").getByText("blackout", { exact: true }).waitFor()
    await panel(page, "Timeline").locator("figure").first().scrollIntoViewIfNeeded()
    await panel(page, "Timeline").locator("rect.blackout").first().waitFor()
    await button(page, "Add a line").click()
    const begins = await page.getByLabel("From of line 2", { exact: true }).inputValue()
    expect(Date.parse(begins)).toBeGreaterThan(Date.now() + 298 * 24 * 60 * 60 * 1000)
    await page.goto(`/upcoming?brand=BW&month=${later.slice(0, 7)}`)
    await page.getByText("Stocktaking").first().waitFor({ state: "attached" })
    await put({})
  })

  it("asks before it publishes a price whose day has passed", async () => {
    await page.goto(priceChange("133.95", "2026-02-01"))
    await button(page, /^Generate/).click()
    await badge(page).getByText("open").waitFor()
    await pressPublish(page)
    const allow = page.getByLabel("Publish although the day has passed")
    await page.getByRole("alert").getByText("Nothing was published").waitFor()
    await allow.check()
    await published(page)
    await button(page, "Take it back").first().click()
    await published(page)
  })

  it("compares with the price of the line's own day, on the page, in the batch and in an adjustment", async () => {
    await installation.importing(oddCatalog)
    await page.goto("/price-change?product=ODD-BAG&color=Red&line=MAP~115~2097-12-15")
    const grid = page.getByRole("table", { name: /Preview/ })
    await grid.getByText("today 100.00").waitFor()
    const [, a, b] = await grid.getByRole("row").allTextContents()
    expect(a).toContain("120.00115.00 −4.17 % today 100.00")
    expect(b).toContain("110.00115.00 +4.55 %")
    await page.locator("a.risks").click()
    await panel(page, "Before you generate").getByText("120.00").first().waitFor()
    await button(page, "Generate 2 drafts · 1 collision").click()
    await badge(page).getByText("open").waitFor()
    const review = panel(page, "What it changes").getByRole("row")
    await expect
      .poll(() => review.allTextContents(), { timeout: 60_000 })
      .toEqual([
        "Price typeBeforeAfterChangeFromUntilVariants",
        "ODD-BAGRed",
        "MAP120.00115.00−4.17 %15 Dec 2097for good1",
        "MAP110.00115.00+4.55 %15 Dec 2097for good1",
      ])
    await button(page, "Discard").click()
    await page.goto("/adjust?brand=ODD&value=-5&from=2097-12-15")
    const adjusted = panel(page, "Preview").getByRole("row").filter({ hasText: "ODD-BAG" })
    await adjusted.getByText("120.00").waitFor()
    await adjusted.getByText("114.00").waitFor()
  })

  it("filters many colors in natural order, isolates names, and keeps the ends of long SKUs", async () => {
    await page.goto("/price-change")
    const product = page.getByRole("combobox", { name: "Product" })
    for (const search of ["canta istanbul", "bag-b"]) {
      await product.fill(search)
      await page.getByRole("option", { name: /STANBUL/ }).waitFor()
    }
    await page.goto("/price-change?product=ODD-RAINBOW")
    const colors = page.getByRole("group", { name: "Color" }).locator("label bdi")
    await expect.poll(() => colors.count(), { timeout: 60_000 }).toBe(40)
    expect((await colors.allTextContents()).slice(0, 3)).toEqual(["Shade 1", "Shade 2", "Shade 3"])
    await page.getByRole("searchbox", { name: "Filter colors" }).fill("shade 17")
    await expect.poll(() => colors.allTextContents(), { timeout: 60_000 }).toEqual(["Shade 17"])
    await page.getByRole("radio", { name: /^Shade 17/ }).check()
    const end = page.getByRole("table", { name: /Preview/ }).locator(".sku > :last-child")
    await end.waitFor()
    expect(await end.textContent()).toBe("HING-117")
    const isInSight = `(() => {
      const end = document.querySelector("[role=table] .sku > :last-child")
      const [own, cell] = [end, end.closest("[role=cell]")].map((each) => each.getBoundingClientRect())
      return own.width > 0 && own.right <= cell.right + 1
    })()`
    expect(await page.evaluate(isInSight)).toBe(true)
    const bare = `(() => {
      const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT)
      const found = []
      while (texts.nextNode())
        if (texts.currentNode.data.includes(${JSON.stringify(override)}) &&
          !texts.currentNode.parentElement.closest("bdi, option"))
          found.push(texts.currentNode.parentElement.outerHTML)
      return found
    })()`
    expect(await page.evaluate(bare)).toEqual([])
    await page.goto("/upcoming?month=2097-12")
    await panel(page, "Changes by day").locator("bdi").getByText("Odd").first().waitFor()
    expect(await page.evaluate(bare)).toEqual([])
  })

  it.for(views)(
    "has nothing that axe finds in %s, wide and light, narrow and dark",
    async ([, heading, path]) => {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
      await page.goto(path)
      await page.getByRole("heading", { level: 1, name: heading }).waitFor()
      await expect.poll(() => page.locator(".waiting").count(), { timeout: 60_000 }).toBe(0)
      // what it finds of colors depends on no width, and what of widths on no color
      const wideLight = await faultsOf(page)
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
      await page.setViewportSize({ width: 390, height: 844 })
      const narrowDark = await faultsOf(page)
      const isWider = await page.evaluate("document.documentElement.scrollWidth > innerWidth")
      expect({ wideLight, narrowDark, isWider }).toEqual({ wideLight: [], narrowDark: [], isWider: false })
    },
  )

  it("asked no other, and complained of nothing", () => {
    expect(visitor.complaints).toEqual([])
  })
})
