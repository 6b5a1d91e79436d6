import { assert, describe, it } from "@effect/vitest"
import { instantFromMicros, JobQueue, JobRepository } from "@hangtag/core"
import { PostgresPorts } from "@hangtag/postgres"
import { aNewJob } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { scopedFolder } from "../../../../test/temporaryFolder.ts"
import { createTestDatabase, layerOf } from "../../../postgres/test/support/createTestDatabase.ts"
import { testServer } from "../../../postgres/test/support/testServer.ts"
import { runHere } from "../support/commandLine.ts"

/** Makes `count` failed jobs of the organization. */
const failed = Effect.fnUntraced(function* (organization: string, count: number) {
  const [jobs, queue] = [yield* JobRepository, yield* JobQueue]
  for (let nth = 0; nth < count; nth++) {
    const { job_id } = yield* jobs.create(organization, aNewJob({ lane: `${organization} ${nth}` }))
    const [claimed] = yield* queue.claim(`${organization} ${nth}`, 1, instantFromMicros(0))
    yield* jobs.finish(
      claimed!.claim,
      { status: "failed", message: "Failed.", error: job_id },
      instantFromMicros(nth),
    )
  }
})

describe.skipIf(testServer.unavailable)("hangtag jobs retry --all", () => {
  it.live("queues failed exports of every organization again, with how many and how many are left", () =>
    Effect.gen(function* () {
      const url = yield* createTestDatabase("migrated")
      const seed = Effect.all([failed("acme", 3), failed("other", 4)])
      yield* Effect.provide(seed, Layer.provide(PostgresPorts.layer(), layerOf(url)))
      const env = { DATABASE_URL: url, HANGTAG_DATA: yield* scopedFolder, MAX_OPEN_EXPORTS: "3" }
      const retry = (...args: ReadonlyArray<string>) =>
        Effect.map(
          runHere(["jobs", "retry", "--all", ...args, "--json"], env),
          ({ printed }) => JSON.parse(printed) as unknown,
        )
      const printed = [
        yield* retry("--status", "failed", "--limit", "2"),
        yield* retry("--organization", "acme"),
        yield* retry(),
        yield* retry("--organization", "unknown"),
      ]
      assert.deepStrictEqual(printed, [
        { queued: 2, organizations: 2, left: 5, full: [] },
        { queued: 2, organizations: 1, left: 0, full: [] },
        { queued: 2, organizations: 1, left: 1, full: ["other"] },
        { queued: 0, organizations: 0, left: 0, full: [] },
      ])
    }).pipe(Effect.scoped),
  )

  it.live("is refused with a job, as is neither", () =>
    Effect.gen(function* () {
      for (const args of [["some-job", "--all"], []]) {
        const { code, complaint } = yield* runHere(["jobs", "retry", ...args], {})
        assert.deepStrictEqual([code, complaint], [2, "hangtag: Name a job, or give --all\n"])
      }
    }),
  )
})
