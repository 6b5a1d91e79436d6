import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { jobNeeds } from "../exports/rules/jobNeeds.ts"
import type { Principal } from "../kernel/Principal.ts"
import { type ExportMessage, ExportPublisher } from "./ExportPublisher.ts"
import { JobLimits } from "./JobLimits.ts"
import { JobRepository, type NewJob } from "./JobRepository.ts"

/** Tells a host's own broker of a job that was queued; whatever comes of that, the job is queued. */
export const publishExport = Effect.fnUntraced(
  function* ({ organization, job_id, lane }: ExportMessage) {
    const { publish } = yield* ExportPublisher
    yield* publish({ organization, job_id, lane })
  },
  Effect.timeout("5 seconds"),
  Effect.catchCause((cause) => Effect.logWarning("bulkops.export could not be published", cause)),
)

/** The `traceparent` (W3C) of what runs now; undefined where no trace of it is kept. */
const currentTrace: Effect.Effect<string | undefined> = Effect.map(
  Effect.option(Effect.currentParentSpan),
  Option.match({
    onNone: () => undefined,
    onSome: ({ traceId, spanId, sampled }) =>
      /^[\da-f]{32}$/.test(traceId) && /^[\da-f]{16}$/.test(spanId)
        ? `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`
        : undefined,
  }),
)

/** Queues a job of the caller's, and says so. Fails with `TooManyOpen`. */
export const queueJob = Effect.fnUntraced(function* (
  { organization, subject: requested_by }: Principal,
  asked: Omit<NewJob, "requested_by" | "needs" | "trace">,
) {
  const { create } = yield* JobRepository
  const { openExports } = yield* JobLimits
  const trace = yield* currentTrace
  const { request, message, total } = asked
  const job = yield* create(
    organization,
    { requested_by, needs: jobNeeds(request), trace, ...asked },
    openExports,
  )
  yield* publishExport(job)
  return { job_id: job.job_id, message, total }
})
