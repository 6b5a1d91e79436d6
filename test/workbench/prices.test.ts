import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { browserPath } from "../../packages/http-adapter/test/support/browser.ts"
import { testServer } from "../../packages/postgres/test/support/testServer.ts"
import { type Installation, install } from "./Installation.ts"
import { faultsOf, startBrowser, type Visitor, visitorOf } from "./Visitor.ts"

const isMissing = browserPath === undefined || testServer.unavailable !== undefined
if (isMissing)
  console.warn("The table of prices is tried where Chromium is installed and a Postgres server runs")

const grid = (page: Page) => page.getByRole("grid")
const draft = (page: Page) => page.getByRole("region", { name: "Draft change" })
/** The row of a colorway. */
const row = (page: Page, name: string) => grid(page).getByRole("row").filter({ hasText: name })
/** The new MAP of a colorway. */
const newMap = (page: Page, name: string) => row(page, name).getByRole("gridcell").nth(2)

/** Nothing is looked for: what comes above moves what is pressed, between pressing and releasing too. */
const settled = (page: Page) =>
  page.locator('section[aria-busy="true"]').first().waitFor({ state: "detached" })

const clearAll = async (page: Page) => {
  await settled(page)
  await draft(page).getByRole("button", { name: "Clear all" }).click()
}

/** Goes to the new MAP of the first colorway. */
const toFirst = async (page: Page) => {
  await grid(page).focus()
  await page.keyboard.press("Control+Home")
  for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowRight")
}

describe.skipIf(isMissing)("the table of prices", () => {
  let [browser, installation, visitor] = [] as unknown as [Browser, Installation, Visitor]
  let page: Page
  beforeAll(async () => {
    ;[browser, installation] = await Promise.all([startBrowser(), install()])
    visitor = await visitorOf(browser, installation.baseUrl)
    page = visitor.page
    await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"])
  })
  afterAll(async () => {
    await browser?.close()
    await installation?.end()
  })
  const colorways = async (search: string) => {
    const answer = await fetch(`${installation.baseUrl}/api/pricing/prices?brand_key=NT&search=${search}`)
    return ((await answer.json()) as { readonly items: ReadonlyArray<{ name: string; color: string }> }).items
  }

  it("takes new prices as a sheet does, keeps them over a reload, and makes one batch of them", async () => {
    const [first, second, third] = (await colorways("ridge")).map(
      ({ name, color }) => `${name}, ${color}`,
    ) as [string, string, string]
    await page.goto("/?brand_key=NT&search=ridge")
    await row(page, first).waitFor()
    await toFirst(page)
    await page.keyboard.type("139,95")
    await page.keyboard.press("Enter")
    // what was typed goes down into all that is chosen
    await page.keyboard.press("Shift+ArrowDown")
    await page.keyboard.type("129.95")
    await page.keyboard.press("Control+Enter")
    await newMap(page, third).getByText("129.95").waitFor()
    await page.keyboard.press("Control+z")
    await newMap(page, second).getByText("129.95").waitFor({ state: "detached" })
    await page.keyboard.press("Control+y")
    await newMap(page, second).getByText("129.95").waitFor()
    await page.keyboard.press("F2")
    await page.keyboard.press("Escape")
    expect(await newMap(page, third).textContent()).toContain("129.95")
    await draft(page).getByText("3 new prices").waitFor()
    await page.reload()
    await draft(page).getByText("3 new prices").waitFor()

    // a block of two columns, amounts as people write them; an empty cell leaves what is there
    await row(page, first).waitFor()
    await toFirst(page)
    await page.evaluate(`navigator.clipboard.writeText("1.149,00\\t169,95\\r\\n\\t159.95\\r\\n")`)
    await page.keyboard.press("Control+v")
    await newMap(page, first).getByText("1,149.00").waitFor()
    expect(await newMap(page, second).textContent()).toContain("129.95")
    expect(await row(page, second).getByRole("gridcell").nth(4).textContent()).toContain("159.95")
    await page.keyboard.press("Shift+ArrowDown")
    await page.keyboard.press("Control+c")
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("1.149,00\n129.95")
    // of two columns of new prices what is only shown between them is not copied: pasted again nothing changes
    for (const _ of [0, 1]) await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("Control+c")
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("1.149,00\t169,95\n129.95\t159.95")
    for (const _ of [0, 1]) await page.keyboard.press("Shift+ArrowLeft")
    await page.keyboard.press("Control+d")
    await newMap(page, second).getByText("1,149.00").waitFor()
    await page.keyboard.press("Control+z")

    // no amount is said at its cell, and keeps all from being written
    await page.keyboard.press("ArrowDown")
    await page.keyboard.type("1,299")
    await page.keyboard.press("Enter")
    await newMap(page, third).getByText("can be read as 1.299 or 1299: write 1.2990 or 1299").waitFor()
    await draft(page)
      .getByText(/1 cell has no amount/)
      .waitFor()
    // it was the last row
    await page.keyboard.press("Delete")
    await draft(page).getByText("4 new prices").waitFor()

    await draft(page).getByLabel("From", { exact: true }).fill("2098-06-06")
    await draft(page).getByLabel("Name of the batch").fill("By the table")
    await draft(page).getByText("Drafts wait in a batch").waitFor()
    expect(await faultsOf(page)).toEqual([])
    await draft(page)
      .getByRole("button", { name: /^Generate \d+ drafts/ })
      .click()
    await page.waitForURL(/batches\?key=/)
    await page.getByRole("heading", { level: 1, name: "By the table" }).waitFor()
    const key = new URL(page.url()).searchParams.get("key")!
    const note = page.getByRole("region", { name: "Note" })
    await page.getByRole("button", { name: "Add a note" }).click()
    await note.getByRole("textbox").and(page.locator(":focus")).waitFor()
    await page.keyboard.type("Mail dealers first")
    // elsewhere in the view these keys publish
    await page.keyboard.press("Control+Enter")
    await note.getByText("developer").waitFor()
    const sheet = page.getByRole("region", { name: "Price sheet" })
    await sheet.getByRole("button", { name: "Export these rows" }).click()
    await sheet.getByText(/in the queue/).waitFor()
    const batch = await fetch(`${installation.baseUrl}/api/pricing/batches/${key}`)
    expect(await batch.json()).toMatchObject({
      note: "Mail dealers first",
      noted_by: "developer",
      status: "open",
    })
    const records = await fetch(`${installation.baseUrl}/api/catalog/batches/${key}/records?limit=100`)
    const { items } = (await records.json()) as { readonly items: ReadonlyArray<{ amount: number }> }
    expect([...new Set(items.map(({ amount }) => amount))].sort((a, b) => a - b)).toEqual([
      129.95, 159.95, 169.95, 1149,
    ])
    await page.goBack()
    await draft(page).getByText("0 new prices").waitFor()
    expect(visitor.complaints).toEqual([])
  })

  it("takes prices of sizes, and ends of prices, by typing and by block", async () => {
    const [first] = (await colorways("ridge")).map(({ name, color }) => `${name}, ${color}`) as [string]
    await page.goto("/?brand_key=NT&search=ridge")
    await row(page, first).waitFor()
    await grid(page).focus()
    await page.keyboard.press("Control+Home")
    await page.keyboard.press("Enter")
    const sizes = grid(page).locator(".row.size")
    await sizes.nth(1).getByText("RIDGE").waitFor()
    const newOfSize = (index: number) => sizes.nth(index).getByRole("gridcell").nth(2)
    await toFirst(page)
    await page.keyboard.type("139.95")
    await page.keyboard.press("Enter")
    await page.keyboard.type("129.95")
    await page.keyboard.press("Enter")
    await page.keyboard.type("end")
    await page.keyboard.press("Enter")
    await newOfSize(0).getByText("129.95").waitFor()
    await newOfSize(1).getByText("end", { exact: true }).waitFor()
    await draft(page).getByText("3 new prices").waitFor()
    await page.keyboard.press("Control+z")
    await newOfSize(1).getByText("end", { exact: true }).waitFor({ state: "detached" })
    await page.keyboard.press("Control+y")
    await newOfSize(1).getByText("end", { exact: true }).waitFor()

    // a block that begins at a size goes into sizes, and comes back as it was
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    await page.evaluate(`navigator.clipboard.writeText("119.95\\r\\nEND\\r\\n")`)
    await page.keyboard.press("Control+v")
    await newOfSize(0).getByText("119.95").waitFor()
    await page.keyboard.press("Shift+ArrowDown")
    await page.keyboard.press("Control+c")
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("119.95\nEND")
    await page.reload()
    await draft(page).getByText("3 new prices").waitFor()
    // closed, the colorway says what its sizes take
    await newMap(page, first)
      .getByText(/, 2 sizes: 119\.95, end$/)
      .waitFor()
    await page.goto("/?brand_key=NT&search=nothing+at+all")
    await draft(page)
      .getByText(/^All 3 new prices are in rows that the filters hide/)
      .waitFor()
    await draft(page).getByRole("button", { name: "Show all rows" }).click()
    await row(page, "Eiger Boot, Café").waitFor()
    await draft(page)
      .getByText(/filters hide/)
      .waitFor({ state: "detached" })

    // what ends has no end
    await draft(page).getByLabel("From", { exact: true }).fill("2098-07-07")
    await draft(page).getByLabel("Until (or for good)", { exact: true }).fill("2098-08-08")
    await draft(page)
      .getByText(/ends a price for good/)
      .waitFor()
    await draft(page).getByLabel("Until (or for good)", { exact: true }).fill("")
    await draft(page).getByText("Drafts wait in a batch").waitFor()
    expect(await faultsOf(page)).toEqual([])
    await draft(page)
      .getByRole("button", { name: /^Generate \d+ drafts/ })
      .click()
    await page.waitForURL(/batches\?key=/)
    const key = new URL(page.url()).searchParams.get("key")!
    const records = await fetch(`${installation.baseUrl}/api/catalog/batches/${key}/records?limit=100`)
    const { items } = (await records.json()) as {
      readonly items: ReadonlyArray<{ amount: number | null; ends?: string }>
    }
    const counts = Map.groupBy(items, ({ amount, ends }) => amount ?? ends)
    expect([...counts].map(([says, own]) => `${says} ${own.length}`).sort()).toEqual([
      ...["119.95 1", "139.95 1", "fall_back 1"],
    ])
    await page.goBack()
    await draft(page).getByText("0 new prices").waitFor()
    expect(visitor.complaints).toEqual([])
  })

  it("narrows and orders by the address, opens sizes, and goes on to the next page", async () => {
    await page.goto("/")
    await row(page, "Eiger Boot, Café").waitFor()

    // typed, then pasted below without leaving the table: rows too that are not drawn, and those of the next page
    await toFirst(page)
    await page.keyboard.type("139.95")
    await page.keyboard.press("Enter")
    const block = Array.from({ length: 120 }, (_, index) => `${200 + index}.95\r\n`).join("")
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(block)})`)
    await page.keyboard.press("Control+v")
    await draft(page).getByText("121 new prices").waitFor()
    await page.keyboard.press("Control+z")
    await page.keyboard.type("169,95 €")
    await page.keyboard.press("Enter")
    await draft(page)
      .getByText("“169,95 €” says €, and the price list has no currency yet: write the amount alone")
      .waitFor()
    await clearAll(page)

    // pasted while one types in a cell, a block goes into those below
    await toFirst(page)
    await page.keyboard.press("F2")
    await page.evaluate(`navigator.clipboard.writeText("119,-\\r\\n129,-\\r\\n")`)
    await page.keyboard.press("Control+v")
    await draft(page).getByText("2 new prices").waitFor()
    await page.locator("#cell-1-2").getByText("129.00").waitFor()
    // dragged over, cells are chosen; what is pressed again is typed into
    await page.locator("#cell-2-2").hover()
    await page.mouse.down()
    await page.locator("#cell-4-2").hover()
    await page.mouse.up()
    expect(await grid(page).locator(".new.chosen").count()).toBe(3)
    await page.locator("#cell-4-2").click()
    await page.locator("#cell-4-2").click()
    await page.locator("#cell-4-2 input").waitFor()
    await page.keyboard.press("Escape")
    await clearAll(page)

    // what is printed has the pages that were not read
    await page.evaluate("window.print = () => { window.isPrinted = true }")
    await page.keyboard.press("Control+p")
    await expect.poll(() => page.evaluate("window.isPrinted"), { timeout: 20_000 }).toBe(true)
    const total = /of (\d+)/.exec((await grid(page).getAttribute("aria-label"))!)![1]
    expect(await grid(page).getAttribute("aria-label")).toBe(`Prices: ${total} colorways of ${total}`)

    await page.getByRole("columnheader", { name: "MAP", exact: true }).getByRole("button").click()
    await page.waitForURL((url) => url.searchParams.get("sort") === "amount MAP")
    await page.getByRole("columnheader", { name: "MAP", exact: true }).getByRole("button").click()
    await page.waitForURL((url) => url.searchParams.get("sort") === "-amount MAP")
    await page.getByLabel("Find", { exact: true }).fill("ridge boot")
    await page.waitForURL((url) => url.searchParams.get("search") === "ridge boot")
    const black = row(page, "Ridge Boot, Black").first()
    await black.waitFor()
    await page.getByText("More filters").click()
    await page.getByLabel("SKU").fill("ridge-boot-blk")
    await page.getByRole("grid", { name: "Prices: 1 colorway of 1", exact: true }).waitFor()
    await row(page, "Ridge Boot, Black")
      .first()
      .getByRole("gridcell")
      .first()
      .click({ position: { x: 12, y: 12 } })
    await grid(page)
      .getByText(/RIDGE-BOOT-BLK/)
      .first()
      .waitFor()
    // what says no days is marked, and asks nothing
    await page.getByLabel("Changes within days").fill("500")
    await page.getByText("Write a whole number of days, 1 to 366", { exact: true }).waitFor()
    await grid(page).waitFor({ state: "detached" })
    await page.getByLabel("Changes within days").fill("")
    await grid(page).waitFor()
    // the filters stay open where the last of them is emptied
    await page.getByLabel("SKU").fill("")
    await page.waitForURL((url) => !url.searchParams.has("sku"))
    await page.getByLabel("SKU").fill("ridge-boot-blk")
    // where nothing is typed, and what has no place
    await grid(page).focus()
    await page.keyboard.press("Control+Home")
    await page.keyboard.type("9")
    await page.getByText(/type or paste new amounts into the column New/).waitFor()
    await toFirst(page)
    await page.evaluate(`navigator.clipboard.writeText("${"1\\t".repeat(20)}1")`)
    await page.keyboard.press("Control+v")
    await page.getByText(/\d+ columns of the block had no place here/).waitFor()
    await clearAll(page)
    await page.getByLabel("SKU").fill("nothing at all")
    await page.getByText("No colorway is like that").waitFor()
    await page.getByRole("button", { name: "Look at all" }).click()
    await row(page, "Eiger Boot, Café").or(grid(page).getByRole("row").nth(1)).first().waitFor()
    await grid(page).focus()
    const rowCount = async () =>
      Number(
        await grid(page)
          .getAttribute("aria-activedescendant")
          .then((id) => id?.split("-")[1]),
      )
    await page.keyboard.press("Control+End")
    const end = await rowCount()
    await expect
      .poll(
        async () => {
          await page.keyboard.press("Control+End")
          return rowCount()
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(end)

    // scrolled away, the cell that one types into comes back
    await grid(page).hover()
    await page.mouse.wheel(0, -1_000_000)
    await page.locator("#cell-0-2").waitFor()
    await page.keyboard.type("99.95")
    await page.keyboard.press("Enter")
    await draft(page).getByText("1 new price").waitFor()
    await grid(page).getByText("99.95", { exact: true }).waitFor()
    await clearAll(page)
    expect(visitor.complaints).toEqual([])
  })

  it("keeps a draft for each price list, however one goes between them", async () => {
    for (const [method, path, body] of [
      ["PATCH", "/base", { currency: "USD" }],
      ["POST", "", { price_list: "EU", name: "Europe", currency: "USD", parent: "base" }],
    ] as const) {
      const answer = await fetch(`${installation.baseUrl}/api/pricing/price-lists${path}`, {
        method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
      expect(answer.status).toBe(200)
    }
    const [first, second] = (await colorways("ridge")).map(({ name, color }) => `${name}, ${color}`) as [
      string,
      string,
    ]
    const lists = page.getByLabel("Price list", { exact: true })
    const saysOfDraft = (count: string) => draft(page).getByText(count, { exact: true }).waitFor()
    await page.goto("/?brand_key=NT&search=ridge&list=EU")
    await row(page, first).waitFor()
    await toFirst(page)
    await page.keyboard.type("66,95")
    await page.keyboard.press("Enter")
    await newMap(page, first).getByText("66.95").waitFor()
    // left while one types: it is of the list where it was typed
    await page.keyboard.type("77,95")
    await lists.selectOption("base")
    await saysOfDraft("0 new prices")
    await row(page, first).waitFor()
    expect(
      await grid(page)
        .getByText(/(?:66|77)\.95/)
        .count(),
    ).toBe(0)
    await toFirst(page)
    await page.keyboard.press("Control+z")
    await page.keyboard.type("149.95")
    await page.keyboard.press("Enter")
    await saysOfDraft("1 new price")
    await clearAll(page)
    await saysOfDraft("0 new prices")
    await lists.selectOption("EU")
    await saysOfDraft("2 new prices")
    await draft(page).getByRole("heading", { name: "Draft change in Europe (USD)" }).waitFor()
    const from = draft(page).getByLabel("From", { exact: true })
    await from.fill("2098-08-08")
    await lists.selectOption("base")
    // said for one list it is meant for the next, and what waits in the other is one press away
    await row(page, first).waitFor()
    await toFirst(page)
    await page.keyboard.type("149.95")
    await page.keyboard.press("Enter")
    await saysOfDraft("1 new price")
    expect(await from.inputValue()).toBe("2098-08-08")
    await from.fill("2098-07-07")
    await settled(page)
    await draft(page).getByRole("link", { name: "2 amounts wait in Europe" }).click()
    await saysOfDraft("2 new prices")
    expect(await from.inputValue()).toBe("2098-08-08")
    await settled(page)
    await draft(page).getByRole("link", { name: "1 amount waits in Base" }).click()
    await saysOfDraft("1 new price")
    expect(await from.inputValue()).toBe("2098-07-07")
    await clearAll(page)
    await lists.selectOption("EU")
    await saysOfDraft("2 new prices")
    expect(await draft(page).getByRole("link").count()).toBe(0)
    await newMap(page, second).getByText("77.95").waitFor()
    await page.reload()
    await saysOfDraft("2 new prices")
    expect(await from.inputValue()).toBe("2098-08-08")
    await page.goBack()
    await saysOfDraft("0 new prices")
    await page.goForward()
    await saysOfDraft("2 new prices")

    await draft(page).getByLabel("From", { exact: true }).fill("2098-09-09")
    await draft(page).getByText("Drafts wait in a batch").waitFor()
    await draft(page)
      .getByRole("button", { name: /^Generate \d+ drafts/ })
      .click()
    await page.waitForURL(/batches\?key=/)
    const key = new URL(page.url()).searchParams.get("key")!
    const records = await fetch(`${installation.baseUrl}/api/catalog/batches/${key}/records?limit=100`)
    const { items } = (await records.json()) as { readonly items: ReadonlyArray<{ price_list?: string }> }
    expect([...new Set(items.map(({ price_list }) => price_list))]).toEqual(["EU"])
    expect(visitor.complaints).toEqual([])
  })

  it("keeps what is below it in its place while another list is looked at", async () => {
    // with a hint above the table that is as long
    const uk = { price_list: "UK", name: "Kingdom", currency: "USD", parent: "base" }
    const made = await fetch(`${installation.baseUrl}/api/pricing/price-lists`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(uk),
    })
    expect(made.status).toBe(200)
    await page.goto("/?list=UK")
    await grid(page).getByRole("row").nth(12).waitFor()
    await settled(page)
    const top = async () => (await draft(page).boundingBox())!.y
    const before = await top()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route("**/api/pricing/prices?*", async (route) => {
      await held
      await route.continue()
    })
    await page.getByLabel("Price list", { exact: true }).selectOption("EU")
    await page.getByText("Looking…").waitFor()
    expect(await top()).toBe(before)
    answer()
    await grid(page).getByRole("row").nth(12).waitFor()
    await settled(page)
    await page.unroute("**/api/pricing/prices?*")
    expect(await top()).toBe(before)
    expect(visitor.complaints).toEqual([])
  })

  it("is printed with headings that come again, what it is of, and nothing that is pressed", async () => {
    await page.goto("/?brand_key=NT&color=black&without_price=1")
    await grid(page).getByRole("row").nth(1).waitFor()
    await page.emulateMedia({ media: "print" })
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    await page.getByText(/^Base · .* · Brand: NT · Color: black · Without a price$/).waitFor()
    expect(await page.getByRole("region", { name: "Filters" }).isVisible()).toBe(false)
    expect(await draft(page).isVisible()).toBe(false)
    const display = `getComputedStyle(document.querySelector(".prices .headings")).display`
    expect(await page.evaluate(display)).toBe("table-header-group")
    for (const width of [680, 960]) {
      await page.setViewportSize({ width, height: 900 })
      const cut = `[...document.querySelectorAll(".prices .row > *")].filter((each) => each.scrollWidth > each.clientWidth + 1).length`
      expect(await page.evaluate(cut)).toBe(0)
    }
    await page.emulateMedia({ media: null })
    await page.evaluate("dispatchEvent(new Event('afterprint'))")
  })

  it("is read by assistive technology in both schemes and on a narrow screen", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto("/?brand_key=NT")
      await grid(page).getByRole("row").nth(1).waitFor()
      await toFirst(page)
      await page.keyboard.type("1")
      expect(await faultsOf(page)).toEqual([])
      await page.keyboard.press("Escape")
      await page.getByText("More filters").click()
      await page.getByLabel("Changes within days").fill("none")
      await page.getByText("Write a whole number of days, 1 to 366", { exact: true }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390)
    }
    expect(visitor.complaints).toEqual([])
  })
})
