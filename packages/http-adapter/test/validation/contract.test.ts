import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { serveEchoApp } from "./echoApp.ts"
import { difference, recordedCases, send } from "./recordedCase.ts"

describe("a server answers as the reference was recorded to", () => {
  const scope = Scope.makeUnsafe()
  let origin: string
  beforeAll(async () => {
    origin = await Effect.runPromise(Scope.provide(serveEchoApp, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const byOperation = Map.groupBy(recordedCases, (each) => each.operation)
  it.each([...byOperation])("%s", async (_operation, cases) => {
    const differences = []
    for (const each of cases) {
      const given = difference(each, await send(origin, each))
      if (given !== undefined) differences.push({ id: each.id, name: each.name, given })
    }
    expect(differences).toEqual([])
  })
})
