import { assert, it } from "@effect/vitest"
import { allPermissions, CatalogListing, Unavailable } from "@hangtag/core"
import { operation, StaleAllowed, StaleReads } from "@hangtag/core/adapter"
import { Effect, Schema } from "effect"
import { readLate } from "../../src/kernel/StaleReads.ts"

const me = { organization: "acme", subject: "ann", permissions: allPermissions }

/** An operation that reads a copy of some age where it may, which is noted. */
const reading = (mayBeStale: typeof readLate | undefined, isBroken = false) =>
  operation({
    name: "test",
    permission: "product:read",
    input: Schema.Struct({}),
    output: Schema.Literals(["late", "fresh"]),
    errors: [],
    ports: [CatalogListing],
    limits: [],
    effect: "read",
    forBound: true,
    ...(mayBeStale && { mayBeStale }),
    run: () =>
      Effect.gen(function* () {
        yield* CatalogListing
        const stale = yield* StaleReads
        if (stale === undefined) return "fresh" as const
        stale.note(1_000)
        stale.note(500)
        if (isBroken)
          return yield* new Unavailable({ service: "database", operation: "test", retryable: true })
        return "late" as const
      }),
  })

it.effect.each([
  ["what may be late", reading(readLate), ["late", 1_000]],
  ["what may be late, and breaks off", reading(readLate, true), ["fresh", undefined]],
  ["what may not be late", reading(undefined), ["fresh", undefined]],
] satisfies ReadonlyArray<
  readonly [string, ReturnType<typeof reading>, readonly [string, number | undefined]]
>)("%s is as late as its caller allows, who learns how late", ([, call, expected]) =>
  Effect.gen(function* () {
    let noted: number | undefined
    const note = (age: number) => {
      noted = age
    }
    const answer = call(me).pipe(Effect.provideService(CatalogListing, {} as never))
    assert.deepStrictEqual(
      [yield* Effect.provideService(answer, StaleAllowed, { allowed: "bounded", note }), noted],
      expected,
    )
    assert.deepStrictEqual([yield* answer, noted], ["fresh", expected[1]])
  }),
)
