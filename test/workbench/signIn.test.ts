import { assert, layer } from "@effect/vitest"
import { seedCatalog } from "@hangtag/testkit"
import { workbench } from "@hangtag/workbench"
import { Effect } from "effect"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { browserPath } from "../../packages/http-adapter/test/support/browser.ts"
import { seededCatalog } from "../../packages/http-adapter/test/support/seededCatalog.ts"
import { onWallClock, TestServer, testServer } from "../../packages/http-adapter/test/support/TestServer.ts"
import { startBrowser, visitorOf } from "./Visitor.ts"

const everything = [
  ...[
    "Prices",
    "Price sheets",
    "Price change",
    "Bulk adjust",
    "Batches",
    "Goes live next",
    "Price lists",
    "Price policy",
  ],
  ...["Republish", "Exports", "Discoveries", "Health"],
]
let browser: Browser
beforeAll(async () => {
  if (browserPath !== undefined) browser = await startBrowser()
})
afterAll(() => browser?.close())

/** Who may what sees which views. */
const seen: ReadonlyArray<[token: string, views: ReadonlyArray<string>]> = [
  ["own-token", everything],
  ["without-price:write", everything.filter((view) => !["Bulk adjust", "Republish"].includes(view))],
  ["without-batch:read", everything.filter((view) => !["Batches", "Republish"].includes(view))],
  ["without-job:create", everything.filter((view) => view !== "Discoveries")],
  ["powerless-token", ["Health"]],
]

/** What can be done with an open batch, by who may what. */
const actions: ReadonlyArray<[token: string, buttons: ReadonlyArray<string>]> = [
  ["own-token", ["Discard", "Sheet for dealers", "Publish 1 change"]],
  ["without-price:write", ["Sheet for dealers", "Publish 1 change"]],
  ["without-product:read", ["Discard", "Publish 1 change"]],
  ["without-batch:publish", ["Discard", "Sheet for dealers"]],
]

layer(onWallClock(testServer({ site: workbench() })))("signing in to the workbench", (it) => {
  it.effect.skipIf(browserPath === undefined)(
    "shows what the token allows, and forgets it with the tab (skipped where no Chromium is installed)",
    () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        yield* Effect.promise(async () => {
          const { page, context, complaints } = await visitorOf(browser, `http://127.0.0.1:${port}`)
          const signInWith = async (token: string) => {
            await page.getByLabel("Access token").fill(token)
            await page.getByRole("button", { name: "Sign in" }).click()
          }
          await page.goto("/health")
          await signInWith("forged")
          await page.getByRole("alert").waitFor()
          for (const [token, views] of seen) {
            await signInWith(token)
            const links = page.getByRole("navigation", { name: "Views" }).getByRole("link")
            await links.last().waitFor()
            assert.deepStrictEqual(await links.allTextContents(), views, token)
            await page.keyboard.press("Control+k")
            const places = page.getByRole("dialog", { name: "Find and go there" })
            await places
              .getByRole("option")
              .nth(views.length - 1)
              .waitFor()
            assert.deepStrictEqual(await places.getByRole("option").allTextContents(), views, token)
            // what may not be asked is not asked: a refusal would stand here
            await places.getByRole("combobox").fill("like nothing")
            await places.getByText("Nothing is called so").waitFor()
            await page.keyboard.press("Escape")
            await places.waitFor({ state: "detached" })
            await page.getByRole("button", { name: "Sign out" }).click()
          }
          await signInWith("own-token")
          await page.getByRole("button", { name: "Sign out" }).waitFor()
          await page.goto("/republish")
          await page.getByLabel("Name of a new one").fill("Kept")
          await page.evaluate(`sessionStorage.setItem("hangtag.session", '{"token":"forged"}')`)
          await page.getByRole("button", { name: "New batch" }).click()
          const ended = page.getByRole("dialog", { name: "Your session has ended" })
          await ended.waitFor()
          await signInWith("forged again")
          await ended.getByRole("alert").waitFor()
          await signInWith("own-token")
          await ended.waitFor({ state: "detached" })
          await page.getByRole("button", { name: "New batch" }).click()
          await page.getByText("Kept is open").waitFor()
          const another = await context.newPage()
          await another.goto("/health")
          await another.getByLabel("Access token").waitFor()
          assert.deepStrictEqual(complaints, [])
        })
      }),
  )

  it.effect.skipIf(browserPath === undefined)(
    "goes by the session cookie, for what changes something too (skipped where no Chromium is installed)",
    () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        const baseURL = `http://127.0.0.1:${port}`
        yield* seedCatalog("own", seededCatalog())
        yield* Effect.promise(async () => {
          const { page, context, complaints } = await visitorOf(browser, baseURL)
          const withSession = (value: string) =>
            context.addCookies([
              { name: "identity_provider_session", value, url: baseURL, httpOnly: true, sameSite: "Lax" },
            ])
          await withSession("own-token")
          await page.goto("/republish")
          await page.getByLabel("Name of a new one").fill("By cookie")
          await page.getByRole("button", { name: "New batch" }).click()
          await page.getByText("By cookie is open").waitFor()
          for (const [token, buttons] of actions) {
            await withSession(token)
            await page.goto("/batches?key=DRAFT")
            await page.getByRole("heading", { level: 1, name: /^DRAFT/ }).waitFor()
            const shown = page.getByRole("button", { name: /^(Discard|Sheet|Publish)/ })
            assert.deepStrictEqual(await shown.allTextContents(), buttons, token)
          }
          await withSession("without-batch:read")
          await page.goto("/batches?key=DRAFT")
          await page.getByText("There is nothing here for you").waitFor()
          for (const [token, prices] of [
            ["own-token", 1],
            ["without-price:read", 0],
          ] as const) {
            await withSession(token)
            await page.goto("/exports")
            await page.getByRole("group", { name: "Field catalogue" }).waitFor()
            assert.strictEqual(
              await page.getByRole("heading", { name: "Price", exact: true }).count(),
              prices,
            )
            assert.strictEqual(await page.getByRole("button", { name: "Remove MAP" }).count(), prices)
          }
          assert.deepStrictEqual(complaints, [])
        })
      }),
  )
})
