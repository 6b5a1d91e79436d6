import type { JobArchive, ObjectStorage } from "@hangtag/core"
import { type Duration, Effect, Layer, Schedule } from "effect"
import { type HousekeepingOptions, keepHouse } from "./keepHouse.ts"

/** How often files and jobs past their time are deleted, and when that is. */
export interface ExportHousekeepingOptions extends HousekeepingOptions {
  /** Time from one round to the next. Default 10 minutes. */
  readonly interval?: Duration.Input | undefined
}

const round = (options: HousekeepingOptions) =>
  keepHouse(options).pipe(
    Effect.tap(({ expired, orphans, forgotten }) =>
      expired + orphans + forgotten === 0
        ? Effect.void
        : Effect.logInfo(`Export files: ${expired} expired, ${orphans} orphans; ${forgotten} jobs forgotten`),
    ),
    Effect.catchCause((cause) => Effect.logWarning("Export files could not be tidied; trying again", cause)),
  )

/** Deletes files and jobs past their time. */
export const ExportHousekeeping = {
  /** Removes left files now and from time to time (`keepHouse`), until its scope closes. */
  layer: (options: ExportHousekeepingOptions = {}): Layer.Layer<never, never, JobArchive | ObjectStorage> =>
    Layer.effectDiscard(
      Effect.forkScoped(Effect.repeat(round(options), Schedule.spaced(options.interval ?? "10 minutes"))),
    ),
}
