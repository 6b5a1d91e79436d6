import { xmlHead } from "./xmlHead.ts"

/** How the rows of a file are printed, and what the file says that it is. */
export interface SheetPrint {
  readonly title: string
  readonly paper: "a4" | "letter"
  /** When it was asked for: ISO 8601, UTC. */
  readonly created: string
}

/** Excel's numbers. */
const papers = { a4: 9, letter: 1 } as const

/** Excel takes 255 characters of a header with its codes. */
const mostTitle = 120

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, " ")

/** Within a header `&` begins a code. */
const inHeader = (text: string): string => escaped(text.slice(0, mostTitle).replaceAll("&", "&&"))

/** Stands first in a sheet: all columns on one page, as many pages down as there are. */
export const fitsToWidth = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'

/** Stands last in a sheet. */
export const pageSetup = ({ title, paper, created }: SheetPrint): string =>
  `<printOptions horizontalCentered="1"/><pageMargins left="0.4" right="0.4" top="0.7" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="${papers[paper]}" orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddHeader>&amp;L&amp;B${inHeader(title)}&amp;R${inHeader(created.slice(0, 10))}</oddHeader><oddFooter>&amp;L&amp;F&amp;R&amp;P / &amp;N</oddFooter></headerFooter>`

export const corePath = "docProps/core.xml"

/** What programs show as the properties of a file. */
export const coreProperties = ({ title, created }: SheetPrint): string =>
  `${xmlHead}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escaped(title)}</dc:title><dc:creator>Hangtag</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${created.slice(0, 19)}Z</dcterms:created></cp:coreProperties>`
