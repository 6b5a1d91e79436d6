import {
  Authenticator,
  type BatchRecordPage,
  type DiscoveryPage,
  type ListRefusal,
  type PairTimeline,
  type PriceBatch,
  type PriceExplanation,
  type PriceListPage,
  type PriceTimeline,
  type ProductPage,
  type UpcomingPrices,
} from "@hangtag/core"
import {
  aBatchEntry,
  aBrand,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  type MemoryPorts,
  seedCatalog,
  standingClock,
} from "@hangtag/testkit"
import { runNext } from "@hangtag/worker"
import { Clock, Effect, Layer, ManagedRuntime, References } from "effect"
import {
  catalogUrlSeedOf,
  exportNowOf,
  exportRequestOf,
  productsSeedOf,
  retireVariants,
  rezoneBrand,
  seedExport,
  seedHistory,
  seedOf,
  seedUpcoming,
  showVariants,
  upcomingQueryOf,
} from "../../packages/core/test/cases/caseSeeds.ts"
import { listOfText, priceOfText } from "../../packages/core/test/cases/caseText.ts"
import type { Doors } from "../../packages/core/test/cases/Doors.ts"
import type { Refused, StoryDoor } from "../../packages/core/test/cases/runPriceChangeCases.ts"
import type { ListsDoor } from "../../packages/core/test/cases/runPriceListCases.ts"
import { send } from "../../packages/http-adapter/test/support/ask.ts"
import {
  type TestAnswer,
  type TestRequest,
  testServerOver,
} from "../../packages/http-adapter/test/support/TestServer.ts"
import { csvOf, exportOptions } from "./exportedFile.ts"

/** Everybody may do everything in the organization they name. */
const anybody = Layer.succeed(Authenticator, {
  authenticate: ({ organization = "" }) => Effect.succeed(aPrincipal({ organization })),
})

/** Parses with the digits of amounts as they stand. */
const parseExactly = <A>(json: string): A =>
  JSON.parse(json, (key, value, ...context: ReadonlyArray<{ readonly source?: string }>) =>
    (key === "amount" || key === "msrp" || key === "previous") && value !== null ? context[0]?.source : value,
  )

const faultsOf = (text: string): ReadonlyArray<string> =>
  (JSON.parse(text) as { readonly detail: ReadonlyArray<{ readonly msg: string }> }).detail.map(
    ({ msg }) => msg,
  )

/** What is wrong with the batch has no facts, as none of its errors has. */
const ofBatch = new Set(["published", "unsuitable", "busy"])

const refusalOf = (text: string): Refused["refused"] => {
  const { detail: _, ...refusal } = parseExactly<{ readonly detail: string; readonly reason?: string }>(text)
  return ofBatch.has(refusal.reason ?? "") ? {} : refusal
}

const rawLine = (text: string) => {
  const { price_type, amount, effective_from } = priceOfText(`- ${text}`)
  return `{"price_type":${JSON.stringify(price_type)},"amount":${amount},"effective_from":${JSON.stringify(effective_from)}}`
}

/** The rules as a client meets them: over HTTP, and exports in the file that a worker wrote. */
export const httpDoors = <E>(
  ports: Layer.Layer<MemoryPorts, E>,
): Omit<Doors, "instant" | "shop"> & {
  readonly priceLists: () => ListsDoor
  readonly story: StoryDoor
  readonly close: () => Promise<void>
} => {
  const { clock, set } = standingClock("2026-06-01T00:00:00Z")
  const server = testServerOver(ports, { authenticator: anybody })
  const runtime = ManagedRuntime.make(Layer.provide(server, Layer.succeed(Clock.Clock, clock)))
  const onClock = <A, F, R>(effect: Effect.Effect<A, F, R>) =>
    effect.pipe(
      Effect.provideService(Clock.Clock, clock),
      Effect.provideService(References.MinimumLogLevel, "None"),
    )
  let organizations = 0

  const newcomer = () => {
    const organization = `door-${crypto.randomUUID()}-${organizations++}`
    const headers = { "x-organization-id": organization, "content-type": "application/json" }
    return { organization, ask: (request: TestRequest) => send({ ...request, headers }) }
  }

  type Newcomer = ReturnType<typeof newcomer>
  type Services = ManagedRuntime.ManagedRuntime.Services<typeof runtime>
  const run = <A>(
    work: (caller: Newcomer) => Generator<Effect.Effect<unknown, unknown, Services>, A, never>,
  ): Promise<A> => runtime.runPromise(Effect.gen(() => work(newcomer())))

  return {
    close: () => runtime.dispose(),
    preview: (given) =>
      run(function* ({ organization, ask }) {
        yield* seedCatalog(organization, seedOf(given))
        set(given.now)
        if (given.policy)
          yield* ask({ method: "PUT", target: "/api/pricing/map-policy/B1", body: given.policy })
        const body = `{"product_key":"P1","color":"Black","lines":[${(given.lines ?? []).map(rawLine).join()}]}`
        const target = "/api/pricing/map-policy/B1/colorway-prefill"
        const { status, text } = yield* ask({ method: "POST", target, body })
        if (status !== 200) return yield* Effect.die(new Error(`${status} ${text}`))
        return parseExactly<Awaited<ReturnType<Doors["preview"]>>>(text)
      }),
    priceLists: () => {
      const { ask } = newcomer()
      const target = "/api/pricing/price-lists"
      const sendAt = (moment: string, request: TestRequest) => {
        set(moment)
        return runtime.runPromise(ask(request))
      }
      return {
        say: async ({ at: moment, ...said }) => {
          const { create, change, ...members } = { create: undefined, change: undefined, ...said }
          const { status, text } = await sendAt(
            moment,
            create === undefined
              ? { method: "PATCH", target: `${target}/${change}`, body: JSON.stringify(members) }
              : {
                  method: "POST",
                  target,
                  body: JSON.stringify({ price_list: create, name: create, ...members }),
                },
          )
          if (status === 200) return "done"
          if (status === 404) return "unknown"
          if (status === 422) return "invalid"
          const { detail: _, ...refusal } = JSON.parse(text) as { detail: string } & ListRefusal
          return refusal as ListRefusal
        },
        lists: async (now) => {
          const { text } = await sendAt(now, { target })
          return (JSON.parse(text) as PriceListPage).items
        },
      }
    },
    story: async (given) => {
      const { organization, ask } = newcomer()
      /** What is asked for at a moment; what is refused for a reason, with its lists. */
      const at = <A>(
        moment: string,
        method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
        target: string,
        body?: unknown,
      ) => {
        set(moment)
        const request = { method, target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
        return runtime.runPromise(
          Effect.flatMap(
            ask(request),
            ({ status, text }): Effect.Effect<A | Refused> =>
              status === 200
                ? Effect.succeed(parseExactly<A>(text))
                : status === 409
                  ? Effect.succeed({ refused: refusalOf(text) })
                  : status === 422
                    ? Effect.succeed({ refused: {}, faults: faultsOf(text) })
                    : status === 404
                      ? Effect.succeed({ refused: {} })
                      : Effect.die(new Error(`${status} ${text}`)),
          ),
        )
      }
      const sure = <A>(answer: Promise<A | Refused>) => answer as Promise<A>
      set(given.now)
      const lists = (given.lists ?? []).map(listOfText)
      const currency = lists.find(({ price_list }) => price_list === "base")?.currency ?? "USD"
      if (lists.length > 0) await at(given.now, "PATCH", "/api/pricing/price-lists/base", { currency })
      for (const list of lists)
        if (list.price_list !== "base")
          await at(given.now, "POST", "/api/pricing/price-lists", { ...list, name: list.price_list })
      await runtime.runPromise(onClock(seedCatalog(organization, seedOf(given))))
      const brand = "/api/pricing/map-policy/B1"
      if (given.policy) await at(given.now, "PUT", brand, given.policy)
      const batch = (key: string) => `/api/pricing/batches/${key}`
      return {
        preview: (lines, moment) => {
          const asked = { product_key: "P1", color: "Black", lines }
          return sure(at(moment, "POST", `${brand}/colorway-prefill?show_lists=true`, asked))
        },
        generate: (request, moment) => at(moment, "POST", `${brand}/price-changes`, request),
        adjust: (adjustment, _asked, moment) =>
          at(moment, "POST", `${brand}/price-changes/adjust`, adjustment),
        publish: (key, options, moment) => at(moment, "POST", `${batch(key)}/publish`, options),
        revert: (key, moment) => at(moment, "POST", `${batch(key)}/revert`),
        remove: (key, removal, moment) => at(moment, "DELETE", `${batch(key)}/changes`, removal),
        discard: (key, moment) => at(moment, "DELETE", batch(key)),
        govern: (policy, moment) => at(moment, "PUT", brand, policy),
        look: (key, moment) =>
          Promise.all([
            sure(at<PriceBatch>(moment, "GET", batch(key))),
            sure(at<BatchRecordPage>(moment, "GET", `/api/catalog/batches/${key}/records`)),
          ]),
        write: (prices, moment) => {
          set(moment)
          const seed = { prices: prices.map(priceOfText) }
          return runtime.runPromise(onClock(seedCatalog(organization, seed)))
        },
        fill: (variant_keys, moment) =>
          sure(at(moment, "POST", `${batch("SPRING")}/add-records-by-variants`, { variant_keys })),
        show: (variants) => runtime.runPromise(showVariants(organization, variants)),
        retire: (variants, moment) => runtime.runPromise(retireVariants(organization, variants, moment)),
        rezone: (zone, moment) => runtime.runPromise(rezoneBrand(organization, zone, moment)),
        sheet: async (key, moment) => {
          const queued = await at<{ job_id: string }>(moment, "POST", `${batch(key)}/export-async`, {
            export_format: "csv",
          })
          if ("refused" in queued) return null
          const { job_id } = queued
          await runtime.runPromise(onClock(runNext("small", exportOptions)))
          return runtime.runPromise(Effect.map(csvOf(job_id, ask), (rows) => rows.slice(1)))
        },
        timeline: async (moment, known_at) => {
          const found: Array<PriceTimeline> = []
          for (const price_list of new Set(["base", ...lists.map((list) => list.price_list)])) {
            const query = new URLSearchParams({ price_list, ...(known_at !== undefined && { known_at }) })
            found.push(await sure(at(moment, "GET", `/api/pricing/products/P1/timeline?${query}`)))
          }
          return { ...found[0]!, pairs: found.flatMap(({ pairs }) => pairs) }
        },
        prices: (price_list, shownAt, moment) =>
          sure(
            at(moment, "POST", "/api/pricing/prices", {
              price_list,
              variant_keys: given.variants,
              at: shownAt,
              show_passed_over: true,
            }),
          ),
      }
    },
    timeline: (given) =>
      run(function* ({ organization, ask }) {
        yield* seedHistory(organization, given)
        set(given.now)
        const { from, until } = given
        const query = new URLSearchParams({
          price_type: "MAP",
          ...(from && { from }),
          ...(until && { until }),
        })
        const { text } = yield* ask({ target: `/api/pricing/variants/A/timeline?${query}` })
        return parseExactly<{ pairs: ReadonlyArray<PairTimeline> }>(text).pairs[0]
      }),
    explain: (given) =>
      run(function* ({ organization, ask }) {
        yield* seedHistory(organization, given)
        set(given.now)
        const query = new URLSearchParams({ price_type: "MAP", ...(given.at && { at: given.at }) })
        const { text } = yield* ask({ target: `/api/pricing/variants/A/explain?${query}` })
        return parseExactly<PriceExplanation>(text)
      }),
    upcoming: (given) =>
      run(function* ({ organization, ask }) {
        yield* seedUpcoming(organization, given)
        set(given.now)
        const query = Object.entries(upcomingQueryOf(given)).map(([name, value]) => [name, String(value)])
        const rows: Array<UpcomingPrices> = []
        let target: string | undefined =
          `/api/pricing/upcoming?${new URLSearchParams(Object.fromEntries(query))}`
        while (target !== undefined) {
          const { status, text, headers }: TestAnswer = yield* ask({ target })
          if (status !== 200) return yield* Effect.die(new Error(`${status} ${text}`))
          rows.push(...(JSON.parse(text) as { items: ReadonlyArray<UpcomingPrices> }).items)
          target = /<(.*)>; rel="next"/.exec(String(headers.link))?.[1]
        }
        return rows
      }),
    fill: (given) =>
      run(function* ({ organization, ask }) {
        yield* seedCatalog(organization, seedOf(given))
        const key = given.batch === "unknown" ? "NONE" : "SPRING"
        const fill = (variants: ReadonlyArray<string>, types: ReadonlyArray<string> | null) =>
          ask({
            method: "POST",
            target: `/api/pricing/batches/${key}/add-records-by-variants`,
            body: { variant_keys: variants, price_types: types },
          })
        for (const { at: moment, variants, types } of given.earlier ?? []) {
          set(moment)
          yield* fill(variants, types)
        }
        yield* seedCatalog(organization, {
          prices: (given.written_since ?? []).map(priceOfText),
          batches: given.batch === "published" ? [aBatchEntry({ key, status: "published" })] : [],
        })
        set(given.now)
        const { request } = given
        const answer = yield* fill(request.variants, request.types)
        if (answer.status === 404) return { error: "NotFound" }
        if (answer.status === 409) return { error: "BatchPublished" }
        const listed = yield* ask({ target: `/api/catalog/batches/${key}/records?limit=200` })
        return { fill: parseExactly(answer.text), records: parseExactly<{ items: [] }>(listed.text).items }
      }),
    export: (given) =>
      run(function* ({ organization, ask }) {
        yield* seedExport(organization, given)
        set(exportNowOf(given))
        const target = "/api/products/export-async"
        const { status, text } = yield* ask({ method: "POST", target, body: exportRequestOf(given) })
        if (status === 422) {
          const { detail } = JSON.parse(text) as { detail: ReadonlyArray<{ loc: ReadonlyArray<string> }> }
          return { faults: detail.map(({ loc: [_body, ...loc] }) => loc.join(".")) }
        }
        const { job_id } = JSON.parse(text) as { job_id: string }
        yield* onClock(runNext("small", exportOptions))
        return { rows: yield* csvOf(job_id, ask, given.file_options ?? {}) }
      }),
    search: ({ variants, text, limit = 20 }) =>
      run(function* ({ organization, ask }) {
        yield* seedCatalog(organization, {
          brands: [aBrand()],
          products: [aProductEntry({ variants: variants.map((variant) => aVariantEntry(variant)) })],
        })
        const query = new URLSearchParams({ q: text, limit: String(limit) })
        const { text: answer } = yield* ask({ target: `/api/products/P1/variants/search?${query}` })
        return JSON.parse(answer)
      }),
    products: (given) =>
      run(function* ({ organization, ask }) {
        yield* seedCatalog(organization, productsSeedOf(given))
        const { products: _, ...asked } = given
        const query = Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)])
        const { text } = yield* ask({ target: `/api/products?${new URLSearchParams(query)}` })
        const { items, total } = JSON.parse(text) as ProductPage
        return { keys: items.map(({ product_key }) => product_key), total }
      }),
    catalogUrl: (given) =>
      run(function* ({ organization, ask }) {
        yield* seedCatalog(organization, catalogUrlSeedOf(given))
        const { text } = yield* ask({ target: "/api/products/crawl-discoveries/CRAWL-1" })
        const { items } = JSON.parse(text) as DiscoveryPage
        return items[0]!.already_in_catalog === "P1"
      }),
  }
}
