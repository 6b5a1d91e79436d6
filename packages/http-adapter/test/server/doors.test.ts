import { assert, layer } from "@effect/vitest"
import { instantFromMicros, JobArchive, JobRepository } from "@hangtag/core"
import { aNewJob, seedCatalog } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { get, patch, post } from "../support/requests.ts"
import { seededCatalog } from "../support/seededCatalog.ts"
import { completedJob } from "../support/seeds.ts"
import { onWallClock, testServer } from "../support/TestServer.ts"

const seeded = Layer.effectDiscard(seedCatalog(own, seededCatalog())).pipe(Layer.provideMerge(testServer()))

const prefill = "/api/pricing/map-policy/B1/colorway-prefill"
const fill = (key: string) => `/api/pricing/batches/${key}/add-records-by-variants`

/** Checks that the object has these members and no other. */
const has = (value: unknown, names: string) =>
  assert.deepStrictEqual(Object.keys(value as object).sort(), names.split(" ").sort())

const same = (actual: unknown, expected: unknown) => assert.deepStrictEqual(actual, expected)

layer(onWallClock(seeded))("the doors", (it) => {
  const test = generatorTests(it.effect)

  test("preview a colorway against its prices", function* () {
    const line = { price_type: "MAP", amount: 129.95, effective_from: "2999-01-01" }
    const { status, headers, json } = yield* ask(
      post(prefill, {
        product_key: "P1",
        color: "Black",
        lines: [line],
      }),
    )
    assert.strictEqual(status, 200)
    assert.strictEqual(headers["content-type"], "application/json")
    const { as_of, lines, future_records, incumbents, basis, ...answer } = json as Record<
      string,
      Array<never>
    >
    assert.match(String(as_of), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)
    assert.match(String(basis), /^b2\.[0-9a-z]+\.[0-9a-f]{16}$/)
    same(answer, {
      brand_key: "B1",
      product_key: "P1",
      color: "Black",
      variant_keys: ["P1-BLK-10", "P1-BLK-9"],
      returns: [],
      warnings: [],
    })
    const [{ variants, ...previewed }] = lines as unknown as [{ variants: ReadonlyArray<never> }]
    same(previewed, {
      ...line,
      status: "changed",
      counts: { add: 1, changed: 1, unchanged: 0 },
      status_at_effective: "changed",
    })
    same(
      variants.map(({ variant_key, status }) => [variant_key, status]),
      [
        ["P1-BLK-10", "add"],
        ["P1-BLK-9", "changed"],
      ],
    )
    has(variants[1], "variant_key status incumbent status_at_effective previous")
    const [future] = future_records as unknown as [{ collisions: unknown; amount: number }]
    same([future.amount, future.collisions], [139.05, [{ line: 0, kind: "same_instant" }]])
    has(future, "record_key variant_key price_type amount effective_from status batch_key collisions")
    has(incumbents![0], "variant_key price_type amount effective_from record_key")
  })

  test("prefill the dialog where no lines are given", function* () {
    const { json } = yield* ask(post(prefill, { product_key: "P1", color: "Black" }))
    const { lines, incumbents } = json as { lines: unknown; incumbents: ReadonlyArray<{ amount: number }> }
    same([lines, incumbents.map(({ amount }) => amount)], [[], [149.95]])
  })

  test("fill a batch once, and refuse a published one", function* () {
    const body = { variant_keys: ["P1-BLK-9", "P1-BLK-10"], price_types: ["MAP"] }
    const filled = { batch_key: "OPEN", requested: 2, added: 1, updated: 0, unchanged: 0 }
    const missing = [{ variant_key: "P1-BLK-10", price_type: "MAP", reason: "no_active_price" }]
    const first = yield* ask(post(fill("OPEN"), body))
    same([first.status, first.json], [200, { ...filled, missing }])
    const again = yield* ask(post(fill("OPEN"), { ...body, price_types: null }))
    const untyped = [{ variant_key: "P1-BLK-10", price_type: null, reason: "no_active_price" }]
    same(again.json, { ...filled, added: 0, unchanged: 1, missing: untyped })
    const published = yield* ask(post(fill("DONE"), body))
    same(
      [published.status, published.json],
      [409, { detail: "Batch DONE is published and takes no more records; use an open batch" }],
    )
    const page = yield* ask(get("/api/catalog/batches/OPEN/records?limit=1&sort=desc&search=map"))
    const { items, ...counts } = page.json as { items: ReadonlyArray<object> }
    same([page.status, counts], [200, { total: 1, offset: 0, limit: 1 }])
    has(items[0], "record_key variant_key variant_name price_type amount effective_from status")
    const next = /^<(.*)>; rel="next"$/.exec(String(page.headers.link))?.[1]
    assert.isDefined(next)
    const beyond = yield* ask(get(next!))
    same([beyond.status, beyond.json, beyond.headers.link], [200, { ...counts, items: [] }, undefined])
    const madeUp = yield* ask(get("/api/catalog/batches/OPEN/records?after=1"))
    const msg = "Value error, follow the Link of the page before"
    same(
      [madeUp.status, madeUp.json],
      [
        422,
        {
          detail: [
            {
              type: "value_error",
              loc: ["query", "after"],
              msg,
              input: "1",
              ctx: { error: "follow the Link of the page before" },
            },
          ],
        },
      ],
    )
  })

  test("count calls by operation and status", function* () {
    const counted = Effect.map(ask(get("/metrics")), ({ text }) => (status: number) => {
      const line = `hangtag_http_requests_total{operation="searchVariants",status="${status}"} `
      const found = text.split("\n").find((each) => each.startsWith(line))
      return Number(found?.slice(line.length) ?? 0)
    })
    const before = yield* counted
    const search = "/api/products/P1/variants/search"
    yield* ask(get(`${search}?q=black`))
    yield* ask(get(search))
    yield* ask(get(search))
    const after = yield* counted
    same([after(200) - before(200), after(422) - before(422)], [1, 2])
  })

  test("select a discovery", function* () {
    const target = "/api/products/crawl-discoveries/CRAWL-1/D1"
    const { status, json } = yield* ask(patch(target, { selected: true }))
    const { updated_at, ...discovery } = json as { updated_at: string }
    assert.match(updated_at, /Z$/)
    same(
      [status, discovery],
      [
        200,
        {
          job_id: "CRAWL-1",
          discovery_id: "D1",
          url: "https://example.com/ridge-boot",
          title: "Ridge Boot",
          selected: true,
        },
      ],
    )
  })

  test("search variants", function* () {
    const { status, json, text } = yield* ask(get("/api/products/P1/variants/search?q=BLK-1&limit=5"))
    const { items, total } = json as { items: ReadonlyArray<object>; total: number }
    same([status, total, items.length], [200, 1, 1])
    has(items[0], "variant_key product_key name color size width vendor_color_code attributes")
    assert.include(text, '"attributes":{"weight":6.10}', "digits of numbers are kept")
  })

  test("queue an export, show its job, and cancel it", function* () {
    const queued = yield* ask(
      post("/api/products/export-async", {
        product_keys: ["P1"],
        export_mode: "attribute_rows",
      }),
    )
    const { job_id, ...rest } = queued.json as { job_id: string }
    same([queued.status, rest], [200, { message: "Queued: 1 product versions", total: 1 }])
    const job = yield* ask(get(`/api/jobs/${job_id}`))
    has(
      job.json,
      "job_id type status requested_by can_cancel can_retry total processed rows_per_second estimated_end attempt next_attempt_at queue_position message error file_url file_name file_size created_at started_at finished_at",
    )
    assert.strictEqual((job.json as { queue_position: unknown }).queue_position, 1)
    const early = yield* ask(get(`/api/products/export/${job_id}/download-url`))
    same(
      [early.status, early.json],
      [409, { detail: `Job ${job_id} is queued; its file can be downloaded once it is completed` }],
    )
    const cancelled = yield* ask(post(`/api/jobs/${job_id}/cancel`))
    const { status, queue_position } = cancelled.json as Record<string, unknown>
    same([cancelled.status, status, queue_position], [200, "cancelled", null])
  })

  test("refuse a column that reads nothing, at its place", function* () {
    const { status, json } = yield* ask(
      post("/api/products/export-async", {
        product_keys: [],
        column_mappings: [{ column_name: "a", source_field: "nonsense" }],
      }),
    )
    const [fault] = (json as { detail: ReadonlyArray<{ loc: unknown; input: unknown }> }).detail
    same(
      [status, fault?.loc, fault?.input],
      [422, ["body", "column_mappings", 0, "source_field"], "nonsense"],
    )
  })

  test("tell in words that a file has expired, and give no link to it", function* () {
    const job_id = yield* completedJob(own, "a,b")
    const archive = yield* JobArchive
    yield* archive.expire({ organization: own, job_id }, "The file was kept for 7 days")
    const { json } = yield* ask(get(`/api/jobs/${job_id}`))
    const { status, file_url, message } = json as Record<string, unknown>
    same([status, file_url, message], ["expired", null, "The file was kept for 7 days"])
    const link = yield* ask(get(`/api/products/export/${job_id}/download-url`))
    same(
      [link.status, link.json],
      [410, { detail: `The file of job ${job_id} has expired and was deleted; export again` }],
    )
  })

  test("stream a job's events up to its end", function* () {
    const jobs = yield* JobRepository
    const { job_id } = yield* jobs.create(own, aNewJob())
    yield* jobs.cancel(own, job_id, instantFromMicros(0))
    const { status, headers, text } = yield* ask(get(`/api/jobs/${job_id}/events`))
    same([status, headers["content-type"]], [200, "text/event-stream"])
    const [event, end] = text.split("\n\n")
    same(end, "")
    const [id, name, data] = event!.split("\n")
    assert.strictEqual(name, "event: cancelled")
    const job = yield* ask(get(`/api/jobs/${job_id}`))
    same(JSON.parse(data!.replace(/^data: /, "")), job.json)
    assert.match(id!, /^id: [\w-]+$/)
  })
})
