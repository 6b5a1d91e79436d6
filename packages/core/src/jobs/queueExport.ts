import * as Effect from "effect/Effect"
import { CatalogRepository } from "../catalog/CatalogRepository.ts"
import { ExportAsked } from "../exports/ExportAsked.ts"
import { ExportRepository } from "../exports/ExportRepository.ts"
import { ExportQueued, type ExportRequest } from "../exports/ExportRequest.ts"
import { exportShape } from "../exports/exportShape.ts"
import {
  exportLists,
  exportSelection,
  exportWanted,
  readAtOnce,
  requireExport,
} from "../exports/readExport.ts"
import { ignoredMappings } from "../exports/rules/exportColumns.ts"
import { exportLane } from "../exports/rules/exportLane.ts"
import type { ExportShape } from "../exports/rules/exportRows.ts"
import { sumOf } from "../kernel/CallLimits.ts"
import { LimitExceeded, TooManyOpen } from "../kernel/errors.ts"
import { type BrandedInstant, currentInstant } from "../kernel/Instant.ts"
import { operation } from "../kernel/operation.ts"
import { JobRepository } from "./JobRepository.ts"
import { queueJob } from "./queueJob.ts"

/** How many product versions the export takes, and the lane that these and their variants make it wait in. */
const measured = Effect.fnUntraced(function* (
  organization: string,
  request: ExportRequest,
  at: BrandedInstant,
) {
  const keysOnly = (shape: ExportShape) => ({
    variants: exportWanted(shape, at).variants,
    attributes: false,
    price_types: [],
    at,
  })
  const context = { asked: at, listsOf: yield* exportLists(organization, request, at) }
  const small = yield* readAtOnce(organization, request, context, keysOnly)
  if (small !== undefined) {
    const { count, products } = small
    const variants = sumOf(products, (each) => each.variants.length)
    return { total: count.total, lane: exportLane(count.total, variants) }
  }
  const shape = yield* exportShape(organization, request, context)
  const selection = exportSelection(request)
  const exports = yield* ExportRepository
  const { total } = yield* exports.count(organization, selection)
  const isLargeOrNone = total === 0 || exportLane(total) === "large"
  const variants =
    isLargeOrNone || !exportWanted(shape, at).variants
      ? 0
      : yield* exports.countVariants(organization, selection)
  return { total, lane: exportLane(total, variants) }
})

/**
 * Queues an export: the job's row, which is the queue, and the message `bulkops.export`, which wakes workers.
 *
 * Fails with `InvalidRequest` where a mapping names no field, or no price list, with `LimitExceeded` (`export_keys`, `export_columns`)
 * before anything is read, and with `TooManyOpen` where the organization has as many open exports as it may
 * (`JobLimits`). Needs `product:read`, and `price:read` for
 * columns that show prices.
 */
export const queueExport = operation({
  name: "queueExport",
  permission: "product:read",
  input: ExportAsked,
  output: ExportQueued,
  errors: [LimitExceeded, TooManyOpen],
  ports: [CatalogRepository, ExportRepository, JobRepository],
  limits: ["export_keys", "export_columns", "openExports"],
  effect: "write",
  unknownMembers: "ignored",
  run: Effect.fnUntraced(function* (principal, request) {
    yield* requireExport(principal, request)
    const created_at = yield* currentInstant
    const { total, lane } = yield* measured(principal.organization, request, created_at)
    const ignored = ignoredMappings(request)
    const message = `Queued: ${total} product versions${ignored === undefined ? "" : `. ${ignored}.`}`
    return yield* queueJob(principal, { request, total, lane, message, created_at })
  }),
})
