import { encode, type RunOptions } from "@hangtag/worker"
import type { Settings } from "../settings/Settings.ts"
import { maxAttempts } from "./database.ts"

/** How exports are run: their attempts, and the settings' file options. */
export const exportRun = (settings: Settings): RunOptions => ({
  maxAttempts,
  encoder: encode,
  encoding: {
    csv: { bom: settings.csvBom, formulaGuard: settings.csvFormulaGuard, maxFileBytes: settings.csvMaxSize },
    xlsx: { compressionLevel: settings.xlsxCompression },
  },
})
