import { expect, it } from "@effect/vitest"
import { JobQueue, JobRepository } from "@hangtag/core"
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
      return (yield* queue.claim(organization, 1, 0))[0]!.claim
    })
    const [ended, , silent] = yield* Effect.forEach(["ended", "running", "silent"], begun)
    const file = aJobFile()
    yield* jobs.finish(ended!, { status: "completed", message: "Done", processed: 1, file }, 0)
    yield* ageHeartbeat(silent!, 20)
    for (const organization of ["acme", "acme", "other"])
      yield* jobs.create(organization, aNewJob({ lane: "small" }))
    expect(yield* openJobs("15 seconds")).toEqual({ waiting: 3, running: 1, abandoned: 1 })
    expect(yield* openJobs("30 seconds")).toEqual({ waiting: 3, running: 2, abandoned: 0 })
  }).pipe(Effect.provide(portsOn(testDatabases[0]!))),
)
