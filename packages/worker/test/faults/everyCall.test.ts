import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import {
  CatalogRepository,
  ExportQueue,
  ExportRepository,
  JobRepository,
  ObjectStorage,
  Transaction,
} from "@hangtag/core"
import { delay, duplicate, type Fault, failAfter, failBefore } from "@hangtag/testkit"
import { Effect } from "effect"
import { deliveredTwice, exportDisturbed, faultAt } from "./FaultyExport.ts"

const undisturbed = Effect.map(
  exportDisturbed((ports) => ports),
  ({ jobs, files }) => {
    assert.deepInclude(jobs[0]!, { status: "completed", attempt: 1 })
    return files.get(jobs[0]!.file!.storage_key)!
  },
)

/** Every accepted job is completed with the file it names, the same as without a fault, and no other file is left. */
const assertRight = Effect.fnUntraced(function* (
  disturbed: Parameters<typeof exportDisturbed>[0],
  at: string,
) {
  const expected = yield* undisturbed
  const { accepted, jobs, messages, files } = yield* exportDisturbed(disturbed)
  assert.strictEqual(messages, 0, at)
  assert.include(
    jobs.map(({ job_id }) => job_id),
    accepted.job_id,
    at,
  )
  for (const { status, message, file } of jobs) {
    assert.strictEqual(status, "completed", `${at}: ${message}`)
    assert.strictEqual(files.get(file!.storage_key), expected, at)
    const bytes = Buffer.from(expected, "hex")
    const sha256 = createHash("sha256").update(bytes).digest("hex")
    assert.deepInclude(file, { size: bytes.length, sha256 }, at)
  }
  assert.strictEqual(files.size, jobs.length, `${at}: files that no job names`)
})

const faults: Record<string, Fault> = {
  "nothing happens and the call fails": failBefore(),
  "it happens and the call fails": failAfter(),
  "it takes a minute": delay("1 minute"),
  "it happens twice": duplicate,
}
const ports = { JobRepository, ExportQueue, ExportRepository, ObjectStorage, CatalogRepository, Transaction }

describe("one fault at any call of an export leaves the job completed once with its one file", () => {
  for (const [name, port] of Object.entries(ports))
    for (const [what, fault] of Object.entries(faults)) {
      // A message that comes twice is another matter than asking for two.
      if (name === "ExportQueue" && what === "it happens twice") continue
      it.effect(`${name}: ${what}`, () =>
        Effect.gen(function* () {
          for (let nth = 1; ; nth++) {
            const { disturbed, reached } = faultAt(port as typeof JobRepository, [nth], fault)
            yield* assertRight(disturbed, `call ${nth}`)
            if (!reached()) return assert.isAbove(nth, 1)
          }
        }),
      )
    }

  for (const [what, fault] of Object.entries({ "nothing happens": failBefore(), "it happens": failAfter() }))
    it.effect(`ObjectStorage fails twice: ${what}`, () =>
      Effect.gen(function* () {
        for (let second = 2; ; second++) {
          let reached = false
          for (let first = 1; first < second; first++) {
            const at = faultAt(ObjectStorage, [first, second], fault)
            yield* assertRight(at.disturbed, `calls ${first} and ${second}`)
            reached ||= at.reached()
          }
          if (!reached) return assert.isAbove(second, 3)
        }
      }),
    )

  for (const overlapping of [false, true])
    it.effect(`ExportQueue: a message comes twice, ${overlapping ? "at once" : "one after the other"}`, () =>
      assertRight(deliveredTwice(1, overlapping).disturbed, "delivery 1"),
    )
})
