import { openJobs } from "@hangtag/postgres"
import { Effect, Layer, Metric, References, Schedule } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { onEachServer } from "./onEachServer.ts"

const states = ["waiting", "running", "abandoned"] as const

type OfServer = { readonly server?: string }

const jobs = (state: (typeof states)[number], of: OfServer) =>
  Metric.gauge("hangtag_export_jobs", {
    description:
      "Exports that have not ended, of all organizations: waiting, running, or abandoned by a worker that is gone",
    attributes: { state, ...of },
  })

const oldest = (of: OfServer) =>
  Metric.gauge("hangtag_export_oldest_waiting_seconds", {
    description: "How long the export that waits longest could have been run by a worker; 0 where none waits",
    attributes: { ...of },
  })

/** Tells of the queue of each server, as of the last look: every ten seconds, as long as the database answers. */
export const queueMetrics = ({ exportLease, databaseMap }: Settings) =>
  onEachServer(({ name }) => {
    const of = databaseMap === undefined ? {} : { server: name }
    return Layer.effectDiscard(
      Effect.gen(function* () {
        const open = yield* openJobs(exportLease)
        for (const state of states) yield* Metric.update(jobs(state, of), open[state])
        yield* Metric.update(oldest(of), open.oldest_seconds)
      }).pipe(
        Effect.ignore,
        Effect.repeat(Schedule.spaced("10 seconds")),
        Effect.provideService(References.TracerEnabled, false),
        Effect.forkScoped,
      ),
    )
  })
