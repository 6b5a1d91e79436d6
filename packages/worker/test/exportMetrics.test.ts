import { assert } from "@effect/vitest"
import { runJob } from "@hangtag/worker"
import { Effect, Logger } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { begin, expire, inMemory, options, queued } from "./world.ts"

const counted = Effect.map(PrometheusMetrics.format(), (text) =>
  ["hangtag_export_attempts_total", "hangtag_export_takeovers_total"].map((name) =>
    Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1] ?? 0),
  ),
)

inMemory(
  "attempts are counted, and those logged and counted apart that took over from one that is gone",
  function* () {
    const logged: Array<string> = []
    const logger = Logger.layer([
      Logger.make(({ logLevel, message }) => logLevel === "Warn" && logged.push(String(message))),
    ])
    const [attempts, takeovers] = yield* counted
    yield* Effect.provide(runJob(yield* queued(), options), logger)
    assert.deepStrictEqual(yield* counted, [attempts! + 1, takeovers])
    const job = yield* queued()
    yield* begin(job)
    yield* expire(job)
    assert.deepStrictEqual(logged, [])
    yield* Effect.provide(runJob(job, options), logger)
    assert.deepStrictEqual(yield* counted, [attempts! + 2, takeovers! + 1])
    assert.deepStrictEqual(logged, ["Taken over: the run before gave no heartbeat any more"])
  },
)
