import type { JobReference } from "@hangtag/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { MemoryCatalog } from "../src/index.ts"
import { findJob, saveJob } from "../src/memory/jobSteps.ts"

/** Makes it that the last heartbeat of a job's run was N seconds ago. */
export const ageHeartbeat = Effect.fnUntraced(function* (
  { organization, job_id }: JobReference,
  seconds: number,
) {
  const { write } = yield* MemoryCatalog
  const heartbeat_at = (yield* Clock.currentTimeMillis) - seconds * 1000
  yield* write((state) => [
    undefined,
    saveJob(state, { ...findJob(state, organization, job_id)!, heartbeat_at }),
  ])
})
