import type { Browser, Page, Request } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { browserPath } from "../../packages/http-adapter/test/support/browser.ts"
import { testServer } from "../../packages/postgres/test/support/testServer.ts"
import { type Installation, install } from "./Installation.ts"
import { faultsOf, startBrowser, type Visitor, visitorOf } from "./Visitor.ts"

const isMissing = browserPath === undefined || testServer.unavailable !== undefined
if (isMissing)
  console.warn("The page is tried with 300 brands where Chromium is installed and a Postgres server runs")

const last = "BRAND-299"
const types = ["Retail", "Dealer"]
/** 300 brands, of which the last has a product, with prices of types of its own that another follows in Auckland's days. */
const catalog = [
  ...Array.from({ length: 300 }, (_, place) => ({
    kind: "brand",
    brand_key: `BRAND-${String(place).padStart(3, "0")}`,
    name: `House ${place}`,
    time_zone: "Pacific/Auckland",
  })),
  { kind: "price_list", price_list: "EU", name: "Europe", currency: "EUR", parent: null },
  {
    ...{ kind: "product", brand_key: last, product_key: "LAST-BOOT", version: 1, source: "merchant_input" },
    name: "Last Boot",
    variants: [{ variant_key: "LAST-BOOT-9", name: "9", color: "Black", size: "9" }],
  },
  ...types.flatMap((price_type) =>
    [
      [100, "2025-03-01"],
      [120, "2097-12-01"],
    ].map(([amount, effective_from]) => ({
      ...{ kind: "price", variant_key: "LAST-BOOT-9", price_type, amount, effective_from, status: "active" },
    })),
  ),
]

const brandBox = (page: Page) => page.getByRole("combobox", { name: "Brand" })

describe.skipIf(isMissing)("300 brands", () => {
  let [browser, installation, visitor] = [] as unknown as [Browser, Installation, Visitor]
  let page: Page
  beforeAll(async () => {
    ;[browser, installation] = await Promise.all([startBrowser(), install()])
    await installation.importing(catalog)
    visitor = await visitorOf(browser, installation.baseUrl)
    page = visitor.page
  })
  afterAll(async () => {
    await browser?.close()
    await installation?.end()
  })

  it.each([
    ["brand", "brand_key", "/?brand_key=NOPE"],
    ["price list", "list", "/?list=NOPE"],
    ["brand", "brand", "/sheets?brand=NOPE"],
    ["brand", "brand", "/price-change?brand=NOPE"],
    ["product", "product", "/price-change?product=NOPE"],
    ["color", "color", "/price-change?product=LAST-BOOT&color=NOPE"],
    ["price list", "list", "/price-change?product=LAST-BOOT&list=NOPE"],
    ["batch", "instead", "/price-change?product=LAST-BOOT&color=Black&instead=NOPE"],
    ["brand", "brand", "/adjust?brand=NOPE&value=-5&from=2098-01-01"],
    ["price list", "list", `/adjust?brand=${last}&list=NOPE&value=-5&from=2098-01-01`],
    ["brand", "brand", "/upcoming?brand=NOPE&month=2097-11"],
    ["month", "month", "/upcoming?month=NOPE"],
    ["price list", "list", "/upcoming?list=NOPE"],
    ["price list", "list", "/lists?list=NOPE"],
    ["brand", "brand", "/policy?brand=NOPE"],
  ])(
    "have no %s that %s names and is not there: %s says so, and shows nothing else",
    async (of, member, path) => {
      await page.goto(path)
      const said = page.getByRole("alert").filter({ hasText: new RegExp(`^There is no ${of} .*NOPE`) })
      await said.waitFor()
      await expect.poll(() => page.locator(".waiting").count(), { timeout: 60_000 }).toBe(0)
      const writes = page.getByRole("button", { name: /^(?:Save the policy|Generate|Change the list)/ })
      await expect.poll(() => writes.count(), { timeout: 60_000 }).toBe(0)
      expect(await faultsOf(page)).toEqual([])
      const before = new URL(page.url()).searchParams
      await said.getByRole("link", { name: "Go on without it" }).click()
      await said.waitFor({ state: "detached" })
      const after = new URL(page.url()).searchParams
      expect(after.get(member)).not.toBe("NOPE")
      // the rest of the address stays
      for (const name of before.keys())
        if (name !== member) expect(after.getAll(name)).toEqual(before.getAll(name))
    },
  )

  it.each([
    ["policy", "/policy", "brand"],
    ["adjust", "/adjust", "brand"],
    ["sheets", "/sheets?column=sku", "brand"],
    ["the table", "/", "brand_key"],
  ])("are found by typing in %s", async (_, path, member) => {
    await page.goto(path)
    await brandBox(page).fill("house 299")
    await page.getByRole("option", { name: "House 299" }).waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL((url) => url.searchParams.get(member) === last)
    await expect.poll(() => brandBox(page).inputValue(), { timeout: 60_000 }).toBe("House 299")
    // by its key too, after a reload
    await page.reload()
    await expect.poll(() => brandBox(page).inputValue(), { timeout: 60_000 }).toBe("House 299")
    expect(visitor.complaints).toEqual([])
  })

  it("begin with the first of them, each time that they are opened", async () => {
    await page.goto("/")
    const marked = page.getByRole("option", { selected: true })
    await brandBox(page).click()
    await marked.getByText("All brands").waitFor()
    for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowDown")
    await marked.getByText("House 1").waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL((url) => url.searchParams.has("brand_key"))
    await page.keyboard.press("ArrowDown")
    await marked.getByText("All brands").waitFor()
  })

  it("have their own days in the table and in a draft, each by its zone", async () => {
    await page.goto("/?search=last+boot")
    await page.getByRole("grid").getByTitle("1 Dec 2097").first().waitFor()
    expect(await page.getByRole("grid").getByTitle("30 Nov 2097").count()).toBe(0)
  })

  it("are asked for as far as they are shown, and so are their policies", async () => {
    const asked: Array<string> = []
    const note = (request: Request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (/brands|polic/.test(pathname)) asked.push(`${pathname} ${searchParams.get("search") ?? ""}`)
    }
    page.on("request", note)
    await page.goto("/upcoming?month=2097-12")
    await page.getByRole("link", { name: "Last Boot" }).first().waitFor()
    await page.getByRole("heading", { level: 2, name: /1 December 2097/ }).waitFor()
    await page.getByText(/Blackouts are those of brands whose prices change in this month/).waitFor()
    // of the one brand that changes prices
    await expect
      .poll(() => asked.filter((each) => each.includes("polic")).length, { timeout: 60_000 })
      .toBe(1)
    page.off("request", note)
    expect(asked.filter((each) => each.includes("brands")).length).toBeLessThanOrEqual(4)
    expect(await faultsOf(page)).toEqual([])
    await brandBox(page).fill("house 299")
    await page.getByRole("option", { name: "House 299" }).waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL((url) => url.searchParams.get("brand") === last)
    await page.getByRole("heading", { level: 2, name: /1 December 2097/ }).waitFor()
    expect(visitor.complaints).toEqual([])
  })

  it("are shown in a list of their own to who is bound to some", async () => {
    await page.route("**/api/me", async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), price_lists: ["EU"] } })
    })
    await page.goto("/price-change?product=LAST-BOOT&color=Black")
    await page.getByRole("heading", { name: "New prices in Europe (EUR)" }).waitFor()
    await page.unroute("**/api/me")
  })

  it("offer columns of the price types that there are", async () => {
    await page.goto("/exports")
    await page.getByRole("button", { name: /Price Retail$/ }).waitFor()
    await page.getByRole("button", { name: /Price Dealer$/ }).waitFor()
  })

  it("keep what is typed into a policy while another view is looked at", async () => {
    await page.goto(`/policy?brand=${last}`)
    await page.getByLabel("Days of notice").fill("12")
    await page.getByRole("link", { name: "Health" }).click()
    await page.getByRole("heading", { level: 1, name: "Health" }).waitFor()
    await page.goBack()
    await page.getByRole("button", { name: "Save the policy" }).waitFor()
    expect(await page.getByLabel("Days of notice").inputValue()).toBe("12")
    await page.getByRole("button", { name: "As it was" }).click()
    expect(await page.getByLabel("Days of notice").inputValue()).toBe("")
  })

  it("keep what is typed into a note, and where another person has noted something meanwhile", async () => {
    const noted = (note: string) =>
      fetch(`${installation.baseUrl}/api/pricing/batches/HOLIDAYS/note`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ note }),
      })
    expect((await noted("Theirs")).status).toBe(200)
    await page.goto("/batches?key=HOLIDAYS")
    const note = page.getByLabel("What its next reader should know")
    await expect.poll(() => note.inputValue(), { timeout: 60_000 }).toBe("Theirs")
    await note.fill("Mine")
    await noted("Theirs, later")
    await page.getByRole("link", { name: "Health" }).click()
    await page.getByRole("heading", { level: 1, name: "Health" }).waitFor()
    await page.goBack()
    await expect.poll(() => note.inputValue(), { timeout: 60_000 }).toBe("Mine")
    await page.getByRole("button", { name: "Save the note" }).click()
    await page.locator("[aria-label='Note'] button[aria-disabled=true]").waitFor()
    expect(await note.inputValue()).toBe("Mine")
  })
})
