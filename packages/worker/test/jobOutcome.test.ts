import { assert, describe, it } from "@effect/vitest"
import { InvalidRequest, NotFound, Unavailable } from "@hangtag/core"
import { EncoderStopped, type ExportFailure, ExportLimitExceeded, jobOutcome } from "@hangtag/worker"

const database = (retryable: boolean) =>
  new Unavailable({ service: "database", operation: "read products", retryable })
const unexpected: ExportFailure = { _tag: "UnexpectedFault", reference: "0badc0de" }

const encoderDied = new EncoderStopped({ reason: "memory" })

describe("jobOutcome", () => {
  it.each([
    { name: "database away", failure: database(true), attempt: 1, failures: 0, status: "queued" },
    {
      name: "database away for an hour",
      failure: database(true),
      attempt: 20,
      failures: 0,
      status: "queued",
    },
    { name: "database away for a day", failure: database(true), attempt: 300, failures: 0, status: "failed" },
    {
      name: "database away, others failed",
      failure: database(true),
      attempt: 9,
      failures: 2,
      status: "queued",
    },
    { name: "database away for good", failure: database(false), attempt: 1, failures: 0, status: "failed" },
    { name: "encoder died", failure: encoderDied, attempt: 2, failures: 1, status: "queued" },
    {
      name: "encoder died after an outage",
      failure: encoderDied,
      attempt: 20,
      failures: 0,
      status: "queued",
    },
    { name: "unforeseen, attempts left", failure: unexpected, attempt: 2, failures: 1, status: "queued" },
    { name: "unforeseen, last attempt", failure: unexpected, attempt: 3, failures: 2, status: "failed" },
    {
      name: "too large for the format",
      failure: new ExportLimitExceeded({ reason: "file-size", limit: 1, actual: 2 }),
      attempt: 1,
      failures: 0,
      status: "failed",
    },
    {
      name: "request no longer valid",
      failure: new InvalidRequest({ fields: [] }),
      attempt: 1,
      failures: 0,
      status: "failed",
    },
    {
      name: "something is not found",
      failure: new NotFound({ resource: "file", key: "x" }),
      attempt: 1,
      failures: 0,
      status: "failed",
    },
    {
      name: "every worker died",
      failure: { _tag: "AttemptsUsedUp" } as const,
      attempt: 4,
      failures: 3,
      status: "failed",
    },
  ])(
    "$name, run $attempt with $failures failures of 3: $status",
    ({ failure, attempt, failures, status }) => {
      const outcome = jobOutcome(failure, { attempt, failures }, 3)
      assert.strictEqual(outcome.status, status)
      assert.isNotNull(outcome.error)
      if (outcome.status === "failed") return assert.match(outcome.message, /^Failed.*\. .+\.$/)
      assert.strictEqual(outcome.isOutage, failure._tag === "Unavailable")
      const nth = outcome.isOutage ? attempt : `${failures + 1} of 3`
      assert.include(outcome.message, `Attempt ${nth} failed; another one follows in`)
    },
  )

  const waitsOf = (attempts: number) =>
    Array.from({ length: attempts }, (_, index) => {
      const failure = new Unavailable({ service: "storage", operation: "write", retryable: true })
      const outcome = jobOutcome(failure, { attempt: index + 1, failures: 0 }, 5)
      const delay = outcome.status === "queued" ? outcome.delay! : Number.NaN
      return [delay / 1000, outcome.message.split("another one follows in ")[1]] as const
    })

  it("waits twice as long after each attempt, at most five minutes, and says so", () => {
    assert.deepStrictEqual(waitsOf(10), [
      [1, "1 second"],
      [2, "2 seconds"],
      [4, "4 seconds"],
      [8, "8 seconds"],
      [16, "16 seconds"],
      [32, "32 seconds"],
      [64, "64 seconds"],
      [128, "2 minutes"],
      [256, "4 minutes"],
      [300, "5 minutes"],
    ])
  })

  it("gives an outage about a day", () => {
    const hours = waitsOf(299).reduce((sum, [seconds]) => sum + seconds, 0) / 3600
    assert.isTrue(hours > 24 && hours < 25)
  })

  it("counts the attempts that were made, not the delivery that ends them", () => {
    const outcome = jobOutcome({ _tag: "AttemptsUsedUp" }, { attempt: 4, failures: 3 }, 3)
    assert.match(outcome.message, /^Failed after 3 attempts\./)
  })
})
