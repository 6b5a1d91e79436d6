// Makes the pictures of docs/workbench anew: `node test/workbench/screenshots.ts http://127.0.0.1:8080`, of a server with a
// fresh demo catalog and a worker; views that are named behind it are taken alone. One export is made, for there to be a
// history. As webp, which Chromium makes of its own screenshots. Where the machine has no Japanese font, some names of the demo
// are boxes.

import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startBrowser } from "./Visitor.ts"
import { views } from "./views.ts"

const baseURL = process.argv[2] ?? "http://127.0.0.1:8080"
const only = process.argv.slice(3)
const folder = join(import.meta.dirname, "../../docs/workbench")
mkdirSync(folder, { recursive: true })

/** Views that a screen cannot hold, from their head to what they are for: pixels, wide and narrow. */
const heights: Readonly<Record<string, readonly [wide: number, narrow: number]>> = {
  // from the lines to the timeline
  "price-change": [1_720, 1_720],
  adjust: [1_280, 2_200],
  exports: [1_680, 844],
  sheets: [1_000, 1_480],
}

/** A person's own sheet, of which not every row can be taken. */
const sheet = [
  "variant_key,MAP new,MSRP new,from",
  "NT-RIDGE-BOOT-BLK-8,139.95,169.95,2027-03-01",
  "NT-RIDGE-BOOT-BLK-9,,,",
  'NT-RIDGE-BOOT-BRN-8,"1,299",,2027-03-01',
  "NT-RIDGE-BOT-BLK-10,139.95,,2027-03-01",
].join("\n")

/** The views, and what a batch asks before it is published. */
const pictures = views.flatMap((view) =>
  view[0] === "batch" ? [view, ["publish", ...view.slice(1)] as const] : [view],
)

const looks = [
  ["light", { width: 1280, height: 860 }],
  ["dark", { width: 1280, height: 860 }],
  ["middle", { width: 820, height: 1000 }],
  ["narrow", { width: 390, height: 844 }],
] as const

/** Run by the browser. */
const inWebp = `async (png) => {
  const image = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob())
  const canvas = new OffscreenCanvas(image.width, image.height)
  canvas.getContext("2d").drawImage(image, 0, 0)
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 })
  return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(""))
}`

const asked = await fetch(`${baseURL}/api/products/export-async`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    product_keys: [],
    filter_latest_version: true,
    export_format: "xlsx",
    column_mappings: [{ column_name: "SKU", source_field: "variant_key" }],
  }),
})
const { job_id } = (await asked.json()) as { readonly job_id: string }
// ends with the job
await (await fetch(`${baseURL}/api/jobs/${job_id}/events`)).text()

const browser = await startBrowser()
const encoder = await browser.newPage()
for (const [look, viewport] of looks) {
  const context = await browser.newContext({
    baseURL,
    viewport,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    colorScheme: look === "dark" ? "dark" : "light",
    reducedMotion: "reduce",
  })
  const page = await context.newPage()
  for (const [name, heading, path] of pictures) {
    if (only.length > 0 && !only.includes(name)) continue
    const height = heights[name]?.[look === "narrow" ? 1 : 0] ?? viewport.height
    await page.setViewportSize({ ...viewport, height })
    await page.goto(path)
    await page.getByRole("heading", { level: 1, name: heading }).waitFor()
    if (name === "start") {
      await page.getByRole("grid").focus()
      for (const key of ["Control+Home", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key)
      for (const text of ["139,95", "134.95", "1,299", "94.95"]) {
        await page.keyboard.type(text)
        await page.keyboard.press("Enter")
      }
      await page.keyboard.press("ArrowUp")
      await page.getByText(/^\d+ drafts, /).waitFor()
    }
    if (name === "sheets") {
      const file = { name: "Spring.csv", mimeType: "text/csv", buffer: Buffer.from(sheet) }
      await page.locator("input[type=file]").setInputFiles(file)
      await page.getByRole("button", { name: "Generate 2 drafts" }).waitFor()
    }
    if (name === "lists") await page.getByText("A new price list").click()
    if (name === "publish") {
      await page.getByRole("button", { name: /^Publish/ }).click()
      await page.getByRole("dialog").waitFor()
    }
    await page.waitForLoadState("networkidle")
    await page.locator(".waiting").first().waitFor({ state: "detached", timeout: 5_000 })
    const png = (await page.screenshot()).toString("base64")
    const webp = (await encoder.evaluate(`(${inWebp})("${png}")`)) as string
    writeFileSync(join(folder, `${name}-${look}.webp`), Buffer.from(webp, "base64"))
  }
  await context.close()
}
await browser.close()
