import type { ExportProduct, ExportRequest, JobRecord, Unavailable } from "@hangtag/core"
import {
  columnKinds,
  exportHeader,
  exportPriceTypes,
  exportRows,
  hasRows,
  ignoredMappings,
  readExport,
} from "@hangtag/core/adapter"
import { Effect } from "effect"
import { aboutExport } from "./aboutExport.ts"
import { completedMessage } from "./exportMessage.ts"
import type { FileContents } from "./FileContents.ts"
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
