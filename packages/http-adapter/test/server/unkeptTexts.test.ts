import { assert, layer } from "@effect/vitest"
import type { CatalogWriter, IdempotencyStore, ObjectStorage } from "@hangtag/core"
import { answering } from "@hangtag/core/adapter"
import { Hangtag, type HangtagPorts } from "@hangtag/core/effect"
import { aPrincipal, memoryPorts } from "@hangtag/testkit"
import { Cause, Context, Effect, Exit, Layer } from "effect"
import { portsOn } from "../../../postgres/test/repositories/portsOn.ts"
import { thoroughDatabase } from "../../../postgres/test/support/testDatabases.ts"
import { own } from "../support/callers.ts"
import { seedOperations } from "../support/seeds.ts"
import { onWallClock, temporaryFiles } from "../support/TestServer.ts"
import { textInputs } from "../support/textInputs.ts"

/** The value once for each text in it, which is the bad one there, or ends with it. */
const changes = (value: unknown, bad: string): ReadonlyArray<unknown> => {
  if (typeof value === "string") return [bad, value + bad]
  if (Array.isArray(value))
    return value.flatMap((each, place) => changes(each, bad).map((changed) => value.with(place, changed)))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...changes(member, bad).map((changed) => ({ ...value, [name]: changed })),
    ...(name === "tags" ? [{ ...value, tags: { [bad]: "x" } }] : []),
  ])
}

type Call = (principal: unknown, input: unknown) => Effect.Effect<unknown, { readonly message: string }>

/** The answer, or how it failed, without what differs from run to run. */
const shown = (exit: Exit.Exit<unknown, { readonly message: string }>): string => {
  const said = Exit.isSuccess(exit) ? exit.value : String(Cause.squash(exit.cause))
  return JSON.stringify(said, (name, value) => {
    if (["basis", "record_key", "expires_at", "url"].includes(name)) return name
    const isPlain = typeof value === "object" && value !== null && !Array.isArray(value)
    return isPlain ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
  })
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "UUID")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "NOW")
}

const outcomesOver = <E>(
  ports: Layer.Layer<Exclude<HangtagPorts, ObjectStorage> | CatalogWriter | IdempotencyStore, E>,
) =>
  Effect.gen(function* () {
    const keys = yield* seedOperations(own, "-o")
    const hangtag = (yield* Hangtag) as unknown as Readonly<Record<string, Call>>
    const outcomes = new Map<string, string>()
    for (const [name, input] of Object.entries(textInputs))
      for (const bad of ["\0", "\ud800"])
        for (const asked of changes(input(keys), bad)) {
          const exit = yield* Effect.exit(
            hangtag[name.split(" ")[0]!]!(aPrincipal({ organization: own }), asked),
          )
          assert.isFalse(Exit.hasDies(exit), `${name} of ${JSON.stringify(asked)}: ${shown(exit)}`)
          outcomes.set(`${name} of ${shown(Exit.succeed(asked))}`, shown(exit))
        }
    return outcomes
  }).pipe(Effect.provide(onWallClock(Layer.provideMerge(Hangtag.layer, Layer.merge(ports, temporaryFiles)))))

class InMemory extends Context.Service<InMemory, ReadonlyMap<string, string>>()(
  "@hangtag/http-adapter/test/InMemory",
) {}

layer(Layer.effect(InMemory, outcomesOver(memoryPorts)))("a text that no store keeps", (it) => {
  it.effect("has one outcome, in memory and on Postgres, and is no fault of ours", () =>
    Effect.gen(function* () {
      const expected = yield* InMemory
      const outcomes = yield* outcomesOver(portsOn(thoroughDatabase))
      for (const [asked, outcome] of outcomes) {
        assert.notMatch(outcome, /Unavailable/, asked)
        assert.strictEqual(outcome, expected.get(asked), asked)
      }
    }),
  )

  it("is asked for of every operation that takes one", () => {
    const named = new Set(Object.keys(textInputs).map((name) => name.split(" ")[0]))
    assert.deepStrictEqual(
      Object.keys(answering).filter((name) => !named.has(name)),
      ["listPublications", "listExportFields"],
    )
  })
})
