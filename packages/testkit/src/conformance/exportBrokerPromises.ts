import {
  allPermissions,
  ExportPublisher,
  ExportRepository,
  JobRepository,
  type Principal,
} from "@hangtag/core"
import { queueExport } from "@hangtag/core/effect"
import { assert } from "chai"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { aNewJob, anExportRequest } from "../builders/index.ts"
import { memoryPorts } from "../memory/memoryPorts.ts"
import type { MemoryPorts } from "../system/layerTest.ts"
import { promisesOf } from "./suite/promisesOf.ts"

const slow = "slow-"

/** Ports in memory, on which the exports of some organizations take so long. */
export const portsWithLongRuns = (longRun: Duration.Input): Layer.Layer<MemoryPorts> =>
  Layer.effect(
    ExportRepository,
    Effect.map(ExportRepository, (exports) => ({
      ...exports,
      products: (organization, ...rest) => {
        const products = exports.products(organization, ...rest)
        if (!organization.startsWith(slow)) return products
        return Stream.concat(Stream.fromEffectDrain(Effect.sleep(longRun)), products)
      },
    })),
  ).pipe(Layer.provideMerge(memoryPorts))

const of = (organization: string): Principal => ({
  organization,
  subject: "tester",
  permissions: allPermissions,
})

const request = anExportRequest({ export_mode: "attribute_rows", column_mappings: null })

const queued = (organization: string) =>
  Effect.map(queueExport(of(organization), request), ({ job_id }) => ({ organization, job_id }))

const publish = Effect.fnUntraced(function* (job: {
  readonly organization: string
  readonly job_id: string
}) {
  const publisher = yield* ExportPublisher
  yield* publisher.publish({ ...job, lane: "small" })
})

/** The job once it has ended. */
const ended = Effect.fnUntraced(function* (job: { readonly organization: string; readonly job_id: string }) {
  const jobs = yield* JobRepository
  while (true) {
    const found = Option.getOrThrow(yield* jobs.find(job.organization, job.job_id))
    if (found.finished_at !== null) return found
    yield* Effect.sleep("20 millis")
  }
})

const once = { status: "completed", attempt: 1, failures: 0 } as const

/**
 * What consumers of a host's own broker promise, each by the name of its test: over an `ExportPublisher`, consumers that
 * run what is announced (`runNext`, `runJob`), and what announces again (`ExportSweeper`).
 */
export const exportBrokerPromises = promisesOf<MemoryPorts>()({
  *"runs an export that is queued, once"({ mine }) {
    assert.deepInclude(yield* ended(yield* queued(mine)), once)
  },
  *"runs each of many exports of several organizations once"({ mine, theirs }) {
    const jobs = yield* Effect.forEach([mine, theirs, mine, theirs, mine, mine, mine, mine], queued, {
      concurrency: "unbounded",
    })
    for (const job of jobs) assert.deepInclude(yield* ended(job), once)
  },
  *"runs an export once that takes longer than the broker waits for an answer"({ mine }) {
    const jobs = yield* Effect.forEach([1, 2], () => queued(`${slow}${mine}`))
    for (const job of jobs) assert.deepInclude(yield* ended(job), once)
  },
  *"runs others while an export takes long"({ mine, theirs }) {
    const long = yield* queued(`${slow}${mine}`)
    assert.deepInclude(yield* ended(yield* queued(theirs)), once)
    const jobs = yield* JobRepository
    const found = Option.getOrThrow(yield* jobs.find(long.organization, long.job_id))
    assert.isNull(found.finished_at)
    assert.deepInclude(yield* ended(long), once)
  },
  *"runs an export once that is published again and again"({ mine }) {
    const job = yield* queued(`${slow}${mine}`)
    for (let nth = 0; nth < 4; nth++) yield* publish(job)
    const first = yield* ended(job)
    yield* publish(job)
    assert.deepInclude(yield* ended(yield* queued(mine)), once)
    assert.deepInclude(first, once)
    assert.deepStrictEqual(yield* ended(job), first)
  },
  *"runs an export whose message was lost"({ mine }) {
    const jobs = yield* JobRepository
    const { job_id } = yield* jobs.create(mine, aNewJob({ lane: "small", request }))
    assert.deepInclude(yield* ended({ organization: mine, job_id }), once)
  },
  *"goes on after a message for a job that there is not"({ mine }) {
    yield* publish({ organization: mine, job_id: "00000000-0000-4000-8000-000000000000" })
    yield* publish({ organization: mine, job_id: "nope" })
    assert.deepInclude(yield* ended(yield* queued(mine)), once)
  },
})
