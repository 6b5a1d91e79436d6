import { type BrandedInstant, type ExportCount, type ExportRequest, instantToText } from "@hangtag/core"
import { exportKnownAt, exportPricesAt, instantToExactText } from "@hangtag/core/adapter"
import type { AboutLines } from "./files/aboutSheet.ts"

const named = 20

const listed = (texts: ReadonlyArray<string>): string =>
  texts.length <= named ? texts.join(", ") : `${texts.slice(0, named).join(", ")}, … (${texts.length})`

const knownLines = (request: ExportRequest): AboutLines => {
  const known = exportKnownAt(request)
  return known === undefined ? [] : [["Prices as known at", instantToExactText(known)]]
}

/** What an export tells of itself, the same whichever run writes it and however long that takes. */
export const aboutExport = (
  request: ExportRequest,
  asked: BrandedInstant,
  { total, skipped }: ExportCount,
): AboutLines => {
  const { product_keys, label_keys, source_filter, filter_by_label, filter_latest_version } = request
  const moment = instantToText(asked)
  const { unknown_product, filtered_out, unknown_keys } = skipped
  return [
    ["Asked for at", moment],
    ["Prices in force at", instantToExactText(exportPricesAt(request, asked))],
    ...knownLines(request),
    ["Date-times", "As clocks in the time zone of each product's brand show them"],
    ["Products", product_keys.length === 0 ? "All" : listed(product_keys)],
    ["Versions", filter_latest_version ? "The latest of each product" : "All"],
    ["Labels", filter_by_label ? `At least one of: ${listed(label_keys ?? [])}` : "Any"],
    ["Sources", source_filter === null || source_filter.length === 0 ? "Any" : listed(source_filter)],
    ["Product versions", String(total)],
    ["Unknown product keys", unknown_product === 0 ? "None" : `${unknown_product}: ${listed(unknown_keys)}`],
    ["Products filtered out", String(filtered_out)],
  ]
}
