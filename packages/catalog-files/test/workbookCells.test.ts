import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { temporaryFolder } from "../../../test/temporaryFolder.ts"
import { sheetCells } from "../src/price-sheets/sheetCells.ts"
import { readWorkbook } from "../src/readWorkbook.ts"
import { requireModestSize } from "../src/requireModestSize.ts"
import { sharedTexts, workbookCellCases } from "./workbookCells.cases.ts"

interface Zip {
  file: (name: string, text: string) => void
  generateAsync: (options: { type: "uint8array"; compression: "STORE" | "DEFLATE" }) => Promise<Uint8Array>
}
const JSZip = createRequire(createRequire(import.meta.url).resolve("exceljs"))("jszip") as new () => Zip

const folder = temporaryFolder(afterAll)

const names = {
  loose: {
    main: "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    relations: "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
  },
  strict: {
    main: "http://purl.oclc.org/ooxml/spreadsheetml/main",
    relations: "http://purl.oclc.org/ooxml/officeDocument/relationships",
  },
}

const write = async (given: (typeof workbookCellCases)[number]["given"]): Promise<string> => {
  const { cell, properties = "", sheetPath = "xl/worksheets/sheet1.xml", prefix = "" } = given
  const { main, relations } = given.isStrict ? names.strict : names.loose
  const spelled = (xml: string) => xml.replaceAll(/<(\/?)(?=[a-z])(?!x:)/gi, `<$1${prefix}`)
  const part = (root: string, content: string) =>
    `<?xml version="1.0"?>${spelled(`<${root} xmlns${prefix && ":x"}="${main}" xmlns:r="${relations}">${content}</${root}>`)}`
  const related = (...all: ReadonlyArray<readonly [type: string, target: string]>) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
      .map(
        ([type, target], at) => `<Relationship Id="r${at}" Type="${relations}/${type}" Target="${target}"/>`,
      )
      .join("")}</Relationships>`
  const zip = new JSZip()
  zip.file("[Content_Types].xml", "<Types/>")
  zip.file("_rels/.rels", related(["officeDocument", "xl/workbook.xml"]))
  zip.file(
    "xl/workbook.xml",
    part("workbook", `<workbookPr ${properties}/><sheets><sheet name="P" sheetId="1" r:id="r0"/></sheets>`),
  )
  zip.file(
    "xl/_rels/workbook.xml.rels",
    related(["worksheet", `/${sheetPath}`], ["styles", "styles.xml"], ["sharedStrings", "sharedStrings.xml"]),
  )
  const kronor =
    '<numFmts count="2"><numFmt numFmtId="165" formatCode="#,##0.00\\ &quot;y&quot;[$kr-41D]_d"/><numFmt numFmtId="166" formatCode="00000;-00000"/></numFmts>'
  const formats =
    '<cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>'
  zip.file("xl/styles.xml", part("styleSheet", kronor + formats))
  zip.file("xl/sharedStrings.xml", part("sst", sharedTexts))
  const note = given.hasNote ? '<legacyDrawing r:id="r1"/>' : ""
  zip.file(sheetPath, part("worksheet", `<sheetData><row>${cell}</row></sheetData>${note}`))
  if (given.hasNote) {
    zip.file(
      "xl/worksheets/_rels/sheet1.xml.rels",
      related(["comments", "/xl/comments/comment1.xml"], ["vmlDrawing", "/xl/drawings/notes1.vml"]),
    )
    zip.file("xl/comments/comment1.xml", part("comments", "<authors/><commentList/>"))
    zip.file("xl/drawings/notes1.vml", "<xml/>")
  }
  const path = join(folder, `${Math.random()}.xlsx`)
  writeFileSync(
    path,
    await zip.generateAsync({ type: "uint8array", compression: given.isStored ? "STORE" : "DEFLATE" }),
  )
  return path
}

describe("cells of workbooks", () => {
  for (const { name, given, expect: expected, why } of workbookCellCases)
    it(name, async () => {
      const path = await write(given)
      await requireModestSize(path)
      const [row] = (await readWorkbook(path))[0]?.rows() ?? []
      if (typeof expected === "string")
        expect({ ...row, shown: undefined }, why).toEqual({
          line: 1,
          cells: expected === "" ? [""] : [expected],
        })
      else expect(row?.fault, why).toBe(`has ${expected.fault}; write the values there, and save it again`)
    })

  it("have the zeros that are shown before a number in price sheets too", async () => {
    const path = await write({ cell: '<c r="A1" s="3"><v>123</v></c>' })
    const [sheet] = await readWorkbook(path)
    expect(sheetCells(sheet!)).toEqual([{ row: 1, cells: [{ column: 1, kind: "number", text: "00123" }] }])
  })
})
