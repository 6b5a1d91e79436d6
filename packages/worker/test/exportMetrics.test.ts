import { assert } from "@effect/vitest"
import { runJob } from "@hangtag/worker"
import { Effect } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { begin, expire, inMemory, options, queued } from "./world.ts"

const counted = Effect.map(PrometheusMetrics.format(), (text) =>
  ["hangtag_export_attempts_total", "hangtag_export_takeovers_total"].map((name) =>
    Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1] ?? 0),
  ),
)

inMemory("attempts are counted, and those apart that took over from a worker that is gone", function* () {
  const [attempts, takeovers] = yield* counted
  yield* runJob(yield* queued(), options)
  assert.deepStrictEqual(yield* counted, [attempts! + 1, takeovers])
  const job = yield* queued()
  yield* begin(job)
  yield* expire(job)
  yield* runJob(job, options)
  assert.deepStrictEqual(yield* counted, [attempts! + 2, takeovers! + 1])
})
