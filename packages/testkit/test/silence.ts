import type { JobReference } from "@hangtag/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { MemoryCatalog } from "../src/index.ts"
import { organizationOf, withEntry, withOrganization } from "../src/memory/MemoryState.ts"

/** Makes it that nothing was recorded of a job for so many seconds. */
export const silence = Effect.fnUntraced(function* ({ organization, job_id }: JobReference, seconds: number) {
  const { write } = yield* MemoryCatalog
  const heard_at = (yield* Clock.currentTimeMillis) - seconds * 1000
  yield* write((state) => {
    const { jobs } = organizationOf(state, organization)
    const job = { ...jobs.get(job_id)!, heard_at }
    return [undefined, withOrganization(state, organization, { jobs: withEntry(jobs, job_id, job) })]
  })
})
