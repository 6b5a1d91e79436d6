import {
  type BrandedInstant,
  type ExportCount,
  type ExportProduct,
  type ExportRequest,
  instantToText,
  type JobRecord,
  type Unavailable,
} from "@hangtag/core"
import {
  columnKinds,
  exportHeader,
  exportKnownAt,
  exportPricesAt,
  exportPriceTypes,
  exportRows,
  hasRows,
  ignoredMappings,
  instantToExactText,
  readExport,
} from "@hangtag/core/adapter"
import { Effect } from "effect"
import { completedMessage } from "./exportMessage.ts"
import type { FileContents } from "./FileContents.ts"
import type { AboutLines } from "./files/aboutSheet.ts"
import type { RunProgress } from "./RunProgress.ts"
import { batchesInTurns } from "./rowBatches.ts"

/**
 * The products that a request selects. Prices are those in force at the instant that it names, else when it was asked for:
 * another attempt gives the same bytes.
 */
export const productSheet = Effect.fnUntraced(function* (
  job: JobRecord,
  request: ExportRequest,
  progress: RunProgress,
) {
  const { shape, count, products } = yield* readExport(job.organization, request, job.created_at)
  progress.total = count.total
  const rows = { of: (product: ExportProduct) => exportRows(shape, product), counts: () => 1 }
  const missing = new Set(request.product_keys)
  const unseenTypes = new Set(exportPriceTypes(shape.columns))
  let withoutRows = 0
  const contents: FileContents<Unavailable> = {
    header: exportHeader(shape),
    kinds: columnKinds(shape),
    about: aboutExport(request, job.created_at, count),
    batches: batchesInTurns(rows, products, progress, (some) => {
      progress.stage = "writing"
      for (const each of some) {
        missing.delete(each.product.product_key)
        if (!hasRows(shape, each)) withoutRows++
        if (unseenTypes.size > 0) for (const { price_type } of each.prices) unseenTypes.delete(price_type)
      }
    }),
    summary: (counts) => {
      // Counted a moment before that of the rows: what came in between is not called missing.
      const unknown_keys = count.skipped.unknown_keys.filter((key) => missing.has(key))
      const unknown_product = Math.min(count.skipped.unknown_product, missing.size)
      return completedMessage({
        processed: progress.processed,
        total: job.total,
        skipped: { unknown_product, filtered_out: missing.size - unknown_product, unknown_keys },
        rowless: {
          versions: withoutRows,
          missing: shape.mode === "column_based" ? "variants" : "attributes",
        },
        counts,
        notes: {
          ignored: ignoredMappings(request),
          unseen_price_types: counts.rows > 0 ? [...unseenTypes] : [],
        },
      })
    },
  }
  return contents
})

const named = 20

const listed = (texts: ReadonlyArray<string>): string =>
  texts.length <= named ? texts.join(", ") : `${texts.slice(0, named).join(", ")}, … (${texts.length})`

const knownLines = (request: ExportRequest): AboutLines => {
  const known = exportKnownAt(request)
  return known === undefined ? [] : [["Prices as known at", instantToExactText(known)]]
}

/** What an export says of itself, the same whichever run writes it and however long that takes. */
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
