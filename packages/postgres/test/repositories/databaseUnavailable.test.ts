import { assert, describe, it } from "@effect/vitest"
import { AdapterFault, instantFromMicros, PriceRepository } from "@hangtag/core"
import { Effect, Layer } from "effect"
import { ConnectionError, DeadlockError, SqlError, UnknownError } from "effect/sql/SqlError"
import { databaseUnavailable } from "../../src/database/failures.ts"
import { PostgresPriceRepository } from "../../src/index.ts"
import { testDatabases } from "../support/testDatabases.ts"

const failure = (
  code: string | undefined,
  Reason: typeof UnknownError | typeof ConnectionError | typeof DeadlockError,
) =>
  new SqlError({
    reason: new Reason({
      cause: Object.assign(new Error("Key (name)=(secret) at postgres://user:secret@host"), { code }),
      message: "secret",
    }),
  })

describe("a failure of the database", () => {
  it("may be tried again when it passes by itself", () => {
    for (const [code, retryable] of [
      ["53300", true], // too many connections
      ["57P01", true], // the server shuts down
      ["57P03", true], // it starts
      ["53100", false], // the disk is full
      ["42P01", false], // a table is missing
      ["XX000", false],
      [undefined, false],
    ] as const) {
      assert.strictEqual(databaseUnavailable("test", failure(code, UnknownError)).retryable, retryable, code)
    }
    assert.isTrue(databaseUnavailable("test", failure(undefined, ConnectionError)).retryable)
    assert.isTrue(databaseUnavailable("test", failure("40P01", DeadlockError)).retryable)
  })

  it("tells what kind it is, and neither values nor the address", () => {
    const error = databaseUnavailable("JobRepository.find", failure("23505", UnknownError))
    assert.strictEqual(error.message, "The database is unavailable (JobRepository.find)")
    assert.strictEqual(
      databaseUnavailable("JobRepository.find", failure("53100", UnknownError)).message,
      "The database is unavailable (JobRepository.find: its disk is full; free some space)",
    )
    assert.strictEqual((error.cause as Error).message, "UnknownError, SQLSTATE 23505")
    assert.notInclude(`${JSON.stringify(error)} ${(error.cause as Error).stack}`, "secret")
  })

  it("is a defect where our statement is at fault, unless it is the schema's or the role's", () => {
    for (const code of ["42601", "42703", "42883", "22P02", "22003", "21000"])
      assert.throws(
        () => databaseUnavailable("JobRepository.find", failure(code, UnknownError)),
        AdapterFault,
        `@hangtag/postgres.JobRepository.find sent a wrong statement, SQLSTATE ${code}`,
      )
    for (const [code, fault] of [
      ["42P01", "it lacks a table of this version; migrate it"],
      ["42501", "its role lacks a right; `hangtag doctor` says which"],
    ] as const)
      assert.strictEqual(databaseUnavailable("find", failure(code, UnknownError)).operation, `find: ${fault}`)
  })

  for (const database of testDatabases) {
    it.live.skipIf(database.unavailable)(
      `is what a database without tables answers with: ${database.name}`,
      () =>
        Effect.gen(function* () {
          const prices = yield* PriceRepository
          const error = yield* Effect.flip(prices.pricesAround("mine", ["V"], instantFromMicros(0)))
          assert.deepInclude({ ...error }, { service: "database", retryable: false })
          assert.match(
            error.operation,
            /^PriceRepository.pricesAround: it lacks .* of this version; migrate it$/,
          )
        }).pipe(
          Effect.provide(Layer.fresh(PostgresPriceRepository.pipe(Layer.provide(database.layer("empty"))))),
        ),
    )
  }
})
