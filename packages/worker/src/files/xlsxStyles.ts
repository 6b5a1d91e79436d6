const dateTimeFormat = "yyyy-mm-dd hh:mm:ss"
const text = "@"
const price = "#,##0.00"

/** Excel formats at most 30 decimals; a number with more, or with an exponent, has the general format. */
const maxScale = 30
const upToMaxScale = (from: number, format: (scale: number) => string) =>
  Array.from({ length: maxScale + 1 - from }, (_, index) => format(from + index))

/** Decimals that a price shows where it has as many; one with more has a format of its own. */
const pricePlaces = 6

// Cell styles are named by their place in the list that styles.xml declares.
const formats = [
  "General",
  text,
  text,
  text,
  "yyyy-mm-dd",
  dateTimeFormat,
  `${dateTimeFormat}.000`,
  ...upToMaxScale(0, (scale) => (scale === 0 ? "0" : `0.${"0".repeat(scale)}`)),
  ...upToMaxScale(pricePlaces, (scale) => price + "#".repeat(scale - 2)),
]

export const generalStyle = 0
export const headerStyle = 1
export const textStyle = 2
/** Of a text that may take several lines. */
export const wrappedStyle = 3
export const dateStyle = 4
export const dateTimeStyle = (hasFraction: boolean): number => (hasFraction ? 6 : 5)
const firstNumberStyle = 7
const firstPriceStyle = firstNumberStyle + maxScale + 1

export const numberStyle = (scale: number | undefined): number =>
  scale === undefined || scale > maxScale ? generalStyle : firstNumberStyle + scale

/** Two decimals at least, all that there are, and thousands apart; the same for every price of up to six decimals. */
export const priceStyle = (scale: number | undefined): number =>
  scale === undefined || scale > maxScale ? generalStyle : firstPriceStyle + Math.max(0, scale - pricePlaces)

export const styleCount = formats.length

// Excel's own numbers for two of them; formats of one's own are numbered from 164 on.
const formatId = (format: string) =>
  format === "General" ? 0 : format === text ? 49 : 164 + formats.indexOf(format)

const numberFormats = formats
  .filter((format) => formatId(format) >= 164)
  .map((format) => `<numFmt numFmtId="${formatId(format)}" formatCode="${format}"/>`)

const cellFormats = formats.map((format, style) => {
  const font = style === headerStyle ? 1 : 0
  const wrap = style === wrappedStyle ? ' wrapText="1"' : ""
  return `<xf numFmtId="${formatId(format)}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top"${wrap}/></xf>`
})

const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`

/** Of cells that people write into: the columns of a layout, beyond the styles of all files. */
export const amountStyle = styleCount
export const dayStyle = styleCount + 1

const fill = (color: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/><bgColor indexed="64"/></patternFill></fill>`

const open = (style: number) =>
  `<xf numFmtId="${formatId(formats[style]!)}" fontId="0" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1" applyAlignment="1" applyProtection="1"><alignment vertical="top"/><protection locked="0"/></xf>`

/** A price that is not to be changed looks so. */
const locked = (format: string, style: number) =>
  style < firstPriceStyle ? format : format.replace('fillId="0"', 'fillId="3"')

const styles = (fills: ReadonlyArray<string>, cells: ReadonlyArray<string>, marks: string) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${[
    `<numFmts count="${numberFormats.length}">${numberFormats.join("")}</numFmts>`,
    `<fonts count="2">${font("")}${font("<b/>")}</fonts>`,
    `<fills count="${fills.length + 2}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fills.join("")}</fills>`,
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${cells.length}">${cells.join("")}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    marks,
  ].join("")}</styleSheet>`

export const stylesXml = styles([], cellFormats, "")

/** A heading stands out and takes two lines; a number or date too wide for its column is shown smaller. */
const inPrint = (format: string, style: number) =>
  style === headerStyle
    ? format
        .replace('fillId="0"', 'fillId="2" applyFill="1"')
        .replace('<alignment vertical="top"/>', '<alignment vertical="center" wrapText="1"/>')
    : style < dateStyle
      ? format
      : format.replace('<alignment vertical="top"', '<alignment vertical="top" shrinkToFit="1"')

/** The same for sheets that people print. */
export const printStylesXml = styles([fill("E8EDF3")], cellFormats.map(inPrint), "")

/** The same with what a layout has: cells to write into, prices that are not, and a mark of what differs. */
export const layoutStylesXml = styles(
  [fill("FFF8E1"), fill("EEEEEE")],
  [...cellFormats.map(locked), open(firstPriceStyle), open(dateStyle)],
  `<dxfs count="1"><dxf><font><b/></font><fill><patternFill patternType="solid"><fgColor rgb="FFC8E6C9"/><bgColor rgb="FFC8E6C9"/></patternFill></fill></dxf></dxfs>`,
)
