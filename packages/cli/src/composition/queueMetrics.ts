import { openJobs } from "@hangtag/postgres"
import { Effect, Layer, Metric, References, Schedule } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { onEachServer } from "./onEachServer.ts"

const states = ["waiting", "running", "abandoned"] as const

const jobs = (state: (typeof states)[number], server: string) =>
  Metric.gauge("hangtag_export_jobs", {
    description:
      "Exports that have not ended, of all organizations: waiting, running, or abandoned by a worker that is gone",
    attributes: { state, server },
  })

const oldest = (server: string) =>
  Metric.gauge("hangtag_export_oldest_waiting_seconds", {
    description: "How long the export that waits longest could have been run by a worker; 0 where none waits",
    attributes: { server },
  })

/** Tells of the queue of each server, as of the last look: every ten seconds, as long as the database answers. */
export const queueMetrics = ({ exportLease }: Settings) =>
  onEachServer(({ name }) =>
    Layer.effectDiscard(
      Effect.gen(function* () {
        const open = yield* openJobs(exportLease)
        for (const state of states) yield* Metric.update(jobs(state, name), open[state])
        yield* Metric.update(oldest(name), open.oldest_seconds)
      }).pipe(
        Effect.ignore,
        Effect.repeat(Schedule.spaced("10 seconds")),
        Effect.provideService(References.TracerEnabled, false),
        Effect.forkScoped,
      ),
    ),
  )
