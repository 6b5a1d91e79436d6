import { setImmediate } from "node:timers/promises"
import { inspect } from "node:util"
import {
  BatchPublished,
  InvalidRequest,
  instantFromMicros,
  type Job,
  type JobRecord,
  NotFound,
  PermissionDenied,
  type PriceRecord,
  PriceRepository,
  type StoredObject,
  Transaction,
  Unavailable,
} from "@hangtag/core"
import type { HangtagPorts } from "@hangtag/core/effect"
import {
  AdapterFault,
  type AsyncPorts,
  type LogEntry,
  makeHangtag,
  portsFromAsync,
} from "@hangtag/core/promise"
import {
  aBatchEntry,
  aBatchRecordsQuery,
  aBrand,
  aColorwayPrefillRequest,
  aCrawlDiscoveryEntry,
  aFillRequest,
  anExportRequest,
  aPrefillLine,
  aPriceAdjustment,
  aPriceEntry,
  aPriceRecord,
  aPrincipal,
  aProductEntry,
  memoryPorts,
  seedCatalog,
} from "@hangtag/testkit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { asyncPortsOver } from "./support/asyncPortsOver.ts"

const principal = aPrincipal()
const seeded = Layer.effectDiscard(
  seedCatalog(principal.organization, {
    brands: [aBrand()],
    products: [aProductEntry()],
    prices: [aPriceEntry()],
    batches: [aBatchEntry(), aBatchEntry({ key: "OLD", status: "published" })],
    discoveries: [aCrawlDiscoveryEntry()],
  }),
).pipe(Layer.provideMerge(memoryPorts))
const memory = Effect.runSync(Effect.scoped(Layer.build(seeded)))
const plain = asyncPortsOver(memory)

describe.each([
  ["layers", () => makeHangtag(Layer.succeedContext(memory))],
  ["plain async objects", () => makeHangtag(plain)],
  ["both", () => makeHangtag(Layer.succeedContext(memory), { priceRepository: plain.priceRepository })],
])("the promise door over %s", (_, make) => {
  const building = make()
  afterAll(async () => (await building).close())

  it("gives plain values", async () => {
    const hangtag = await building
    const lines = [aPrefillLine({ amount: "149.950" })]
    const preview = await hangtag.previewColorway(principal, {
      brand_key: "B1",
      ...aColorwayPrefillRequest({ lines }),
    })
    expect(preview.lines.map((line) => line.status)).toEqual(["unchanged"])
    const early = { as_of: new Date("2025-01-01") }
    const before = await hangtag.previewColorway(principal, {
      brand_key: "B1",
      ...aColorwayPrefillRequest({ lines }),
      ...early,
    })
    expect(before.lines.map((line) => line.status)).toEqual(["add"])
    const filled = await hangtag.addRecordsByVariants(principal, { batch_key: "REPUB-1", ...aFillRequest() })
    expect(filled.added + filled.unchanged).toBe(1)
    expect(
      (await hangtag.listBatchRecords(principal, { batch_key: "REPUB-1", ...aBatchRecordsQuery() })).total,
    ).toBe(1)
    expect(
      (await hangtag.searchVariants(principal, { product_key: "P1", text: "blk", limit: 5 })).total,
    ).toBe(1)
    const key = { job_id: "CRAWL-1", discovery_id: "D1" }
    expect((await hangtag.selectCrawlDiscovery(principal, { ...key, selected: true })).selected).toBe(true)
    const { job_id, total } = await hangtag.queueExport(principal, anExportRequest())
    expect(total).toBe(1)
    expect((await hangtag.getJob(principal, { job_id })).status).toBe("queued")
    expect((await hangtag.cancelJob(principal, { job_id })).status).toBe("cancelled")
  })

  it("rejects with the error that the use case fails with", async () => {
    const hangtag = await building
    const fill = hangtag.addRecordsByVariants(principal, { batch_key: "OLD", ...aFillRequest() })
    await expect(fill).rejects.toBeInstanceOf(BatchPublished)
    await expect(hangtag.getJob(principal, { job_id: "nope" })).rejects.toMatchObject({
      _tag: "NotFound",
      resource: "job",
      key: "nope",
      message: "No such job: nope",
    })
    const shown = inspect(
      await hangtag.getJob(principal, { job_id: "nope" }).catch((error: unknown) => error),
    )
    expect(shown).toMatch(/^NotFound: No such job: nope\n +at /)
    const unknown = aPrincipal({ permissions: new Set() })
    await expect(hangtag.downloadLink(unknown, { job_id: "nope" })).rejects.toBeInstanceOf(PermissionDenied)
    await expect(
      hangtag.previewColorway(principal, { brand_key: "?", ...aColorwayPrefillRequest() }),
    ).rejects.toBeInstanceOf(NotFound)
  })

  it("rejects faulty inputs with every fault at its place", async () => {
    const hangtag = await building
    const lines = [
      aPrefillLine(),
      { ...aPrefillLine(), amount: 149.95 as unknown as string },
      aPrefillLine({ amount: "-1", effective_from: "soon" }),
    ]
    const preview = hangtag.previewColorway(principal, {
      brand_key: "B1",
      ...aColorwayPrefillRequest({ lines }),
    })
    const error = await preview.catch((error) => error)
    expect(error).toBeInstanceOf(InvalidRequest)
    expect(error.fields.map(({ loc, input }: InvalidRequest["fields"][number]) => [loc, input])).toEqual([
      [["lines", 1, "amount"], 149.95],
      [["lines", 2, "amount"], "-1"],
      [["lines", 2, "effective_from"], "soon"],
    ])
    expect(error.message).toContain("lines.2.amount: Expected a plain non-negative decimal such as 19.99")
    expect(error.message).toContain("lines.2.effective_from: Expected an ISO 8601 date or date-time")
    const adjusted = hangtag.adjustPrices(principal, {
      brand_key: "B1",
      ...aPriceAdjustment(),
      selection: { all: true, ...({ product_key: ["P1"] } as object) },
      ...({ effective_untill: "2027-01-01" } as object),
    })
    const misspelt: InvalidRequest = await adjusted.catch((error) => error)
    expect(misspelt.fields.map(({ loc, type, msg }) => [loc, type, msg])).toEqual([
      [
        ["effective_untill"],
        "extra_forbidden",
        "Extra inputs are not permitted; did you mean 'effective_until'?",
      ],
      [
        ["selection", "product_key"],
        "extra_forbidden",
        "Extra inputs are not permitted; did you mean 'product_keys'?",
      ],
    ])
    const more = { ...aColorwayPrefillRequest(), ...({ organization: "own" } as object) }
    expect((await hangtag.previewColorway(principal, { brand_key: "B1", ...more })).variant_keys).not.toEqual(
      [],
    )
    const none = {} as never
    for (const call of [
      hangtag.listBatchRecords(principal, { batch_key: "REPUB-1", ...aBatchRecordsQuery({ limit: 201 }) }),
      hangtag.listBatchRecords(principal, { batch_key: "REPUB-1", ...aBatchRecordsQuery({ offset: -1 }) }),
      hangtag.listBatchRecords(principal, {
        batch_key: "REPUB-1",
        ...aBatchRecordsQuery({ search: "x".repeat(201) }),
      }),
      hangtag.searchVariants(principal, { product_key: "P1", text: "", limit: 5 }),
      hangtag.searchVariants(principal, { product_key: "P1", text: "x", limit: 0 }),
      hangtag.searchVariants(principal, { product_key: "P1", text: "x", limit: 101 }),
      hangtag.addRecordsByVariants(principal, { batch_key: "REPUB-1" } as never),
      hangtag.queueExport(principal, none),
    ]) {
      await expect(call).rejects.toBeInstanceOf(InvalidRequest)
    }
  })

  it("refuses a word that is none of those that may stand there, and names them", async () => {
    const hangtag = await building
    const batch = { kind: "prices" as "price_change" }
    await expect(hangtag.createPriceBatch(principal, batch)).rejects.toMatchObject({
      _tag: "InvalidRequest",
      fields: [
        { loc: ["kind"], type: "value_error", msg: 'Expected "price_change" | "republish"', input: "prices" },
      ],
    })
  })

  it("takes a moment as a Date or text, and no number of unknown unit", async () => {
    const hangtag = await building
    const request = aColorwayPrefillRequest()
    const as_of = "2025-01-01T00:00:00+01:00"
    const preview = await hangtag.previewColorway(principal, { brand_key: "B1", ...request, as_of })
    expect(preview.as_of).toBe("2024-12-31T23:00:00.000Z")
    // @ts-expect-error milliseconds, or microseconds?
    const number = hangtag.previewColorway(principal, { brand_key: "B1", ...request, as_of: Date.now() })
    await expect(number).rejects.toThrow(
      "as_of: Value error, expected a Date, or an ISO 8601 date or date-time",
    )
    // @ts-expect-error nor is a clock's reading in milliseconds the moment of an object or a job
    const object: StoredObject = { key: "exports/x", size: 1, modified_at: Date.now() }
    // @ts-expect-error as above
    const job: Pick<JobRecord, "created_at"> = { created_at: Date.now() }
    // @ts-expect-error nor what a port is asked about
    const asks: Parameters<AsyncPorts["priceRepository"]["pricesAround"]>[2] = Date.now()
    expect([object, job, asks]).toHaveLength(3)
    // @ts-expect-error an adapter's prices begin at instants that were made as such
    const record: PriceRecord = aPriceRecord({ effective_at: Date.now() })
    expect(record.effective_at).toBeTypeOf("number")
  })

  it("has the defaults of HTTP", async () => {
    const hangtag = await building
    const page = await hangtag.listBatchRecords(principal, { batch_key: "REPUB-1" })
    expect([page.offset, page.limit]).toEqual([0, 50])
    const { job_id } = await hangtag.queueExport(principal, {
      product_keys: [],
      column_mappings: [{ column_name: "SKU", source_field: "variant_key" }],
    })
    await hangtag.cancelJob(principal, { job_id })
    await hangtag.addRecordsByVariants(principal, { batch_key: "REPUB-1", variant_keys: ["P1-BLK-10"] })
  })

  it("watches a job to its end", async () => {
    const hangtag = await building
    const { job_id } = await hangtag.queueExport(principal, anExportRequest())
    const seen: Array<Job["status"]> = []
    for await (const job of hangtag.watchJob(principal, { job_id })) {
      seen.push(job.status)
      if (job.status === "queued") await hangtag.cancelJob(principal, { job_id })
    }
    expect(seen).toEqual(["queued", "cancelled"])
  })

  it("stops watching when asked to", async () => {
    const hangtag = await building
    const { job_id } = await hangtag.queueExport(principal, anExportRequest())
    const controller = new AbortController()
    const watch = async () => {
      for await (const _ of hangtag.watchJob(principal, { job_id }, { signal: controller.signal })) {
        controller.abort(new Error("enough"))
      }
    }
    await expect(watch()).rejects.toThrow("enough")
  })

  it("rejects at once with the reason of a signal that is aborted already", async () => {
    const hangtag = await building
    const signal = AbortSignal.abort(new Error("not even begun"))
    await expect(hangtag.getJob(principal, { job_id: "nope" }, { signal })).rejects.toThrow("not even begun")
  })
})

describe("a plain async adapter", () => {
  const withPrices = (pricesAround: AsyncPorts["priceRepository"]["pricesAround"]) =>
    makeHangtag(Layer.succeedContext(memory), { priceRepository: { pricesAround } })

  it("learns when its caller stops, who then gets the signal's reason", async () => {
    const controller = new AbortController()
    let answer: unknown
    const hangtag = await withPrices(
      (_organization, _keys, _at, _most, _lists, _inForce, signal) =>
        new Promise(() => {
          signal.addEventListener("abort", () => {
            answer = signal.aborted
          })
          controller.abort(new Error("enough"))
        }),
    )
    const call = hangtag.previewColorway(
      principal,
      { brand_key: "B1", ...aColorwayPrefillRequest() },
      controller,
    )
    await expect(call).rejects.toThrow("enough")
    expect(answer).toBe(true)
  })

  it("is given a finite number of records to read at most, for every caller", async () => {
    const asked: Array<number> = []
    const around: AsyncPorts["priceRepository"]["pricesAround"] = async (_organization, _keys, _at, most) => {
      asked.push(most)
      return { inForce: [], future: [] }
    }
    const services = Layer.build(portsFromAsync({ priceRepository: { pricesAround: around } }))
    const call = Effect.flatMap(services, (context) =>
      Context.get(context, PriceRepository).pricesAround("acme", [], instantFromMicros(0)),
    )
    await Effect.runPromise(Effect.scoped(call))
    await (await withPrices(around)).previewColorway(principal, {
      brand_key: "B1",
      ...aColorwayPrefillRequest(),
    })
    for (const most of asked) expect(Number.isSafeInteger(most + 1)).toBe(true)
    expect(asked.length).toBe(2)
  })

  it("that rejects with anything unexpected is unavailable, with the cause", async () => {
    const cause = new Error("connection reset")
    const rejecting = await withPrices(() => Promise.reject(cause))
    const throwing = await withPrices(() => {
      throw cause
    })
    for (const hangtag of [rejecting, throwing]) {
      const error = await hangtag
        .previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() })
        .catch((e) => e)
      expect(error).toBeInstanceOf(Unavailable)
      expect(error).toMatchObject({ service: "database", operation: "pricesAround", retryable: true, cause })
    }
  })

  it("with a mistake in its code is named, and not taken for a database that is down", async () => {
    const mistaken = await withPrices(() => (undefined as unknown as { rows: () => never }).rows())
    const preview = mistaken.previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() })
    const error = await preview.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AdapterFault)
    expect(error).toMatchObject({ adapter: "priceRepository", method: "pricesAround", retryable: false })
    expect(String(error)).toContain("priceRepository.pricesAround threw TypeError")
    const unreachable = await withPrices(() =>
      Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") })),
    )
    const call = unreachable.previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() })
    await expect(call).rejects.toBeInstanceOf(Unavailable)
  })

  const said = (fields: object, message = "as the driver says it") =>
    Object.assign(new Error(message), fields)
  it.each([
    ["Postgres: no such column", said({ code: "42703", severity: "ERROR" }), true],
    ["Postgres: no number", said({ code: "22P02" }), true],
    ["Postgres: a conflict that the statement does not handle", said({ code: "23505" }), true],
    [
      "a query builder's, around Postgres'",
      new Error("Failed query", { cause: said({ code: "42P01" }) }),
      true,
    ],
    ["MySQL: no such table", said({ code: "ER_NO_SUCH_TABLE", sqlState: "42S02" }), true],
    ["Postgres: parameters that do not fit", said({ code: "08P01", severity: "ERROR" }), true],
    ["Postgres: a trigger of the host's refuses", said({ code: "P0001" }), true],
    ["Postgres: too many parameters", said({ code: "54023" }), true],
    ["SQLite of Node: no such table", said({ code: "ERR_SQLITE_ERROR", errcode: 1 }), true],
    ["SQLite of Node: a key that is there already", said({ code: "ERR_SQLITE_ERROR", errcode: 1555 }), true],
    ["SQL Server: no such column", said({ code: "EREQUEST", number: 207, class: 16 }), true],
    ["Prisma: no such table", said({ code: "P2021" }), true],
    ["SQL Server: a deadlock", said({ code: "EREQUEST", number: 1205, class: 13 }), false],
    ["SQL Server: out of memory", said({ code: "EREQUEST", number: 701, class: 17 }), false],
    ["Prisma: no connection free", said({ code: "P2024" }), false],
    ["Postgres: a deadlock", said({ code: "40P01" }), false],
    ["Postgres: too many connections", said({ code: "53300" }), false],
    ["Postgres: shutting down", said({ code: "57P01" }), false],
    ["PgBouncer: waited too long", said({ code: "08P01", severity: "FATAL" }), false],
    ["SQLite: busy", said({ code: "SQLITE_BUSY" }), false],
    ["SQLite of Node: busy", said({ code: "ERR_SQLITE_ERROR", errcode: 5 }), false],
    ["SQLite of Node: full", said({ code: "ERR_SQLITE_ERROR", errcode: 13 }), false],
    ["Node: no connection", said({ code: "ECONNREFUSED" }), false],
    ["Node: a broken pipe, of five letters too", said({ code: "EPIPE" }), false],
  ])("%s is its own fault or not", async (_, cause, isFault) => {
    const hangtag = await withPrices(() => Promise.reject(cause))
    const call = hangtag.previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() })
    const error = await call.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(isFault ? AdapterFault : Unavailable)
    expect((error as Error).cause).toBe(cause)
  })

  it("that gives what its port does not promise is refused, with its name and the place", async () => {
    const pair = { variant_key: "P1-BLK-10", price_type: "MAP", price_list: "base" }
    const record = { record_key: "R1", ...pair, amount: 149.95 }
    const gives = () => Promise.resolve({ inForce: [record], future: [] }) as never
    const hangtag = await withPrices(gives)
    const answer = hangtag.previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() })
    await expect(answer).rejects.toThrow(/priceRepository\.pricesAround gave what it must not: .*amount/s)
    const trusting = await makeHangtag(
      Layer.succeedContext(memory),
      { priceRepository: { pricesAround: gives } },
      { checkAdapters: false },
    )
    expect(
      (await trusting.previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() }))
        .incumbents,
    ).toHaveLength(1)
  })

  it("that gives more than it was asked for is refused", async () => {
    const brands = async () => ({ items: [aBrand(), aBrand(), aBrand()], total: 3, isEnd: true })
    const { products, product } = plain.catalogListing
    const hangtag = await makeHangtag(plain, { catalogListing: { brands, products, product } })
    await expect(hangtag.listBrands(principal, { limit: 2 })).rejects.toThrow(
      "catalogListing.brands gave 3 where at most 2 were asked for",
    )
    expect((await hangtag.listBrands(principal, { limit: 3 })).items).toHaveLength(3)
  })

  it.each<readonly [string, () => unknown, string]>([
    ["an async function", async () => [], "gave no async iterable"],
    ["one that rejects", () => Promise.reject(new Error("no one awaits this")), "gave no async iterable"],
    ["nothing", () => undefined, "gave no async iterable"],
    [
      "no lists",
      async function* () {
        yield {}
      },
      "gave what it must not",
    ],
  ])("that streams %s is refused, with its name", async (_, variants, fault) => {
    const hangtag = await makeHangtag(Layer.succeedContext(memory), {
      batchChanges: { variants } as unknown as AsyncPorts["batchChanges"],
    })
    const { key: batch_key } = await hangtag.createPriceBatch(principal, { kind: "republish" })
    await expect(hangtag.reviewPriceBatch(principal, { batch_key })).rejects.toThrow(
      `batchChanges.variants ${fault}`,
    )
  })

  it("without a method that its port has is refused", async () => {
    const hangtag = await makeHangtag(plain, { priceRepository: {} as AsyncPorts["priceRepository"] })
    const preview = hangtag.previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() })
    await expect(preview).rejects.toThrow("priceRepository.pricesAround is no function")
  })

  it("whose catalog has a bad time zone is refused for the catalog, not for the caller's date", async () => {
    const colorway = {
      brand: { brand_key: "B1", name: "B", time_zone: "Mars/Olympus" },
      productFound: true,
      variant_keys: ["V"],
    }
    const catalogRepository = { ...plain.catalogRepository, findColorway: async () => colorway }
    const hangtag = await makeHangtag(plain, { catalogRepository })
    const preview = hangtag.previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() })
    await expect(preview).rejects.toThrow('brand B1 the time zone "Mars/Olympus"')
  })

  it("that says itself how it is unavailable is believed", async () => {
    const own = new Unavailable({ service: "database", operation: "disk full", retryable: false })
    const hangtag = await withPrices(() => Promise.reject(own))
    await expect(
      hangtag.previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() }),
    ).rejects.toBe(own)
  })

  it("keeps its `this`", async () => {
    class Prices {
      readonly none = { inForce: [], future: [] }
      async pricesAround() {
        return this.none
      }
    }
    const hangtag = await makeHangtag(Layer.succeedContext(memory), { priceRepository: new Prices() })
    expect(
      (await hangtag.previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() }))
        .incumbents,
    ).toEqual([])
  })

  const inTransaction = <A>(transaction: AsyncPorts["transaction"], work: Effect.Effect<A>) =>
    Effect.runPromise(
      Effect.flatMap(Transaction, ({ atomically }) => atomically(work)).pipe(
        Effect.provide(portsFromAsync({ transaction })),
      ),
    )

  it("whose transaction forgets to run its work is refused", async () => {
    const transaction = { atomically: async () => undefined }
    await expect(inTransaction(transaction, Effect.succeed("done"))).rejects.toThrow(
      "without having called run",
    )
  })

  it("whose transaction does not await its work is refused, and what fails in it ends no process", async () => {
    const unawaited: Array<unknown> = []
    const note = (reason: unknown) => unawaited.push(reason)
    process.on("unhandledRejection", note)
    const transaction: AsyncPorts["transaction"] = {
      atomically: async (run) => {
        void run()
      },
    }
    const later = Effect.andThen(Effect.yieldNow, Effect.die(new Error("late")))
    await expect(inTransaction(transaction, later)).rejects.toThrow("without having called run, and awaited")
    await setImmediate()
    process.off("unhandledRejection", note)
    expect(unawaited).toEqual([])
  })

  it("whose transaction begins again answers what came of it the last time", async () => {
    let attempt = 0
    const transaction: AsyncPorts["transaction"] = {
      atomically: (run) => run().catch(() => run()),
    }
    const work = Effect.suspend(() =>
      ++attempt === 1 ? Effect.die(new Error("serialization failure")) : Effect.succeed(attempt),
    )
    expect(await inTransaction(transaction, work)).toBe(2)
  })

  it("whose commit fails tells of nothing that was done in it", async () => {
    const transaction: AsyncPorts["transaction"] = {
      atomically: async (run) => {
        await run()
        throw new Error("commit failed")
      },
    }
    await expect(inTransaction(transaction, Effect.succeed("done"))).rejects.toBeInstanceOf(Unavailable)
  })

  it("of an unknown name is refused with the names there are", () => {
    expect(() => portsFromAsync({ priceRepo: {} } as Partial<AsyncPorts>)).toThrow(
      /priceRepo.*priceRepository/,
    )
  })
})

describe("building", () => {
  it("rejects when an adapter cannot be built", async () => {
    const broken: Layer.Layer<HangtagPorts, string> = Layer.unwrap(Effect.fail("no database"))
    const error = await makeHangtag(broken).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ message: "no database", cause: "no database" })
  })

  it("takes the ports of the operations that it shall have", async () => {
    const { catalogRepository, priceRepository } = plain
    const hangtag = await makeHangtag({ catalogRepository, priceRepository })
    const preview = await hangtag.previewColorway(principal, {
      brand_key: "B1",
      product_key: "P1",
      color: "Black",
    })
    expect(preview.lines).toEqual([])
    expect((await hangtag.searchVariants(principal, { product_key: "P1", text: "blk" })).total).toBe(1)
    const missing = "queueExport needs exportRepository and jobRepository"
    // @ts-expect-error these ports carry no exports
    await expect(hangtag.queueExport(principal, anExportRequest())).rejects.toThrow(missing)
    // @ts-expect-error nor jobs
    const watching = hangtag.watchJob(principal, { job_id: "J1" })[Symbol.asyncIterator]().next()
    await expect(watching).rejects.toThrow("watchJob needs jobRepository and jobQueue")
    // @ts-expect-error nor transactions of the host's
    expect(() => hangtag.with({ query: () => {} })).toThrow("with needs hostTransaction")
    await hangtag.close()
  })

  it("rejects with an Error what is called after the end", async () => {
    const hangtag = await makeHangtag(plain)
    await hangtag.close()
    const watch = hangtag.watchJob(principal, { job_id: "J1" })[Symbol.asyncIterator]()
    for (const call of [hangtag.getJob(principal, { job_id: "J1" }), watch.next()]) {
      const error = await call.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Error)
      expect(error).toMatchObject({ message: "This Hangtag was closed: make another one" })
    }
  })

  it("rejects with an Error those who follow a job at the end, but not where the job has ended", async () => {
    const hangtag = await makeHangtag(plain)
    const { job_id } = await hangtag.queueExport(principal, anExportRequest())
    const watch = hangtag.watchJob(principal, { job_id })[Symbol.asyncIterator]()
    expect((await watch.next()).value.status).toBe("queued")
    const next = expect(watch.next()).rejects.toThrow("This Hangtag was closed")
    const ended = await hangtag.queueExport(principal, anExportRequest())
    await hangtag.cancelJob(principal, { job_id: ended.job_id })
    const done = hangtag.watchJob(principal, { job_id: ended.job_id })[Symbol.asyncIterator]()
    expect((await done.next()).value.status).toBe("cancelled")
    await hangtag.close()
    await next
    expect((await done.next()).done).toBe(true)
  })

  it("rejects with an Error what is still running at the end", async () => {
    const hangtag = await makeHangtag(plain, {
      priceRepository: { pricesAround: () => new Promise(() => {}) },
    })
    const call = hangtag.previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest() })
    const answer = expect(call).rejects.toThrow("This Hangtag was closed")
    await hangtag.close()
    await answer
  })

  it("logs to the host's logger", async () => {
    const entries: Array<LogEntry> = []
    const shouting = Layer.effectDiscard(Effect.logWarning("mind the gap", new Error("why")))
    const hangtag = await makeHangtag(shouting, plain, { logger: (entry) => entries.push(entry) })
    await hangtag.close()
    expect(entries).toMatchObject([{ level: "warn", message: "mind the gap", error: { message: "why" } }])
  })

  it("says what permissions are to be where they are a list", async () => {
    const hangtag = await makeHangtag(plain)
    const search = { text: "boot", limit: 1 }
    // @ts-expect-error a list is no set
    const call = hangtag.searchVariants({ ...principal, permissions: ["variant:read"] }, "P", search)
    await expect(call).rejects.toThrow("permissions are no Set: give new Set(")
    await hangtag.close()
  })

  it("says what is missing where a key is no text, and where no one calls", async () => {
    const hangtag = await makeHangtag(plain)
    for (const [name, key] of [
      ["getPricePolicy", "brand_key"],
      ["getPriceBatch", "batch_key"],
      ["explainVariantPrice", "variant_key"],
      ["searchVariants", "product_key"],
      ["getJob", "job_id"],
    ] as const) {
      const call = hangtag[name] as (...args: ReadonlyArray<unknown>) => Promise<unknown>
      for (const given of [7, null, { key }])
        await expect(call(principal, { [key]: given })).rejects.toThrow(`${key}: Expected string`)
      await expect(call(principal, {})).rejects.toThrow(`${key}: `)
      await expect(call(principal, "x")).rejects.toThrow("Expected object")
      for (const no of [undefined, null, {}, { ...principal, organization: undefined }])
        await expect(call(no, { [key]: "x", text: "x", price_type: "MAP" })).rejects.toThrow(
          "There is no principal: give",
        )
    }
    await hangtag.close()
  })

  it("takes the later of two adapters for one port", async () => {
    const none: AsyncPorts["priceRepository"] = { pricesAround: async () => ({ inForce: [], future: [] }) }
    const later = await makeHangtag(plain, { priceRepository: none })
    const earlier = await makeHangtag({ priceRepository: none }, plain)
    const request = aColorwayPrefillRequest()
    expect((await later.previewColorway(principal, { brand_key: "B1", ...request })).incumbents).toEqual([])
    expect(
      (await earlier.previewColorway(principal, { brand_key: "B1", ...request })).incumbents,
    ).toHaveLength(1)
  })
})
