import * as Effect from "effect/Effect"
import type { ExportQueued, ExportRequest } from "../contract/ExportRequest.ts"
import type { Principal } from "../contract/Principal.ts"
import { exportLane } from "../domain/exportLane.ts"
import { ignoredMappings } from "../domain/ignoredMappings.ts"
import { ExportRepository } from "../ports/ExportRepository.ts"
import { JobLimits } from "../ports/JobLimits.ts"
import { JobRepository } from "../ports/JobRepository.ts"
import { currentInstant } from "./currentInstant.ts"
import { exportSelection } from "./exportSelection.ts"
import { exportShape } from "./exportShape.ts"
import { exportWanted } from "./exportWanted.ts"
import { exportWithin } from "./exportWithin.ts"
import { publishExport } from "./publishExport.ts"
import { requirePermission } from "./requirePermission.ts"

/**
 * Queues an export: the job's row, which is the queue, and the message `bulkops.export`, which wakes workers.
 *
 * Fails with `InvalidRequest` where a mapping names no field, with `LimitExceeded` (`export_keys`, `export_columns`)
 * before anything is read, and with `TooManyOpen` where the organization has as many open exports as it may
 * (`JobLimits`). Needs `product:read`.
 */
export const queueExport = Effect.fn("queueExport")(function* (principal: Principal, request: ExportRequest) {
  yield* requirePermission(principal, "product:read")
  const { organization, subject } = principal
  yield* exportWithin(request)
  const shape = yield* exportShape(organization, request)
  const selection = exportSelection(request)
  const exports = yield* ExportRepository
  const { total } = yield* exports.count(organization, selection)
  const jobs = yield* JobRepository
  const ignored = ignoredMappings(request)
  const message = `Queued: ${total} product versions${ignored === undefined ? "" : `. ${ignored}.`}`
  const created_at = yield* currentInstant
  const isLargeOrNone = total === 0 || exportLane(total) === "large"
  const variants =
    isLargeOrNone || !exportWanted(shape, created_at).variants
      ? 0
      : yield* exports.countVariants(organization, selection)
  const lane = exportLane(total, variants)
  const { openExports } = yield* JobLimits
  const asked = { requested_by: subject, request, total, lane, message, created_at }
  const job = yield* jobs.create(organization, asked, openExports)
  yield* publishExport(job)
  const queued: ExportQueued = { job_id: job.job_id, message, total }
  return queued
})
