import { expect, it } from "@effect/vitest"
import { instantFromMicros, JobQueue, JobRepository } from "@hangtag/core"
import { openJobs } from "@hangtag/postgres"
import { aJobFile, aNewJob } from "@hangtag/testkit"
import { Effect } from "effect"
import { ageHeartbeat } from "../repositories/ageHeartbeat.ts"
import { portsOn } from "../repositories/portsOn.ts"
import { testDatabases } from "../support/testDatabases.ts"

it.live("open exports are counted by what is true of them, whether or not a worker runs", () =>
  Effect.gen(function* () {
    const [jobs, queue] = [yield* JobRepository, yield* JobQueue]
    const begun = Effect.fnUntraced(function* (organization: string) {
      yield* jobs.create(organization, aNewJob({ lane: organization }))
      return (yield* queue.claim(organization, 1, instantFromMicros(0)))[0]!.claim
    })
    const [ended, , silent] = yield* Effect.forEach(["ended", "running", "silent"], begun)
    const file = aJobFile()
    yield* jobs.finish(
      ended!,
      { status: "completed", message: "Done", processed: 1, file },
      instantFromMicros(0),
    )
    yield* ageHeartbeat(silent!, 20)
    const created_at = (Date.now() - 3_600_000) * 1_000
    for (const organization of ["acme", "acme", "other"])
      yield* jobs.create(organization, aNewJob({ lane: "small", created_at: instantFromMicros(created_at) }))
    const [soon, later] = [yield* openJobs("15 seconds"), yield* openJobs("30 seconds")]
    expect(soon).toMatchObject({ waiting: 3, running: 1, abandoned: 1 })
    expect(later).toMatchObject({ waiting: 3, running: 2, abandoned: 0 })
    expect(Math.floor(later.oldest_seconds / 3_600)).toBe(1)
  }).pipe(Effect.provide(portsOn(testDatabases[0]!))),
)
