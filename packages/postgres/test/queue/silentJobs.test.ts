import { expect, layer } from "@effect/vitest"
import { ExportQueue, exportLane, JobLine, JobRepository, Unavailable } from "@hangtag/core"
import { aNewJob } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { PostgresJobLine } from "../../src/repositories/PostgresJobLine.ts"
import { PostgresJobRepository } from "../../src/repositories/PostgresJobRepository.ts"
import { silence } from "../repositories/silence.ts"
import { embeddedTestLayer } from "../support/embeddedTestLayer.ts"

const noQueue = new Unavailable({ service: "queue", operation: "offer", retryable: true })

const ports = Layer.mergeAll(PostgresJobLine, PostgresJobRepository).pipe(
  Layer.provide(Layer.mock(ExportQueue, { offer: () => Effect.fail(noQueue) })),
  Layer.provideMerge(embeddedTestLayer()),
)

layer(ports)("a silent job", (it) => {
  it.effect("stays with its message where no other one can be offered in place of that", () =>
    Effect.gen(function* () {
      const [jobs, line] = [yield* JobRepository, yield* JobLine]
      const lane = exportLane(1)
      const { job_id } = yield* jobs.create("acme", aNewJob({ lane }))
      const job = yield* line.next("first", lane)
      yield* silence({ organization: "acme", job_id }, 61)
      expect(yield* Effect.flip(line.next("second", lane))).toBe(noQueue)
      expect(yield* line.next("first", lane)).toEqual(job)
    }),
  )
})
