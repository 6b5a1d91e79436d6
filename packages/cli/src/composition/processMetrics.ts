import { monitorEventLoopDelay } from "node:perf_hooks"
import { connectionsOf } from "@hangtag/postgres"
import { Servers } from "@hangtag/postgres/servers"
import { Context, Effect, Layer, Metric, Schedule } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

const memory = (kind: "resident" | "heap" | "external") =>
  Metric.gauge("hangtag_memory_bytes", {
    description:
      "Memory of the process: all of it that is resident, and of that what JavaScript holds in its heap and outside",
    attributes: { kind },
  })

const delay = (quantile: "0.5" | "0.99" | "1") =>
  Metric.gauge("hangtag_event_loop_delay_seconds", {
    description: "How late timers came in the last ten seconds, by how many of them came no later",
    attributes: { quantile },
  })

const connections = (state: "used" | "idle" | "waiting", server: string) =>
  Metric.gauge("hangtag_database_connections", {
    description: "Connections to the server that are used and idle, and calls that wait for one",
    attributes: { state, server },
  })

/** Milliseconds between the timers that are measured. */
const resolution = 20

/** What the process itself takes, as of the last look: every ten seconds. */
export const processMetrics = Layer.effectDiscard(
  Effect.gen(function* () {
    const servers = yield* Servers
    const loop = yield* Effect.acquireRelease(
      Effect.sync(() => monitorEventLoopDelay({ resolution })),
      (monitor) => Effect.sync(() => monitor.disable()),
    )
    loop.enable()
    const look = Effect.gen(function* () {
      const { rss, heapUsed, external } = process.memoryUsage()
      yield* Metric.update(memory("resident"), rss)
      yield* Metric.update(memory("heap"), heapUsed)
      yield* Metric.update(memory("external"), external)
      const percent = { "0.5": 50, "0.99": 99, "1": 100 } as const
      for (const quantile of ["0.5", "0.99", "1"] as const)
        yield* Metric.update(
          delay(quantile),
          Math.max(0, loop.percentile(percent[quantile]) / 1e9 - resolution / 1e3),
        )
      loop.reset()
      for (const { name, services } of servers.all()) {
        const found = connectionsOf(Context.get(services(), SqlClient))
        if (found === undefined) continue
        for (const state of ["used", "idle", "waiting"] as const)
          yield* Metric.update(connections(state, name), found[state])
      }
    })
    yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced("10 seconds")))
  }),
)
