import { assert, layer } from "@effect/vitest"
import { BatchRepository, CatalogRepository, Unavailable } from "@hangtag/core"
import { memoryPorts } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { ask } from "../support/ask.ts"
import { get } from "../support/requests.ts"
import { onWallClock, temporaryFiles, testServerOver } from "../support/TestServer.ts"

const down = (retryable: boolean) =>
  Effect.fail(new Unavailable({ service: "database", operation: "test", retryable }))

const broken = Layer.mergeAll(
  Layer.effect(
    BatchRepository,
    Effect.map(BatchRepository, (batches) => ({ ...batches, records: () => down(true) })),
  ),
  Layer.effect(
    CatalogRepository,
    Effect.map(CatalogRepository, (catalog) => ({
      ...catalog,
      searchVariants: () => down(false),
    })),
  ),
).pipe(Layer.provideMerge(memoryPorts))

const server = testServerOver(Layer.mergeAll(broken, temporaryFiles), {
  checks: { database: down(true) },
})

layer(onWallClock(server))("what is unavailable", (it) => {
  it.effect.each([
    { what: "a service that comes back by itself", target: "/api/catalog/batches/B/records", after: "5" },
    {
      what: "a service that a person has to mend",
      target: "/api/products/P/variants/search?q=x",
      after: "60",
    },
    { what: "a process that is not ready", target: "/readyz", after: "5" },
  ])("is answered 503 with Retry-After: $what", ({ target, after }) =>
    Effect.gen(function* () {
      const { status, headers } = yield* ask(get(target))
      assert.deepStrictEqual([status, headers["retry-after"]], [503, after])
    }),
  )
})
