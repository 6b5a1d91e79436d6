import {
  CatalogWriter,
  instantFromMicros,
  instantFromMillis,
  PriceRepository,
  type Principal,
  type UpcomingPlace,
  type UpcomingPrices,
} from "@hangtag/core"
import { exportHeader, exportRows, readExport } from "@hangtag/core/adapter"
import { Hangtag, type HangtagPorts } from "@hangtag/core/effect"
import {
  aBatchEntry,
  aBatchRecordsQuery,
  aBrand,
  aColorwayPrefillRequest,
  aDiscoveryQuery,
  anUpcomingQuery,
  aPriceEntry,
  aPricePolicy,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  seedCatalog,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { at as standingAt } from "../support/shop.ts"
import {
  catalogUrlSeedOf,
  exportNowOf,
  exportRequestOf,
  productQueryOf,
  productsSeedOf,
  seedExport,
  seedHistory,
  seedOf,
  seedUpcoming,
  upcomingQueryOf,
} from "./caseSeeds.ts"
import { lineOfText, priceOfText, shownOfText } from "./caseText.ts"
import type { Doors } from "./Doors.ts"

const beforeTheYearOne = instantFromMicros(-1e17)

let organizations = 0
const freshPrincipal = () => aPrincipal({ organization: `case-${crypto.randomUUID()}-${organizations++}` })

type Services = Hangtag | HangtagPorts | CatalogWriter

/** The use cases over some adapters, each row in an organization of its own; call `close` when done. */
export const portsDoors = <E>(
  ports: Layer.Layer<HangtagPorts | CatalogWriter, E>,
): Doors & { readonly close: () => Promise<void> } => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(Hangtag.layer, ports))
  const run = <A>(
    work: (principal: Principal) => Generator<Effect.Effect<unknown, unknown, Services>, A, never>,
  ): Promise<A> => runtime.runPromise(Effect.gen(() => work(freshPrincipal())))
  return {
    close: () => runtime.dispose(),
    preview: (given) =>
      run(function* (principal) {
        yield* seedCatalog(principal.organization, seedOf(given))
        const hangtag = yield* Hangtag
        if (given.policy)
          yield* hangtag.savePricePolicy(principal, { brand_key: "B1", ...aPricePolicy(given.policy) })
        const lines = (given.lines ?? []).map(lineOfText)
        return yield* hangtag
          .previewColorway(principal, { brand_key: "B1", ...aColorwayPrefillRequest({ lines }) })
          .pipe(standingAt(given.now))
      }),
    timeline: (given) =>
      run(function* (principal) {
        yield* seedHistory(principal.organization, given)
        const { variantTimeline } = yield* Hangtag
        const { from = null, until = null } = given
        const query = { price_type: "MAP", from, until }
        const { pairs } = yield* variantTimeline(principal, { variant_key: "A", ...query }).pipe(
          standingAt(given.now),
        )
        return pairs[0]
      }),
    explain: (given) =>
      run(function* (principal) {
        yield* seedHistory(principal.organization, given)
        const { explainVariantPrice } = yield* Hangtag
        const query = { price_type: "MAP", at: given.at ?? null }
        return yield* explainVariantPrice(principal, { variant_key: "A", ...query }).pipe(
          standingAt(given.now),
        )
      }),
    upcoming: (given) =>
      run(function* (principal) {
        yield* seedUpcoming(principal.organization, given)
        const { listUpcomingPrices } = yield* Hangtag
        const rows: Array<UpcomingPrices> = []
        for (let after: UpcomingPlace | null | undefined; after !== null; ) {
          const query = anUpcomingQuery({ ...upcomingQueryOf(given), ...(after && { after }) })
          const { items, next } = yield* listUpcomingPrices(principal, query).pipe(standingAt(given.now))
          rows.push(...items)
          after = next
        }
        return rows
      }),
    fill: (given) =>
      runtime.runPromise(
        Effect.gen(function* () {
          const principal = freshPrincipal()
          yield* seedCatalog(principal.organization, seedOf(given))
          const hangtag = yield* Hangtag
          const key = given.batch === "unknown" ? "NONE" : "SPRING"
          const fillAt = (at: string, variants: ReadonlyArray<string>, types: ReadonlyArray<string> | null) =>
            hangtag
              .addRecordsByVariants(principal, { batch_key: key, variant_keys: variants, price_types: types })
              .pipe(standingAt(at))
          for (const { at, variants, types } of given.earlier ?? []) yield* fillAt(at, variants, types)
          yield* seedCatalog(principal.organization, { prices: (given.written_since ?? []).map(priceOfText) })
          if (given.batch === "published") {
            const batches = [aBatchEntry({ key, status: "published" })]
            yield* seedCatalog(principal.organization, { batches })
          }
          const fill = yield* fillAt(given.now, given.request.variants, given.request.types)
          const query = aBatchRecordsQuery({ limit: 200 })
          const { items } = yield* hangtag.listBatchRecords(principal, { batch_key: key, ...query })
          return { fill, records: items }
        }).pipe(
          Effect.catchTag(["NotFound", "BatchPublished"], ({ _tag }) => Effect.succeed({ error: _tag })),
        ),
      ),
    export: (given) =>
      runtime.runPromise(
        Effect.gen(function* () {
          const { organization } = freshPrincipal()
          yield* seedExport(organization, given)
          const request = exportRequestOf(given)
          const at = instantFromMillis(Date.parse(exportNowOf(given)))
          const { shape, products } = yield* readExport(organization, request, at)
          const rows = (yield* Stream.runCollect(products))
            .flat()
            .flatMap((product) => [...exportRows(shape, product)])
          return { rows: [exportHeader(shape), ...rows] }
        }).pipe(
          Effect.catchTag("InvalidRequest", ({ fields }) =>
            Effect.succeed({ faults: fields.map(({ loc }) => loc.join(".")) }),
          ),
        ),
      ),
    search: ({ variants, text, limit = 20 }) =>
      run(function* (principal) {
        yield* seedCatalog(principal.organization, {
          brands: [aBrand()],
          products: [aProductEntry({ variants: variants.map((variant) => aVariantEntry(variant)) })],
        })
        const hangtag = yield* Hangtag
        return yield* hangtag.searchVariants(principal, { product_key: "P1", text, limit })
      }),
    products: (given) =>
      run(function* (principal) {
        yield* seedCatalog(principal.organization, productsSeedOf(given))
        const { listProducts } = yield* Hangtag
        const { items, total } = yield* listProducts(principal, productQueryOf(given))
        return { keys: items.map(({ product_key }) => product_key), total }
      }),
    catalogUrl: (given) =>
      run(function* (principal) {
        yield* seedCatalog(principal.organization, catalogUrlSeedOf(given))
        const { listCrawlDiscoveries } = yield* Hangtag
        const { items } = yield* listCrawlDiscoveries(principal, {
          job_id: "CRAWL-1",
          ...aDiscoveryQuery(),
        })
        return items[0]!.already_in_catalog === "P1"
      }),
    instant: (effective_from, time_zone) =>
      run(function* ({ organization }) {
        const seed = seedOf({ variants: ["A"], prices: [], time_zone })
        yield* seedCatalog(organization, seed)
        const { savePrices } = yield* CatalogWriter
        yield* savePrices(organization, [aPriceEntry({ variant_key: "A", effective_from })])
        const { pricesAround } = yield* PriceRepository
        const { future } = yield* pricesAround(organization, ["A"], beforeTheYearOne)
        return future[0]?.effective_at
      }),
    shop: ({ time_zone = "UTC", shows, asked }) =>
      run(function* ({ organization }) {
        yield* seedCatalog(organization, seedOf({ variants: ["A"], prices: [], time_zone }))
        const { saveShopPrices, retire } = yield* CatalogWriter
        const { pricesAround } = yield* PriceRepository
        const pair = { variant_key: "A", price_type: "PRICE" }
        const told = yield* Effect.forEach(
          shows.map(shownOfText),
          Effect.fnUntraced(function* ({ moment, amount, effective_from }) {
            const at = instantFromMillis(Date.parse(moment))
            if (amount === null) {
              const gone = { products: [], variants: [], prices: [pair] }
              const { prices } = yield* retire(organization, gone, at, "import")
              return prices === 0 ? "unchanged" : "withdrawn"
            }
            const entry = { ...pair, product_key: "P1", amount, effective_from }
            const { inserted } = yield* saveShopPrices(organization, [entry], at)
            return inserted === 0 ? "unchanged" : "new"
          }),
        )
        const in_force = yield* Effect.forEach(asked, (moment) =>
          Effect.map(
            pricesAround(organization, ["A"], instantFromMillis(Date.parse(moment))),
            ({ inForce }) => inForce[0]?.amount ?? "none",
          ),
        )
        return { told, in_force }
      }),
  }
}
