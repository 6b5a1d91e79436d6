import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { browserPath } from "../../packages/http-adapter/test/support/browser.ts"
import { testServer } from "../../packages/postgres/test/support/testServer.ts"
import { type Installation, install } from "./Installation.ts"
import { faultsOf, startBrowser, type Visitor, visitorOf } from "./Visitor.ts"
import { priceChange } from "./views.ts"

const isMissing = browserPath === undefined || testServer.unavailable !== undefined
if (isMissing)
  console.warn("The palette of the page is tried where Chromium is installed and a Postgres server runs")

const palette = (page: Page) => page.getByRole("dialog", { name: "Find and go there" })
const field = (page: Page) => palette(page).getByRole("combobox", { name: "Find" })
const group = (page: Page, name: RegExp) => palette(page).getByRole("group", { name })
/** Waits until it has the focus. */
const focused = (page: Page, on: Locator) => on.and(page.locator(":focus")).waitFor()
const marked = (page: Page) => palette(page).getByRole("option", { selected: true })

/** Opens the palette by its keys once the last one is gone, and waits for what it lists at first. */
const opened = async (page: Page) => {
  await palette(page).waitFor({ state: "detached" })
  await page.keyboard.press("Control+k")
  await group(page, /^Views/)
    .getByRole("option", { name: "Health" })
    .waitFor()
}

describe.skipIf(isMissing)("the palette", () => {
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

  it("goes by keyboard to views, products, SKUs and batches, and gives the focus back", async () => {
    await page.goto("/batches")
    const search = page.getByRole("searchbox", { name: "Search batches" })
    await search.focus()
    await opened(page)
    await focused(page, field(page))
    await page.keyboard.press("Escape")
    await palette(page).waitFor({ state: "detached" })
    await focused(page, search)

    await opened(page)
    const [, second] = await palette(page).getByRole("option").allTextContents()
    await page.keyboard.press("ArrowDown")
    await marked(page).getByText(second!, { exact: true }).waitFor()
    await field(page).fill("price change")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Price change" }).waitFor()
    await palette(page).waitFor({ state: "detached" })

    await opened(page)
    // Enter at once waits for what was typed
    await field(page).fill("ridge boot")
    await page.keyboard.press("Enter")
    await page.waitForURL((url) => url.searchParams.get("product") === "NT-RIDGE-BOOT")

    const [variant] = (
      (await (
        await fetch(
          `${installation.baseUrl}/api/pricing/prices?product_key=NT-RIDGE-BOOT&color=Black&sizes=true`,
        )
      ).json()) as { readonly items: ReadonlyArray<{ sizes: ReadonlyArray<{ variant_key: string }> }> }
    ).items.flatMap(({ sizes }) => sizes)
    await opened(page)
    await field(page).fill(variant!.variant_key)
    await group(page, /^SKUs/).getByRole("option", { name: variant!.variant_key }).first().waitFor()
    // a key that is typed as a whole is the first
    expect(await marked(page).textContent()).toContain(variant!.variant_key)
    await page.keyboard.press("Enter")
    await page.waitForURL((url) => url.searchParams.get("color") === "Black")

    await opened(page)
    await field(page).fill("holidays, then")
    await group(page, /^Batches/)
      .getByRole("option", { name: "Over the holidays" })
      .waitFor()
    await palette(page).getByRole("status").getByText("1 batch found").waitFor({ state: "attached" })
    await page.keyboard.press("Enter")
    await page.waitForURL((url) => url.searchParams.get("key") === "HOLIDAYS")
  })

  it("says what it does not find, has nothing that axe finds, and is no wider than a telephone", async () => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
    await page.goto("/health")
    await page.getByRole("button", { name: /^Find/ }).click()
    await field(page).fill("nothing is called like that")
    await palette(page).getByText("Nothing is called so").waitFor()
    await palette(page).getByRole("status").getByText("nothing found").waitFor({ state: "attached" })
    const none = await faultsOf(page)
    await field(page).fill("r")
    for (const name of [/^Views/, /^Products/, /^SKUs/, /^Batches/]) await group(page, name).waitFor()
    const light = await faultsOf(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
    const narrowDark = await faultsOf(page)
    const isWider = await page.evaluate(`(() => {
      const dialog = document.querySelector("dialog")
      return dialog.scrollWidth > dialog.clientWidth || dialog.getBoundingClientRect().right > innerWidth
    })()`)
    expect({ none, light, narrowDark, isWider }).toEqual({
      none: [],
      light: [],
      narrowDark: [],
      isWider: false,
    })
    await palette(page).getByRole("button", { name: "Close" }).click()
    await palette(page).waitFor({ state: "detached" })
    await focused(page, page.getByRole("button", { name: /^Find/ }))
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  it("leaves the main act of a view to Ctrl+Enter", async () => {
    await page.goto(priceChange("131.95", "2096-06-01"))
    await page.getByRole("button", { name: "Generate 3 drafts", disabled: false }).waitFor()
    await page.getByRole("textbox", { name: "Amount of line 1" }).focus()
    await page.keyboard.press("Control+Enter")
    await page.locator("h1 .badge").getByText("open").waitFor()
    await page.getByRole("button", { name: /^Publish 3 changes/, disabled: false }).waitFor()
    await page.keyboard.press("Control+Enter")
    // which asks: Enter alone presses nothing there
    const asked = page.getByRole("dialog", { name: "Publish 3 changes?" })
    await asked.waitFor()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await asked.waitFor({ state: "detached" })
    await focused(page, page.getByRole("button", { name: /^Publish 3 changes/ }))
    await page.keyboard.press("Control+Enter")
    await asked.getByText("3 prices, from 1 Jun 2096").waitFor()
    await page.keyboard.press("Control+Enter")
    await page.locator("h1 .badge").getByText("published").waitFor()

    // in the table it fills, then leads to the button, then presses it
    await page.goto("/?brand_key=NT&search=ridge+boot")
    const table = page.getByRole("grid")
    await table.getByRole("row").filter({ hasText: "Ridge Boot, Black" }).waitFor()
    await table.focus()
    await page.keyboard.press("Control+Home")
    for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowRight")
    await page.keyboard.type("139.95")
    await page.keyboard.press("Control+Enter")
    const generate = page.getByRole("button", { name: /^Generate \d+ drafts/, disabled: false })
    await generate.waitFor()
    await page.keyboard.press("Control+Enter")
    await focused(page, generate)
    await page.keyboard.press("Control+Enter")
    await page.locator("h1 .badge").getByText("open").waitFor()
  })

  it("asked no other, and complained of nothing", () => {
    expect(visitor.complaints).toEqual([])
  })
})
