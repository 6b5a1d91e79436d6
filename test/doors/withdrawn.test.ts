import { Authenticator, CatalogWriter, instantFromMillis } from "@hangtag/core"
import {
  aBatchEntry,
  aBrand,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  memoryPorts,
  seedCatalog,
  standingClock,
} from "@hangtag/testkit"
import { runNext } from "@hangtag/worker"
import { Clock, Effect, Layer, ManagedRuntime, References } from "effect"
import { afterAll, expect, it } from "vitest"
import { columnOfText, priceOfText } from "../../packages/core/test/cases/caseText.ts"
import { send } from "../../packages/http-adapter/test/support/ask.ts"
import { type TestRequest, testServerOver } from "../../packages/http-adapter/test/support/TestServer.ts"
import { csvOf, exportOptions } from "./exportedFile.ts"

const now = new Date("2026-06-01T00:00:00Z")
const { clock } = standingClock(now)
const authenticator = Layer.succeed(Authenticator, { authenticate: () => Effect.succeed(aPrincipal()) })
const server = testServerOver(memoryPorts, { authenticator })
const runtime = ManagedRuntime.make(Layer.provide(server, Layer.succeed(Clock.Clock, clock)))
afterAll(() => runtime.dispose())

const ask = Effect.fnUntraced(function* (method: "GET" | "POST" | "DELETE", target: string, body?: object) {
  const request: TestRequest = { method, target, ...(body && { body: JSON.stringify(body) }) }
  const answer = yield* send({ ...request, headers: { "content-type": "application/json" } })
  if (answer.status !== 200) return yield* Effect.die(new Error(`${target}: ${answer.status} ${answer.text}`))
  return answer
})
const made = (method: "GET" | "POST" | "DELETE", target: string, body?: object) =>
  Effect.map(ask(method, target, body), ({ json }) => json as { readonly batch_key: string })

const brand = "/api/pricing/map-policy/B1"
const batch = (key: string) => `/api/pricing/batches/${key}`
const generate = (amount: string, effective_from: string, overridden_later = "keep") =>
  made("POST", `${brand}/price-changes`, {
    colorways: [
      { product_key: "P1", color: "Black", lines: [{ price_type: "MAP", amount, effective_from }] },
    ],
    on_collision: { overridden_later },
  })
const exported = Effect.fnUntraced(function* (price_as_of: string | null) {
  const mapped = ["MAP = price [MAP]", "MSRP = price [MSRP]", "from = price_effective_from [MAP]"]
  const { json } = yield* ask("POST", "/api/products/export-async", {
    product_keys: ["P1"],
    export_format: "csv",
    price_as_of,
    column_mappings: ["variant_key", ...mapped].map(columnOfText),
  })
  const { job_id } = json as { readonly job_id: string }
  yield* runNext("small", exportOptions)
  return JSON.stringify(yield* csvOf(job_id, (request) => ask("GET", request.target)))
})

/** Every way in which a price is withdrawn; each has an amount that begins so, and no other price has. */
const withdrawn = "777"
const withdrawPrices = Effect.gen(function* () {
  yield* seedCatalog(aPrincipal().organization, {
    brands: [aBrand({ time_zone: "UTC" })],
    products: [aProductEntry({ variants: ["A", "B"].map((variant_key) => aVariantEntry({ variant_key })) })],
    batches: ["SPRING", "SUMMER"].map((key) => aBatchEntry({ key })),
    prices: [
      "A MAP 100 from 2026-01-01",
      "B MAP 100 from 2026-01-01",
      "A MAP 777.01 from 2026-12-01 in SPRING",
      "B MSRP 777.02 from 2026-01-01",
      "B MSRP 777.03 from 2026-08-01 in SPRING",
    ].map(priceOfText),
  })
  const variant_keys = ["A", "B"]
  yield* ask("POST", `${batch("SPRING")}/add-records-by-variants`, { variant_keys })
  // published over one that was to come
  const first = yield* generate("150", "2026-11-01", "withdraw")
  yield* ask("POST", `${batch(first.batch_key)}/publish`)
  // published and taken back
  const second = yield* generate("777.04", "2026-10-01")
  yield* ask("POST", `${batch(second.batch_key)}/publish`)
  const back = yield* made("POST", `${batch(second.batch_key)}/revert`)
  yield* ask("POST", `${batch(back.batch_key)}/publish`)
  // never published
  const third = yield* generate("777.05", "2026-09-01")
  yield* ask("DELETE", batch(third.batch_key))
  // gone from the shop
  const { retire } = yield* CatalogWriter
  const prices = [{ variant_key: "B", price_type: "MSRP" }]
  const at = instantFromMillis(now.getTime())
  yield* retire(aPrincipal().organization, { products: [], variants: [], prices }, at, "the shop")
  return [first, second, back, third].map(({ batch_key }) => batch_key)
})

it("no answer of the six operations shows a withdrawn price as a draft or as active", async () => {
  const walk = Effect.gen(function* () {
    const batches = yield* withdrawPrices
    const lines = [{ price_type: "MAP", amount: "90", effective_from: "2026-07-01" }]
    const colorway = { product_key: "P1", color: "Black", lines }
    const previews = ["", "?as_of=2026-12-31"].map((query) =>
      ask("POST", `${brand}/colorway-prefill${query}`, colorway),
    )
    const listings = [...batches, "SPRING", "SUMMER"].map((key) =>
      ask("GET", `/api/catalog/batches/${key}/records`),
    )
    const answers = yield* Effect.all([
      ...previews,
      ask("POST", `${batch("SUMMER")}/add-records-by-variants`, { variant_keys: ["A", "B"] }),
      ...listings,
      ask("GET", "/api/products/P1/variants/search?q=A"),
    ])
    const files = yield* Effect.forEach([null, "2026-10-15T00:00:00Z", "2026-12-31T00:00:00Z"], exported)
    return [...answers.map(({ text }) => text), ...files]
  })
  const answers = await runtime.runPromise(
    walk.pipe(
      Effect.provideService(Clock.Clock, clock),
      Effect.provideService(References.MinimumLogLevel, "None"),
    ),
  )
  // a batch that was taken back or discarded keeps what it held, and says what became of it
  const asWithdrawn = /\{"record_key":[^{}]*"status":"withdrawn"\}/g
  const shown = answers.flatMap((text) => text.match(asWithdrawn) ?? [])
  expect(shown.map((record) => JSON.parse(record).amount).sort()).toEqual([777.04, 777.04, 777.05, 777.05])
  const others = answers.map((text) => text.replaceAll(asWithdrawn, ""))
  expect(others.filter((text) => text.includes(withdrawn))).toEqual([])
  // others are shown by each of them
  for (const text of others.filter((each) => each.includes("amount")))
    expect(text).toMatch(/1[05]0|"total":0/)
  expect(answers.at(-1)).toContain("150")
}, 30_000)
