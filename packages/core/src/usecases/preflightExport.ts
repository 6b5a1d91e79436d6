import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ExportRequest } from "../contract/ExportRequest.ts"
import type { Principal } from "../contract/Principal.ts"
import { isPerVariant } from "../domain/exportColumns.ts"
import { exportPreflight } from "../domain/exportPreflight.ts"
import { emptySample, isSampleFull, sampled } from "../domain/exportSample.ts"
import { fileExtension } from "../domain/fileOptions.ts"
import { ignoredMappings } from "../domain/ignoredMappings.ts"
import { ExportRepository } from "../ports/ExportRepository.ts"
import { currentInstant } from "./currentInstant.ts"
import { exportSelection } from "./exportSelection.ts"
import { exportWithin } from "./exportWithin.ts"
import { readExport } from "./readExport.ts"
import { requireExportPermissions } from "./requirePermission.ts"

/**
 * Tells what an export would give, and what somebody may want to know before asking for it; queues nothing.
 *
 * Fails with `InvalidRequest` where a mapping names no field, as the export does, and with
 * `LimitExceeded` (`export_keys`, `export_columns`) before anything is read. Needs `product:read`, and `price:read` for
 * columns that show prices.
 */
export const preflightExport = Effect.fn("preflightExport")(function* (
  principal: Principal,
  request: ExportRequest,
) {
  yield* requireExportPermissions(principal, request)
  const { organization } = principal
  yield* exportWithin(request)
  const { shape, count, products } = yield* readExport(organization, request, yield* currentInstant)
  const { countVariants } = yield* ExportRepository
  const variants =
    shape.mode === "column_based" && isPerVariant(shape.columns)
      ? yield* countVariants(organization, exportSelection(request))
      : 0
  const empty = emptySample(fileExtension(request), shape)
  const sample = yield* products.pipe(
    Stream.scan(() => empty, sampled),
    Stream.takeUntil(isSampleFull),
    Stream.runLast,
  )
  return exportPreflight(
    count,
    variants,
    Option.getOrElse(sample, () => empty),
    ignoredMappings(request),
  )
})
