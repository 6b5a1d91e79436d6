import { assert, describe, it } from "@effect/vitest"
import { InvalidRequest, NotFound, Unavailable } from "@hangtag/core"
import { EncoderStopped, type ExportFailure, ExportLimitExceeded, jobOutcome } from "@hangtag/worker"

const database = (retryable: boolean) =>
  new Unavailable({ service: "database", operation: "read products", retryable })
const unexpected: ExportFailure = { _tag: "UnexpectedFault", reference: "0badc0de" }

describe("jobOutcome", () => {
  it.each([
    { name: "database away, attempts left", failure: database(true), attempt: 1, status: "queued" },
    { name: "database away, last attempt", failure: database(true), attempt: 3, status: "failed" },
    { name: "database away for good", failure: database(false), attempt: 1, status: "failed" },
    { name: "encoder died", failure: new EncoderStopped({ reason: "memory" }), attempt: 2, status: "queued" },
    { name: "unforeseen, attempts left", failure: unexpected, attempt: 2, status: "queued" },
    { name: "unforeseen, last attempt", failure: unexpected, attempt: 3, status: "failed" },
    {
      name: "too large for the format",
      failure: new ExportLimitExceeded({ reason: "file-size", limit: 1, actual: 2 }),
      attempt: 1,
      status: "failed",
    },
    {
      name: "request no longer valid",
      failure: new InvalidRequest({ fields: [] }),
      attempt: 1,
      status: "failed",
    },
    {
      name: "something is not found",
      failure: new NotFound({ resource: "file", key: "x" }),
      attempt: 1,
      status: "failed",
    },
    { name: "every worker died", failure: { _tag: "AttemptsUsedUp" } as const, attempt: 4, status: "failed" },
  ])("$name, attempt $attempt of 3: $status", ({ failure, attempt, status }) => {
    const outcome = jobOutcome(failure, attempt, 3)
    assert.strictEqual(outcome.status, status)
    assert.isNotNull(outcome.error)
    if (status === "failed") assert.match(outcome.message, /^Failed.*\. .+\.$/)
    else assert.include(outcome.message, `Attempt ${attempt} of 3 failed; another one follows in`)
  })

  it("waits twice as long after each attempt, at most half a minute, and says so", () => {
    const failure = new Unavailable({ service: "storage", operation: "write", retryable: true })
    const waits = [1, 2, 3, 4, 5, 6, 7].map((attempt) => {
      const outcome = jobOutcome(failure, attempt, 10)
      const delay = outcome.status === "queued" ? outcome.delay! : 0
      assert.match(outcome.message, new RegExp(`another one follows in ${delay / 1000} seconds?$`))
      return delay / 1000
    })
    assert.deepStrictEqual(waits, [1, 2, 4, 8, 16, 30, 30])
  })

  it("counts the attempts that were made, not the delivery that ends them", () => {
    assert.match(jobOutcome({ _tag: "AttemptsUsedUp" }, 4, 3).message, /^Failed after 3 attempts\./)
  })
})
