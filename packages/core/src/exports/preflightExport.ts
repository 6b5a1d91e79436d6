import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { CatalogRepository } from "../catalog/CatalogRepository.ts"
import { LimitExceeded } from "../kernel/errors.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { operation } from "../kernel/operation.ts"
import type { Principal } from "../kernel/Principal.ts"
import { readFresh, readLate } from "../kernel/StaleReads.ts"
import { ExportAsked } from "./ExportAsked.ts"
import { ExportPreflight } from "./ExportPreflight.ts"
import { ExportRepository } from "./ExportRepository.ts"
import type { ExportRequest } from "./ExportRequest.ts"
import { exportSelection, listsNamed, readExport, requireExport } from "./readExport.ts"
import { ignoredMappings, isPerVariant } from "./rules/exportColumns.ts"
import { exportPreflight } from "./rules/exportPreflight.ts"
import { emptySample, isSampleFull, sampled } from "./rules/exportSample.ts"
import { fileExtension } from "./rules/fileOptions.ts"

const preflight = Effect.fnUntraced(function* (principal: Principal, request: ExportRequest) {
  yield* requireExport(principal, request)
  const { organization } = principal
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

/**
 * Says what an export would give, and what people may want to know before asking for it; queues nothing.
 *
 * Fails with `InvalidRequest` where a mapping names no field, or no price list, as the export does, and with
 * `LimitExceeded` (`export_keys`, `export_columns`) before anything is read. Only what names no price list may be stale: where lists stand is of now, and so is
 * then what is read with it. Needs `product:read`, and `price:read` for
 * columns that show prices.
 */
export const preflightExport = operation({
  name: "preflightExport",
  permission: "product:read",
  input: ExportAsked,
  output: ExportPreflight,
  errors: [LimitExceeded],
  ports: [CatalogRepository, ExportRepository],
  limits: ["export_keys", "export_columns"],
  effect: "read",
  mayBeStale: readLate,
  run: (principal, request) =>
    listsNamed(request).length === 0
      ? preflight(principal, request)
      : readFresh(preflight(principal, request)),
})
