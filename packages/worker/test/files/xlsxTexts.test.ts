import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { encodeXlsx } from "../../src/files/encodeXlsx.ts"
import { inBatches, readAll } from "./encoded.ts"
import { anyText, nastyTexts } from "./nastyTexts.ts"
import { readWorkbook } from "./readWorkbook.ts"

const readBack = async (texts: ReadonlyArray<string>) => {
  const bytes = await readAll(
    encodeXlsx(["n", ...texts.slice(0, 1)], inBatches(texts.map((text) => ["n", text]))),
  )
  return (await readWorkbook(bytes)).Export!.map((row) => row[1] ?? null)
}

const expected = (texts: ReadonlyArray<string>) =>
  [...texts.slice(0, 1), ...texts].map((text) => text.toWellFormed() || null)

describe("text in an xlsx file", () => {
  it("comes back for every nasty text, in a cell and in a header", async () => {
    expect(await readBack(nastyTexts)).toEqual(expected(nastyTexts))
  })

  it("comes back for every generated text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 30 }), async (texts) => {
        expect(await readBack(texts)).toEqual(expected(texts))
      }),
    )
  })
})
