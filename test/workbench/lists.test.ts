import type { Browser, Page, Request } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { browserPath } from "../../packages/http-adapter/test/support/browser.ts"
import { testServer } from "../../packages/postgres/test/support/testServer.ts"
import { type Installation, install } from "./Installation.ts"
import { faultsOf, startBrowser, type Visitor, visitorOf } from "./Visitor.ts"
import { priceChange } from "./views.ts"

const isMissing = browserPath === undefined || testServer.unavailable !== undefined
if (isMissing)
  console.warn("The page of price lists is tried where Chromium is installed and a Postgres server runs")

const panel = (page: Page, name: string) => page.getByRole("region", { name })

describe.skipIf(isMissing)("price lists", () => {
  let [browser, installation, visitor] = [] as unknown as [Browser, Installation, Visitor]
  let page: Page
  const sent = async (method: "POST" | "PATCH", path: string, body: object) => {
    const answer = await fetch(`${installation.baseUrl}/api/pricing/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { readonly batch_key: string }
  }
  let frenchBatch: string
  const priced = async (price_list: string, effective_from: string, price_type = "MAP") => {
    const line = { price_type, amount: 129.95, price_list, effective_from }
    const { batch_key } = await sent("POST", "map-policy/NT/price-changes", {
      colorways: [{ product_key: "NT-RIDGE-BOOT", color: "Black", lines: [line] }],
    })
    await sent("POST", `batches/${batch_key}/publish`, { allow_backdated: true })
    return batch_key
  }
  /** EU below base, with a price of its own of one color; DE below EU; FR in euros, below none. */
  beforeAll(async () => {
    ;[browser, installation] = await Promise.all([startBrowser(), install()])
    visitor = await visitorOf(browser, installation.baseUrl)
    page = visitor.page
    // base is given its currency by the page
    await page.goto("/lists")
    await page.getByText("A new price list").click()
    await page.getByRole("link", { name: "it has a currency" }).click()
    const currency = panel(page, "Currency of Base")
    await currency.getByLabel("Currency").fill("usd")
    expect(await faultsOf(page)).toEqual([])
    await currency.getByRole("button", { name: "Say the currency" }).click()
    await currency.waitFor({ state: "detached" })
    for (const [price_list, currency, parent] of [
      ["EU", "USD", "base"],
      ["DE", "USD", "EU"],
      ["FR", "EUR", null],
    ])
      await sent("POST", "price-lists", { price_list, name: `List ${price_list}`, currency, parent })
    await priced("EU", "2097-01-01")
    await priced("FR", "2026-01-01", "MSRP")
    frenchBatch = await priced("FR", "2097-05-01")
  })
  afterAll(async () => {
    await browser?.close()
    await installation?.end()
  })

  it("creates a list below another one", async () => {
    await page.goto("/lists")
    await page.getByText("A new price list").click()
    const form = panel(page, "Choose a price list")
    await form.getByLabel("Key").fill("AT")
    await form.getByLabel("Name").fill("Austria")
    // that of its parent
    await form.getByLabel("Parent list").selectOption("Base (USD)")
    expect(await form.getByLabel("Currency").inputValue()).toBe("USD")
    expect(await faultsOf(page)).toEqual([])
    await form.getByRole("button", { name: "Create it" }).click()
    await panel(page, "Parent list of Austria").getByText("USD, falls back to ").waitFor()
    await form.getByLabel("Key").fill("AT")
    await form.getByLabel("Name").fill("Again")
    await form.getByLabel("Currency").fill("usd")
    await form.getByRole("button", { name: "Create it" }).click()
    await form.getByText(/exists already: take another key/).waitFor()
    expect(visitor.complaints).toEqual([])
  })

  it("shows what another parent of a list, or its archiving, changes before that is so", async () => {
    await page.goto("/lists?list=EU")
    const move = panel(page, "Parent list of List EU")
    await move.getByText("USD, falls back to ").waitFor()
    await move.getByText(/it would show another price of 0 variants/).waitFor()
    // as many as are listed at most, and three
    const preview = "**/price-lists/EU/preview"
    await page.route(preview, async (route) => {
      const response = await route.fetch()
      const found = await response.json()
      const listed = new Set(
        found.items.map((each: Record<string, string>) => `${each.product_key} ${each.color}`),
      ).size
      await route.fulfill({ response, json: { ...found, colorways: listed + 3 } })
    })
    await move.getByLabel("State").selectOption("archived")
    await move.getByText("and 3 other colorways").waitFor()
    await page.unroute(preview)
    await move.getByLabel("From", { exact: true }).fill("2097-02-01")
    await move.getByText(/From 1 Feb 2097 \(UTC\), then or later, it would show another price of/).waitFor()
    await move.getByText(/^Shown in .*DE.* \(\d+ variants\)$/).waitFor()
    await move.getByRole("listitem").filter({ hasText: "NT-RIDGE-BOOT" }).getByText("129.95").waitFor()
    expect(await faultsOf(page)).toEqual([])
    await move.getByRole("button", { name: "Archive the list" }).click()
    await move.getByText(/; archived from 1 Feb 2097$/).waitFor()
    // what is not chosen is as it is on that day
    await page.reload()
    await move.getByText(/; archived from 1 Feb 2097$/).waitFor()
    expect(await move.getByLabel("State").inputValue()).toBe("")
    await move.getByLabel("From", { exact: true }).fill("2097-03-01")
    expect(await move.getByLabel("State").inputValue()).toBe("archived")
    await move.getByLabel("From", { exact: true }).fill("2097-02-01")
    // what holds now, said again for then, takes it back
    await move.getByLabel("State").selectOption("In use")
    await move.getByRole("button", { name: "Change the list" }).click()
    await move.getByText(/archived from/).waitFor({ state: "detached" })
  })

  it("says in which lists a new price would be shown", async () => {
    await page.goto(priceChange("139.95", "2097-03-01"))
    const lists = panel(page, "Other price lists")
    await lists
      .getByText(/^Not shown, for prices of their own, in .*DE.* \(\d+ variants\), .*EU.* \(\d+ variants\)$/)
      .waitFor()
    await page.goto(priceChange("139.95", "2096-03-01"))
    await lists.getByText(/^Shown in .*DE.* \(\d+ variants\), .*EU.* \(\d+ variants\)$/).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(visitor.complaints).toEqual([])
  })

  it("asks for the price lists once a view", async () => {
    const asked: Array<string> = []
    const note = (request: Request) => {
      const { pathname } = new URL(request.url())
      if (pathname === "/api/pricing/price-lists") asked.push(pathname)
    }
    page.on("request", note)
    await page.goto(priceChange("139.95", "2096-03-01"))
    await panel(page, "Other price lists").waitFor()
    await page.goto(`/batches?key=${frenchBatch}`)
    await panel(page, "Records").getByText("€129.95").first().waitFor()
    page.off("request", note)
    expect(asked).toHaveLength(2)
  })

  it("leads from a batch to what goes live next in its list, with the list's currency", async () => {
    await page.goto(`/batches?key=${frenchBatch}`)
    await page.getByRole("link", { name: "See it among what goes live next" }).click()
    const days = panel(page, "Changes by day")
    await days.getByText("MAP no price → €129.95, 3 variants").waitFor()
    await page.getByText("One price list at a time: these are prices of List FR itself.").waitFor()
    const list = page.getByLabel("Price list", { exact: true })
    expect(await list.inputValue()).toBe("FR")
    expect(await faultsOf(page)).toEqual([])
    await list.selectOption("List EU (USD)")
    await days.getByText("Nothing in this month").waitFor()
    expect(new URL(page.url()).searchParams.get("list")).toBe("EU")
    expect(visitor.complaints).toEqual([])
  })

  it("changes a price of the list whose table leads to it", async () => {
    await page.goto("/?brand_key=NT&search=NT-RIDGE-BOOT&list=FR")
    const row = page.getByRole("row").filter({ hasText: "Ridge Boot, Black" })
    await row.getByRole("link", { name: "NT-RIDGE-BOOT" }).click()
    await page.getByRole("heading", { name: "New prices in List FR (EUR)" }).waitFor()
    await page.getByText("now €129.95").waitFor()
    await panel(page, "Timeline").getByText("€129.95", { exact: true }).first().waitFor()
    expect(await page.getByLabel("Price type of line 1").inputValue()).toBe("MSRP")
    await page.getByRole("textbox", { name: "Amount of line 1" }).fill("139,95")
    await page.getByLabel("From of line 1", { exact: true }).fill("2097-06-01")
    await panel(page, "Preview").getByText("€139.95").first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole("button", { name: "Generate 3 drafts" }).click()
    await page.waitForURL(/batches\?key=/)
    const key = new URL(page.url()).searchParams.get("key")
    const answer = await fetch(`${installation.baseUrl}/api/catalog/batches/${key}/records`)
    const { items } = (await answer.json()) as { readonly items: ReadonlyArray<object> }
    const record = { price_list: "FR", price_type: "MSRP", amount: 139.95 }
    expect(items).toEqual(Array.from({ length: 3 }, () => expect.objectContaining(record)))
    await page.getByRole("link", { name: "NT-RIDGE-BOOT" }).first().click()
    await page.getByRole("heading", { name: "New prices in List FR (EUR)" }).waitFor()
    await page.getByLabel("Price list", { exact: true }).selectOption("Base (USD)")
    await page.getByRole("heading", { name: "New prices in Base (USD)" }).waitFor()
    await page.getByText("now $149.95").waitFor()
    expect(new URL(page.url()).searchParams.has("list")).toBe(false)
    expect(visitor.complaints).toEqual([])
  })

  it("adjusts the prices of the list that is chosen", async () => {
    await page.goto("/adjust?brand=NT&value=-10&from=2097-07-01&products=NT-RIDGE-BOOT")
    await page.getByLabel("Price list", { exact: true }).selectOption("List FR (EUR)")
    await page.getByText("in force on the day in List FR (EUR), colorway by colorway").waitFor()
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      expect(await faultsOf(page)).toEqual([])
    }
    const row = panel(page, "Preview").getByRole("row").filter({ hasText: "€129.95" })
    await row.getByText("€116.96").waitFor()
    await row.getByRole("link", { name: "NT-RIDGE-BOOT" }).click()
    await page.getByRole("heading", { name: "New prices in List FR (EUR)" }).waitFor()
    expect(await page.getByRole("textbox", { name: "Amount of line 1" }).inputValue()).toBe("116.96")
    expect(await faultsOf(page)).toEqual([])
    expect(visitor.complaints).toEqual([])
  })

  it("shows both ends of a range whole, beside a note and before the next change", async () => {
    await sent("POST", "price-lists", { price_list: "IT", name: "List IT", currency: "EUR", parent: null })
    const answer = await fetch(`${installation.baseUrl}/api/catalog/batches/${frenchBatch}/records`)
    const { items } = (await answer.json()) as {
      readonly items: ReadonlyArray<{ readonly variant_key: string }>
    }
    const [first, second] = items.map(({ variant_key }) => variant_key)
    const line = { price_type: "MAP", price_list: "IT" }
    const { batch_key } = await sent("POST", "map-policy/NT/price-changes", {
      colorways: [
        {
          product_key: "NT-RIDGE-BOOT",
          color: "Black",
          lines: [
            { ...line, amount: 1206.95, effective_from: "2026-01-01", variant_keys: [first] },
            { ...line, amount: 1209.95, effective_from: "2026-01-01", variant_keys: [second] },
            { ...line, amount: 1199.95, effective_from: "2097-01-01" },
          ],
        },
      ],
    })
    await sent("POST", `batches/${batch_key}/publish`, { allow_backdated: true })
    const cell = page
      .getByRole("row")
      .filter({ hasText: "Ridge Boot, Black" })
      .getByRole("gridcell")
      .filter({ hasText: "€1,206.95 – €1,209.95" })
    // the amounts, behind the note
    const isWhole = (within: Element) => {
      const text = document.createRange()
      text.selectNode(within.firstElementChild!.lastChild!)
      const [of, box] = [text.getBoundingClientRect(), within.getBoundingClientRect()]
      return of.left >= box.left && of.right <= box.right && of.top >= box.top && of.bottom <= box.bottom
    }
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto("/?brand_key=NT&search=NT-RIDGE-BOOT&list=IT")
      await cell.getByText("2 of 3").waitFor({ state: "attached" })
      expect(await cell.evaluate(isWhole)).toBe(true)
    }
    await page.setViewportSize({ width: 1280, height: 844 })
    expect(visitor.complaints).toEqual([])
  })

  it("says of an archived list that it is, wherever one is chosen", async () => {
    await sent("POST", "price-lists", { price_list: "OLD", name: "Old", currency: "USD", parent: null })
    await sent("PATCH", "price-lists/OLD", { archived: true })
    for (const path of ["/", "/upcoming", "/exports"]) {
      await page.goto(path)
      await page
        .getByLabel("Price list", { exact: true })
        .getByRole("option", { name: "Old (USD), archived", exact: true })
        .waitFor({ state: "attached" })
    }
    expect(visitor.complaints).toEqual([])
  })

  it("asks of an export that cannot be looked at for no names of columns, which it has", async () => {
    await page.route("**/export-preflight", (route) =>
      route.fulfill({ status: 500, json: { detail: "Broken" } }),
    )
    await page.goto("/exports")
    await page.getByRole("alert").filter({ hasText: "The server could not answer" }).waitFor()
    expect(await page.getByText("Give each column a name.").count()).toBe(0)
    await page.unroute("**/export-preflight")
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("button", { name: "Export", exact: true }).waitFor()
    await page.getByLabel("Name of column 1").fill("")
    await page.getByText("Give each column a name.").waitFor()
    expect(visitor.complaints).toEqual([])
  })

  it("exports columns of prices of several lists", async () => {
    await page.goto("/exports?by=list")
    await page.getByLabel("Product keys").fill("NT-RIDGE-BOOT")
    await page.getByLabel("Price list", { exact: true }).selectOption("List FR (EUR)")
    await page.getByRole("button", { name: /Price MSRP List FR$/ }).click()
    await page.getByLabel("Price list", { exact: true }).selectOption("List EU (USD)")
    await page.getByRole("button", { name: /Price MAP List EU$/ }).click()
    const sample = panel(page, "First rows")
    const headings = [
      "SKU",
      "Name",
      "Color",
      "Size",
      "MAP List FR",
      "Price MSRP List FR",
      "Price MAP List EU",
    ]
    await sample.getByRole("columnheader").nth(6).waitFor()
    expect(await sample.getByRole("columnheader").allTextContents()).toEqual(headings)
    const [black] = await sample.getByRole("row").filter({ hasText: "Black" }).all()
    expect((await black!.getByRole("cell").allTextContents()).slice(4)).toEqual(["", "129.95", "149.95"])
    expect(await faultsOf(page)).toEqual([])
    const queued = page.waitForRequest("**/export-async")
    await page.getByRole("button", { name: "Export", exact: true }).click()
    const { column_mappings } = (await queued).postDataJSON()
    expect(column_mappings.map(({ price_list }: { price_list?: string }) => price_list)).toEqual([
      ...Array.from({ length: 4 }, () => undefined),
      "FR",
      "FR",
      "EU",
    ])
    expect(visitor.complaints).toEqual([])
  })

  it("says of a temporary price in a list below where it ends, and of one that is not offered", async () => {
    const changed = async (line: object) => {
      const lines = [{ price_type: "MAP", price_list: "DE", effective_from: "2098-06-01", ...line }]
      const { batch_key } = await sent("POST", "map-policy/NT/price-changes", {
        colorways: [{ product_key: "NT-RIDGE-BOOT", color: "Black", lines }],
      })
      await page.goto(`/batches?key=${batch_key}`)
      return batch_key
    }
    const moments = panel(page, "What goes live when")
    const sale = await changed({ amount: 119.95, effective_until: "2098-07-01" })
    await moments.getByRole("row", { name: /1 Jul 2098.*no price of its own 3/ }).waitFor()
    await sent("POST", `batches/${sale}/publish`, {})
    await changed({ amount: null, ends: "not_offered", effective_from: "2098-08-01" })
    await moments.getByRole("row", { name: /1 Aug 2098.*not offered 3/ }).waitFor()
    await changed({ amount: 119.95, effective_from: "2098-07-01" })
    await panel(page, "What it changes")
      .getByRole("row", { name: /end withdrawn – 1 Jul 2098/ })
      .waitFor()
    expect(visitor.complaints).toEqual([])
  })
})
