import type { ExportRow } from "@hangtag/core/adapter"
import type { EncodedFile } from "../../src/files/EncodedFile.ts"

export async function* inBatches(rows: ReadonlyArray<ExportRow>, size = 1000) {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

export const readAll = async (file: EncodedFile): Promise<Buffer> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of file) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Decodes `_xHHHH_` as Excel does; neither exceljs nor openpyxl does it for inline strings. */
export const decodeEscapes = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
