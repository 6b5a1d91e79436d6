import {
  instantFromMicros,
  JobQueue,
  type JobReference,
  JobRepository,
  type Transaction,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aNewJob } from "../../builders/index.ts"
import { created_at, started_at } from "../job/steps.ts"
import { promisesOf } from "../suite/promisesOf.ts"

export const promises = promisesOf<JobQueue | JobRepository | Transaction>()

let asked = 0

/** A job that waits in the lane, asked for after all before it. */
export const waits = Effect.fnUntraced(function* (organization: string, lane: string) {
  const jobs = yield* JobRepository
  const { job_id } = yield* jobs.create(
    organization,
    aNewJob({ lane, created_at: instantFromMicros(created_at + asked++) }),
  )
  return { organization, job_id }
})

export const wait = (organization: string, lane: string, count: number) =>
  Effect.forEach(Array.from({ length: count }), () => waits(organization, lane))

export const positionOf = Effect.fnUntraced(function* ({ organization, job_id }: JobReference) {
  const queue = yield* JobQueue
  return Option.getOrNull(yield* queue.position(organization, job_id))
})

/** The next job of the lane, claimed. */
export const next = Effect.fnUntraced(function* (lane: string) {
  const queue = yield* JobQueue
  const [claimed] = yield* queue.claim(lane, 1, started_at)
  return Option.getOrThrow(Option.fromUndefinedOr(claimed))
})

/** Claims all that are ready, in turn, and runs none. */
export const claimAll = Effect.fnUntraced(function* (lane: string) {
  const queue = yield* JobQueue
  const claimed: Array<string> = []
  while (true) {
    const some = yield* queue.claim(lane, 1, started_at)
    if (some.length === 0) return claimed
    claimed.push(...idsOf(some.map(({ job }) => job)))
  }
})

export const idsOf = (jobs: ReadonlyArray<{ readonly job_id: string }>) => jobs.map(({ job_id }) => job_id)
