import { assert, layer } from "@effect/vitest"
import { seedCatalog } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { get, put } from "../support/requests.ts"
import { seededCatalog } from "../support/seededCatalog.ts"
import { onWallClock, testServer } from "../support/TestServer.ts"

const seeded = Layer.effectDiscard(seedCatalog(own, seededCatalog("-o"))).pipe(
  Layer.provideMerge(testServer()),
)
const target = "/api/pricing/map-policy/B1-o"

interface History {
  readonly items: ReadonlyArray<{
    readonly revision: number
    readonly policy: { readonly notice_days: number }
  }>
}

layer(onWallClock(seeded))("the history of a policy", (it) => {
  it.effect("leads from page to page, the newest first, each whole", () =>
    Effect.gen(function* () {
      for (const notice_days of [1, 2, 2, 3])
        yield* ask(put(target, { notice_days, max_increase_percent: "10.50" }))
      const found: Array<readonly [number, number]> = []
      let next: string | undefined = `${target}/history?limit=2`
      while (next !== undefined) {
        const page: { readonly json: unknown; readonly headers: Readonly<Record<string, unknown>> } =
          yield* ask(get(next))
        const { items } = page.json as History
        found.push(...items.map(({ revision, policy }) => [revision, policy.notice_days] as const))
        next = /^<(.*)>; rel="next"$/.exec(String(page.headers.link))?.[1]
      }
      assert.deepStrictEqual(found, [
        [3, 3],
        [2, 2],
        [1, 1],
      ])
    }),
  )

  it.effect("has twenty a page at most, and is of brands that there are", () =>
    Effect.gen(function* () {
      const asking = (path: string) => ask(get(path))
      assert.strictEqual((yield* asking(`${target}/history?limit=21`)).status, 422)
      assert.strictEqual((yield* asking("/api/pricing/map-policy/B9/history")).status, 404)
    }),
  )
})
