import { ExportHousekeeping, ExportWorker } from "@hangtag/worker"
import { Layer } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { exportRun } from "./exportRun.ts"
import { onEachServer } from "./onEachServer.ts"
import { retention } from "./retention.ts"

/** The export worker of each server with the settings' pace and file options, and what tidies up after exports. */
export const exportWorker = (settings: Settings, drainDelay = 0) => {
  const ofServer = Layer.merge(
    ExportWorker.layer({
      concurrency: settings.exportConcurrency,
      // the rest is for handing them back
      drainTimeout: Math.max(0, (settings.shutdownGrace * 5) / 6 - drainDelay),
      ...exportRun(settings),
    }),
    retention(settings),
  )
  return Layer.merge(
    onEachServer(() => ofServer),
    // one for all of them: they share the files
    ExportHousekeeping.layer({ retention: settings.exportRetention, memory: settings.jobRetention }),
  )
}
