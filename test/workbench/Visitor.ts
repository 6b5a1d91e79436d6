import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { browserPath } from "../../packages/http-adapter/test/support/browser.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** One browser for all tests of the page. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath!, args: ["--no-sandbox", "--disable-gpu"] })

/** A person at a browser of their own, far from every brand's zone, and what their browser complained of. */
export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: ReadonlyArray<string>
}

export const visitorOf = async (browser: Browser, baseURL: string): Promise<Visitor> => {
  const context = await browser.newContext({ baseURL, locale: "en-GB", timezoneId: "Asia/Tokyo" })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const complaints: Array<string> = []
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("console", (message) => {
    // a refusal is shown by the page itself
    if (
      message.type() === "error" &&
      !/Failed to load resource|ERR_INTERNET_DISCONNECTED/.test(message.text())
    )
      complaints.push(message.text())
  })
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL) && !/^(?:data|blob):/.test(request.url()))
      complaints.push(request.url())
  })
  return { page, context, complaints }
}

interface AxeResults {
  readonly violations: ReadonlyArray<{
    readonly id: string
    readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
  }>
}

/** What axe finds on the page by WCAG 2.2 AA and its own best practice, a line each. */
export const faultsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
  const { violations } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ["violations"] })})`,
  )) as AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 5).map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
