import { ExportWorker } from "@hangtag/worker"
import type { Settings } from "../settings/Settings.ts"
import { maxAttempts } from "./database.ts"

/** The export worker with the settings' pace and file options. */
export const exportWorker = (settings: Settings) =>
  ExportWorker.layer({
    concurrency: settings.exportConcurrency,
    maxAttempts,
    encoding: { csv: { bom: settings.csvBom, formulaGuard: settings.csvFormulaGuard } },
  })
