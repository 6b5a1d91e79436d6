import { assert, layer } from "@effect/vitest"
import { seedCatalog } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { get, post } from "../support/requests.ts"
import { seededCatalog } from "../support/seededCatalog.ts"
import { onWallClock, testServer } from "../support/TestServer.ts"

const seeded = Layer.effectDiscard(seedCatalog(own, seededCatalog())).pipe(Layer.provideMerge(testServer()))

const column = (column_name: string, source_field: string, sub_field: string | null = null) => ({
  column_name,
  source_field,
  sub_field,
})
const prices = {
  product_keys: [],
  export_format: "csv",
  export_mode: "column_based",
  column_mappings: [column("SKU", "variant_key"), column("Cost", "price", "COST")],
}
const denied = {
  detail: 'Permission price:read is required for the columns "Cost": leave them out, or have it granted',
}

layer(onWallClock(seeded))("what files show", (it) => {
  it.effect("asks for its permission: columns by name, jobs by not being there", () =>
    Effect.gen(function* () {
      const posted = (token: string, target: string, body: object = {}) => ask(post(target, body), token)
      const without = ["without-price:read", "without-batch:read"] as const
      for (const target of ["export-preflight", "export-async"]) {
        for (const body of [prices, { ...prices, price_as_of: "2999-01-01T00:00:00Z" }]) {
          const refused = yield* posted(without[0], `/api/products/${target}`, body)
          assert.deepStrictEqual([refused.status, refused.json], [403, denied])
          assert.strictEqual((yield* posted(without[1], `/api/products/${target}`, body)).status, 200)
        }
        const harmless = { ...prices, column_mappings: prices.column_mappings.slice(0, 1) }
        assert.strictEqual((yield* posted(without[0], `/api/products/${target}`, harmless)).status, 200)
      }
      const queued = yield* posted("own-token", "/api/products/export-async", prices)
      const sheet = yield* posted("own-token", "/api/pricing/batches/OPEN/export-async", {
        export_format: "csv",
      })
      const ids = [queued, sheet].map(({ json }) => (json as { readonly job_id: string }).job_id)
      for (const [at, token] of without.entries()) {
        const [unseen, seen] = [ids[at]!, ids[1 - at]!]
        const list = yield* ask(get("/api/jobs?limit=200"), token)
        assert.notInclude(list.text, unseen)
        assert.include(list.text, seen)
        for (const [method, path] of [
          ["GET", `/api/jobs/${unseen}`],
          ["GET", `/api/jobs/${unseen}/events`],
          ["POST", `/api/jobs/${unseen}/retry`],
          ["POST", `/api/jobs/${unseen}/cancel`],
          ["GET", `/api/products/export/${unseen}/download-url`],
        ] as const) {
          const answer = yield* ask({ method, target: path }, token)
          assert.deepStrictEqual([answer.status, answer.json], [404, { detail: `No such job: ${unseen}` }])
        }
        assert.strictEqual((yield* ask(get(`/api/jobs/${seen}`), token)).status, 200)
      }
    }),
  )
})
