import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { freePort } from "../../../test/hangtag.ts"
import { scopedFolder } from "../../../test/temporaryFolder.ts"
import { createTestDatabase } from "../../postgres/test/support/createTestDatabase.ts"
import { testServer } from "../../postgres/test/support/testServer.ts"
import { startHere } from "./support/commandLine.ts"

const ask = (url: string) => Effect.promise(() => fetch(url, { redirect: "manual" }))
const textOf = (url: string) => Effect.flatMap(ask(url), (response) => Effect.promise(() => response.text()))

describe.skipIf(testServer.unavailable)("a server behind a proxy with a prefix", () => {
  it.live("has the prefix in what it leads to, whether the proxy takes it off, and /metrics elsewhere", () =>
    Effect.gen(function* () {
      const port = yield* Effect.promise(freePort)
      const announced = yield* startHere(["serve", "--json"], {
        DATABASE_URL: yield* createTestDatabase("migrated"),
        HANGTAG_DATA: yield* scopedFolder,
        PORT: String(port),
        METRICS_PORT: "0",
        PUBLIC_URL: "https://shop.example/catalog/",
        HANGTAG_DEMO: "on",
        LOG_LEVEL: "none",
      })
      const { url, metrics_port } = JSON.parse(announced) as Record<string, unknown>
      assert.strictEqual(url, "https://shop.example/catalog")
      const base = `http://127.0.0.1:${port}`
      for (const prefix of ["", "/catalog"]) {
        assert.include(yield* textOf(`${base}${prefix}/openapi.json`), '"servers":[{"url":"/catalog"}]')
        const page = yield* ask(`${base}${prefix}/api/products?limit=1`)
        assert.match(page.headers.get("link")!, /^<\/catalog\/api\/products\?limit=1&after=/)
        assert.strictEqual((yield* ask(`${base}${prefix}/`)).status, 200)
        assert.strictEqual((yield* ask(`${base}${prefix}/metrics`)).status, 404)
      }
      assert.strictEqual((yield* ask(`${base}/catalog`)).headers.get("location"), "/catalog/")
      const metrics = yield* textOf(`http://127.0.0.1:${metrics_port}/metrics`)
      for (const name of [
        'hangtag_http_requests_total{operation="listProducts",status="200"}',
        "hangtag_ready 1",
        'hangtag_ready_check{check="database"} 1',
        'hangtag_memory_bytes{kind="resident"}',
        'hangtag_event_loop_delay_seconds{quantile="0.99"}',
        'hangtag_database_connections{state="waiting",server="default"} 0',
      ])
        assert.include(metrics, name)
      assert.strictEqual((yield* ask(`http://127.0.0.1:${metrics_port}/readyz`)).status, 200)
    }).pipe(Effect.scoped),
  )
})
