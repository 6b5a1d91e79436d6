import { ExportHousekeeping, ExportWorker } from "@hangtag/worker"
import { Layer } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { exportRun } from "./exportRun.ts"
import { retention } from "./retention.ts"

/** The export worker with the settings' pace and file options, and what tidies up after exports. */
export const exportWorker = (settings: Settings, drainDelay = 0) =>
  Layer.mergeAll(
    ExportWorker.layer({
      concurrency: settings.exportConcurrency,
      // the rest is for handing them back
      drainTimeout: Math.max(0, (settings.shutdownGrace * 5) / 6 - drainDelay),
      ...exportRun(settings),
    }),
    ExportHousekeeping.layer({ retention: settings.exportRetention, memory: settings.jobRetention }),
    retention(settings),
  )
