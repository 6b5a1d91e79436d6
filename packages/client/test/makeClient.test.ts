import { HangtagError, makeClient } from "@hangtag/client"
import { toWebHandler } from "@hangtag/http-adapter"
import {
  aBatchEntry,
  aBrand,
  anExportRequest,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  makeTestHangtag,
} from "@hangtag/testkit"
import { afterAll, describe, expect, expectTypeOf, it } from "vitest"
import { type Endpoint, operations } from "../src/contract.ts"

const building = makeTestHangtag({
  seed: {
    brands: [aBrand()],
    products: [aProductEntry()],
    prices: [aPriceEntry(), aPriceEntry({ price_type: "MSRP" })],
    batches: [aBatchEntry()],
  },
})
afterAll(async () => (await building).close())

const served = async (options: { readonly basePath?: string } = {}) => {
  const handle = toWebHandler(await building, {
    ...options,
    authenticate: (request) =>
      request.headers.get("authorization") === "Bearer t" ? aPrincipal({ organization: "acme" }) : null,
  })
  const given: typeof fetch = async (input, init) => {
    const answer = await handle(new Request(input, init))
    return answer ?? new Response(null, { status: 404 })
  }
  return given
}

const baseUrl = "http://localhost/catalog"
const headers = { authorization: "Bearer t" }
const clientOf = async () => makeClient({ baseUrl, headers, fetch: await served({ basePath: "/catalog" }) })

describe("the client", () => {
  it("calls operations by their names", async () => {
    const client = await clientOf()
    const found = await client.searchVariants({ product_key: "P1", text: "blk", limit: 5 })
    expect(found.items[0]?.product_key).toBe("P1")
    const lines = [{ price_type: "MAP", amount: "149.950", effective_from: "2026-12-01" }]
    const preview = await client.previewColorway({
      brand_key: "B1",
      product_key: "P1",
      color: "Black",
      lines,
    })
    expect(preview.lines[0]).toMatchObject({ status: "unchanged", amount: 149.95 })
    expect((await client.healthz()).status).toBe("ok")
  })

  it("rejects with what the server refuses", async () => {
    const client = await clientOf()
    const unknown = await client.getJob({ job_id: "J/1" }).catch((error: unknown) => error)
    expect(unknown).toBeInstanceOf(HangtagError)
    const input = { brand_key: "B1", product_key: "P1" } as never
    const invalid = (await client.previewColorway(input).catch((e) => e)) as HangtagError
    expect(invalid).toMatchObject({ status: 422, message: "color: Field required" })
    expect(invalid.faults.map(({ loc }) => loc)).toEqual([["body", "color"]])
    const anonymous = makeClient({ baseUrl, fetch: await served({ basePath: "/catalog" }) })
    await expect(anonymous.listExportFields()).rejects.toMatchObject({
      status: 401,
      message: "Not authenticated",
    })
    await client.createPriceList({ price_list: "EUR", name: "Europe", currency: "EUR" })
    const taken = client.createPriceList({ price_list: "EUR", name: "Europe", currency: "EUR" })
    const { conflict } = (await taken.catch((error: unknown) => error)) as HangtagError
    expectTypeOf<"exists">().toExtend<NonNullable<typeof conflict>["reason"]>()
    expect(conflict?.reason).toBe("exists")
  })

  it("sends nothing where a key would lead to another endpoint", async () => {
    const client = await clientOf()
    for (const job_id of ["", ".", ".."])
      await expect(client.getJob({ job_id })).rejects.toThrow("job_id must be a text, not empty, . or ..")
    // as any other that there is not
    await expect(client.getJob({ job_id: "..." })).rejects.toMatchObject({ status: 404 })
  })

  it("follows pages under a prefix, each record once", async () => {
    const client = await clientOf()
    await client.addRecordsByVariants({ batch_key: "REPUB-1", variant_keys: [aPriceEntry().variant_key] })
    const types: Array<string> = []
    for await (const page of client.pages("listBatchRecords", { batch_key: "REPUB-1", limit: 1 })) {
      types.push(...page.items.map(({ price_type }) => price_type))
    }
    expect(types).toEqual(["MAP", "MSRP"])
  })

  it("answers with where a list goes on, for a caller who asks page by page", async () => {
    const client = await clientOf()
    await client.addRecordsByVariants({ batch_key: "REPUB-1", variant_keys: [aPriceEntry().variant_key] })
    const first = await client.listBatchRecords({ batch_key: "REPUB-1", limit: 1 })
    const second = await client.listBatchRecords({ batch_key: "REPUB-1", limit: 1, after: first.next! })
    expect([...first.items, ...second.items].map(({ price_type }) => price_type)).toEqual(["MAP", "MSRP"])
    const third = await client.listBatchRecords({ batch_key: "REPUB-1", limit: 1, after: second.next! })
    expect([third.items, third.next]).toEqual([[], null])
    expect((await client.listBrands()).next).toBeNull()
  })

  it("names every operation whose answers have a place after them", () => {
    // publications are asked for by their number; of adjusted colorways the next ones are those of the same body
    const lists = Object.entries<Endpoint>(operations).filter(([, { isList }]) => isList)
    const withoutPlace = lists.filter(([, { query = [] }]) => !query.includes("after"))
    expect(withoutPlace.map(([name]) => name)).toEqual(["listBatchRecords"])
  })

  it("follows a job to its end, over a connection that is lost on the way", async () => {
    const { queueExport, cancelJob, principal } = await building
    const { job_id } = await queueExport(principal, anExportRequest())
    const through = await served({ basePath: "/catalog" })
    const resumed: Array<string | null> = []
    const cutting: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      resumed.push(request.headers.get("last-event-id"))
      const answer = await through(request)
      if (resumed.length > 1) return answer
      // one event, then nothing more
      const reader = answer.body!.getReader()
      const { value } = await reader.read()
      await reader.cancel()
      return new Response(value!, answer)
    }
    const client = makeClient({ baseUrl, headers, fetch: cutting })
    const seen: Array<string> = []
    for await (const job of client.watchJob({ job_id })) {
      seen.push(job.status)
      await cancelJob(principal, { job_id })
    }
    expect(seen).toEqual(["queued", "cancelled"])
    expect(resumed[0]).toBeNull()
    expect(resumed[1]).toMatch(/^[\w-]{16}$/)
  })

  it("follows a job that waits for long, however often its connection is cut meanwhile", async () => {
    const { queueExport, cancelJob, principal } = await building
    const { job_id } = await queueExport(principal, anExportRequest())
    await cancelJob(principal, { job_id })
    const through = await served({ basePath: "/catalog" })
    let cuts = 0
    const cutting: typeof fetch = async (input, init) =>
      ++cuts > 5 ? through(input, init) : new Response(": alive\n\n")
    const client = makeClient({ baseUrl, headers, fetch: cutting, maxRetryAfter: 0.01 })
    const seen: Array<string> = []
    for await (const job of client.watchJob({ job_id })) seen.push(job.status)
    expect(seen).toEqual(["cancelled"])
    const silent = makeClient({ baseUrl, fetch: async () => new Response(""), maxRetryAfter: 0.01 })
    await expect(silent.watchJob({ job_id })[Symbol.asyncIterator]().next()).rejects.toThrow("ended before")
  })

  it("waits as the server asks, and sends again what is safe to send again", async () => {
    const answers = (...given: ReadonlyArray<Response | Error>) => {
      const left = [...given]
      const sent: Array<Request> = []
      const given_: typeof fetch = async (input, init) => {
        sent.push(new Request(input, init))
        const next = left.shift()!
        if (next instanceof Error) throw next
        return next
      }
      return { client: makeClient({ baseUrl, fetch: given_, maxRetryAfter: 0.01 }), sent }
    }
    const ok = () => Response.json({ status: "ok" })
    const busy = (after: string) =>
      Response.json({ detail: "busy" }, { status: 429, headers: { "retry-after": after } })
    const input = { product_keys: [] }

    const limited = answers(busy("0"), busy("0"), ok())
    await limited.client.queueExport(input)
    expect(limited.sent).toHaveLength(3)
    const tooLong = answers(busy("3600"))
    await expect(tooLong.client.queueExport(input)).rejects.toMatchObject({
      status: 429,
      retryAfter: 3600,
    })
    const lostRead = answers(new TypeError("fetch failed"), ok())
    expect(await lostRead.client.healthz()).toEqual({ status: "ok" })
    const lostWrite = answers(new TypeError("fetch failed"), ok())
    await expect(lostWrite.client.queueExport(input)).rejects.toThrow("fetch failed")
    const keyed = answers(new TypeError("fetch failed"), ok())
    await keyed.client.queueExport(input, { idempotencyKey: "k1" })
    expect(keyed.sent.map((request) => request.headers.get("idempotency-key"))).toEqual(["k1", "k1"])
  })
})
