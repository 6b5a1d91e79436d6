import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { readSentSheet } from "@hangtag/catalog-files/price-sheets"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { sheetOf } from "./support/priceSheets.ts"

const fixture = (name: string) => readFileSync(new URL(`fixtures/price-sheets/${name}`, import.meta.url))
const read = (bytes: Uint8Array) => Effect.runPromise(Effect.result(readSentSheet(bytes)))

describe("a price sheet that was sent to a server", () => {
  it.each(["libreoffice-edited.xlsx", "openpyxl-1904-edited.xlsx", "semicolon-edited.csv"])(
    "gives the rows that its file gives: %s",
    async (name) => {
      const bytes = fixture(name)
      expect(await read(bytes)).toMatchObject({ success: await sheetOf(bytes, name) })
    },
  )
  it("says what is wrong with a file that is none", async () => {
    const half = fixture("written.xlsx").subarray(0, 3_000)
    expect(await read(half)).toMatchObject({ failure: { reason: expect.stringContaining("damaged") } })
    expect(await read(Buffer.from("{}"))).toMatchObject({
      failure: { reason: expect.stringContaining("xlsx or csv") },
    })
    expect(await read(gzipSync(fixture("written.xlsx")))).toMatchObject({
      failure: { reason: "it is packed with gzip; unpack it, and take the xlsx or csv file in it" },
    })
  })
  it("lets other work go on while it is read", async () => {
    let turns = 0
    const watch = setInterval(() => turns++, 0)
    await read(fixture("written.xlsx"))
    clearInterval(watch)
    expect(turns).toBeGreaterThan(0)
  })
})
