import Module from "node:module"
import { expect, it } from "vitest"
import { readWorkbook } from "../src/readWorkbook.ts"

type Resolve = (id: string, ...rest: ReadonlyArray<unknown>) => string
const loader = Module as unknown as { _resolveFilename: Resolve }

it("a workbook that nothing is there to read is not called damaged", async () => {
  const resolve = loader._resolveFilename
  loader._resolveFilename = (id, ...rest) => {
    if (id.startsWith("exceljs")) throw new Error(`Cannot find module '${id}'`)
    return resolve(id, ...rest)
  }
  try {
    await expect(readWorkbook("products.xlsx")).rejects.toThrow(
      /^reading xlsx needs the package "exceljs": install it, or save the sheet as csv$/,
    )
  } finally {
    loader._resolveFilename = resolve
  }
})
