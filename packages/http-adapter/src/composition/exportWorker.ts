import { ExportHousekeeping, ExportWorker } from "@hangtag/worker"
import { Layer } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { maxAttempts } from "./database.ts"

/** The export worker with the settings' pace and file options, and what tidies up after exports. */
export const exportWorker = (settings: Settings) =>
  Layer.merge(
    ExportWorker.layer({
      concurrency: settings.exportConcurrency,
      maxAttempts,
      encoding: { csv: { bom: settings.csvBom, formulaGuard: settings.csvFormulaGuard } },
    }),
    ExportHousekeeping.layer({ retention: settings.exportRetention }),
  )
