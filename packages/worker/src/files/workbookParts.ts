import { stylesXml } from "./xlsxStyles.ts"

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = "http://schemas.openxmlformats.org"
const relationship = `${openXml}/officeDocument/2006/relationships`
const packageRelationships = `${openXml}/package/2006/relationships`
const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml"

export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`
const sheetName = (number: number) => (number === 1 ? "Export" : `Export ${number}`)
const aboutName = "About"

/**
 * The parts that a file begins with, in the order in which Excel writes them: by the names of the first three `file` and
 * libmagic tell what it is. How many sheets there will be is not known yet, so they are what every part is that is not
 * named.
 */
export const firstParts: ReadonlyArray<readonly [path: string, xml: string]> = [
  [
    "[Content_Types].xml",
    `${xmlHead}<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${contentType}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
  ],
  [
    "_rels/.rels",
    `${xmlHead}<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${relationship}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  ["xl/styles.xml", stylesXml],
]

/**
 * The parts that can only be written when the number of sheets is known, and the filtered area of each; behind them
 * there may be one that tells of the file.
 */
export function workbookParts(
  areas: ReadonlyArray<string>,
  about: string | undefined,
): ReadonlyArray<readonly [path: string, xml: string]> {
  const names = areas.map((_, index) => sheetName(index + 1))
  if (about !== undefined) names.push(aboutName)
  const each = (write: (number: number, name: string) => string) =>
    names.map((name, index) => write(index + 1, name)).join("")
  // LibreOffice shows the filter of a sheet only if this name tells its area too.
  const filterNames = areas.map(
    (area, index) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${sheetName(index + 1)}'!${area}</definedName>`,
  )
  return [
    ...(about === undefined ? [] : [[sheetPath(names.length), about] as const]),
    [
      "xl/workbook.xml",
      `${xmlHead}<workbook xmlns="${openXml}/spreadsheetml/2006/main" xmlns:r="${relationship}"><bookViews><workbookView/></bookViews><sheets>${each(
        (n, name) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`,
      )}</sheets><definedNames>${filterNames.join("")}</definedNames></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${xmlHead}<Relationships xmlns="${packageRelationships}">${each(
        (n) =>
          `<Relationship Id="rId${n}" Type="${relationship}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
      )}<Relationship Id="rIdStyles" Type="${relationship}/styles" Target="styles.xml"/></Relationships>`,
    ],
  ]
}
