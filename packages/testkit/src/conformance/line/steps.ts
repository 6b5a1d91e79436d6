import { type ExportMessage, ExportQueue, JobLine, JobRepository, type Unavailable } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aNewJob } from "../../builders/index.ts"
import { created_at } from "../job/steps.ts"

export type Ports = ExportQueue | JobLine | JobRepository

let asked = 0

/** A job that waits in the lane, asked for after all before it. */
export const waits = Effect.fnUntraced(function* (organization: string, lane: string) {
  const jobs = yield* JobRepository
  const { job_id } = yield* jobs.create(organization, aNewJob({ lane, created_at: created_at + asked++ }))
  return { organization, job_id }
})

export const wait = (organization: string, lane: string, count: number) =>
  Effect.forEach(Array.from({ length: count }), () => waits(organization, lane))

export const message = () => crypto.randomUUID()

/** The next message of the lane, which has then served. */
export const offered = Effect.fnUntraced(function* (lane: string) {
  const queue = yield* ExportQueue
  const got: Array<ExportMessage> = []
  yield* queue.take(lane, (message) => Effect.sync(() => void got.push(message)))
  return got[0]!
})

export const placeOf = Effect.fnUntraced(function* ({
  organization,
  job_id,
}: {
  organization: string
  job_id: string
}) {
  const line = yield* JobLine
  return Option.getOrNull(yield* line.place(organization, job_id))
})

/** Takes all that wait, one after another, and runs none. */
export const takeAll = Effect.fnUntraced(function* (
  lane: string,
): Effect.fn.Return<Array<string>, Unavailable, JobLine> {
  const line = yield* JobLine
  const taken: Array<string> = []
  while (true) {
    const next = yield* line.next(message(), lane)
    if (typeof next === "string") return taken
    taken.push(next.job_id)
  }
})

export const idsOf = (jobs: ReadonlyArray<{ readonly job_id: string }>) => jobs.map(({ job_id }) => job_id)
