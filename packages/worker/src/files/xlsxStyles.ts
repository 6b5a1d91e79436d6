const dateTimeFormat = "yyyy-mm-dd hh:mm:ss"
const escapeQuotes = (format: string) => format.replaceAll('"', "&quot;")

// Cell styles are named by their place in the list that styles.xml declares.
const formats = [
  "General",
  "General",
  "yyyy-mm-dd",
  dateTimeFormat,
  `${dateTimeFormat}.000`,
  `${dateTimeFormat}"Z"`,
  `${dateTimeFormat}.000"Z"`,
]

export const headerStyle = 1
export const dateStyle = 2
export const dateTimeStyle = (milliseconds: boolean, utc: boolean): number =>
  3 + (milliseconds ? 1 : 0) + (utc ? 2 : 0)

/** Excel formats at most 30 decimals; a number with more, or with an exponent, has the general format. */
const maxScale = 30
const firstNumberStyle = formats.length
for (let scale = 0; scale <= maxScale; scale++) formats.push(scale === 0 ? "0" : `0.${"0".repeat(scale)}`)

export const numberStyle = (scale: number | undefined): number =>
  scale === undefined || scale > maxScale ? 0 : firstNumberStyle + scale

export const styleCount = formats.length

// Formats of one's own are numbered from 164 on; 0 is General.
const formatId = (style: number) => (formats[style] === "General" ? 0 : 164 + style)

const numberFormats = formats
  .map((format, style) => `<numFmt numFmtId="${formatId(style)}" formatCode="${escapeQuotes(format)}"/>`)
  .slice(dateStyle)

const cellFormats = formats.map((_, style) => {
  const font = style === headerStyle ? 1 : 0
  return `<xf numFmtId="${formatId(style)}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/>`
})

const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`

export const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${[
  `<numFmts count="${numberFormats.length}">${numberFormats.join("")}</numFmts>`,
  `<fonts count="2">${font("")}${font("<b/>")}</fonts>`,
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${cellFormats.length}">${cellFormats.join("")}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
].join("")}</styleSheet>`
