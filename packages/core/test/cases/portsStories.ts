import {
  BatchChanges,
  type CatalogWriter,
  InvalidRequest,
  instantFromMillis,
  PriceChangeRefused,
  PriceListRepository,
  type PricePolicy,
  PricePolicyRepository,
} from "@hangtag/core"
import { changeSheetRows, type ExportCell, readSheetLists } from "@hangtag/core/adapter"
import {
  addRecordsByVariants,
  adjustPrices,
  discardPriceBatch,
  generatePriceChange,
  getPriceBatch,
  listBatchRecords,
  previewColorway,
  productTimeline,
  publishPriceBatch,
  removeBatchChanges,
  resolvePrices,
  revertPriceBatch,
} from "@hangtag/core/effect"
import {
  aBatchRecordsQuery,
  aColorwayPrefillRequest,
  aFillRequest,
  aPricePolicy,
  aPrincipal,
  seedCatalog,
  seededAt,
  standingClock,
} from "@hangtag/testkit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Stream from "effect/Stream"
import { retireVariants, rezoneBrand, seedOf, showVariants } from "./caseSeeds.ts"
import { listOfText, priceOfText } from "./caseText.ts"
import type { PriceStory, Refused, StoryDoor } from "./runPriceChangeCases.ts"

type Needs =
  | BatchChanges
  | CatalogWriter
  | PriceListRepository
  | PricePolicyRepository
  | Effect.Services<
      ReturnType<
        | typeof addRecordsByVariants
        | typeof adjustPrices
        | typeof generatePriceChange
        | typeof discardPriceBatch
        | typeof getPriceBatch
        | typeof listBatchRecords
        | typeof previewColorway
        | typeof productTimeline
        | typeof publishPriceBatch
        | typeof resolvePrices
        | typeof revertPriceBatch
      >
    >

const textOfCell = (cell: ExportCell): string =>
  cell === null ? "" : typeof cell === "object" ? cell.text : String(cell)

/** The use cases over some adapters; call `close` when done. */
export const portsStories = <E>(
  ports: Layer.Layer<Needs, E>,
): { readonly story: StoryDoor; readonly close: () => Promise<void> } => {
  const runtime = ManagedRuntime.make(ports)
  const story: StoryDoor = async (given) => {
    const principal = aPrincipal({ organization: `story-${crypto.randomUUID()}` })
    const { organization } = principal
    const run = <A, F>(effect: Effect.Effect<A, F, Needs>, at = given.now) =>
      runtime.runPromise(Effect.provideService(effect, Clock.Clock, standingClock(at).clock))
    const told = <A, F>(effect: Effect.Effect<A, F, Needs>, at: string): Promise<A | Refused> =>
      run(
        Effect.catch(effect, (error): Effect.Effect<Refused, F> => {
          if (error instanceof InvalidRequest)
            return Effect.succeed({ refused: {}, faults: error.fields.map(({ msg }) => msg) })
          return Effect.succeed({ refused: error instanceof PriceChangeRefused ? error.refusal : {} })
        }),
        at,
      )
    const lists = (given.lists ?? []).map(listOfText)
    const madeAt = instantFromMillis(Date.parse(given.now))
    const made = { tags: {}, created: null }
    const standing = {
      effective_at: madeAt,
      archived: false,
      known_at: madeAt,
      by: "keeper",
    }
    for (const { price_list, parent, currency } of lists)
      await run(
        Effect.flatMap(PriceListRepository, ({ save }) =>
          save(
            organization,
            { price_list, name: price_list, currency, ...made },
            price_list === "base" ? null : { ...standing, parent },
          ),
        ),
      )
    await run(seedCatalog(organization, seedOf(given)))
    const govern = (policy: Partial<PricePolicy>) =>
      run(
        Effect.flatMap(PricePolicyRepository, ({ save }) =>
          save(organization, "B1", aPricePolicy(policy), { by: "keeper", at: seededAt }),
        ),
      )
    if (given.policy !== undefined) await govern(given.policy)
    return {
      preview: (lines, at) =>
        run(
          previewColorway(principal, {
            brand_key: "B1",
            ...aColorwayPrefillRequest({ lines }),
            show_lists: true,
          }),
          at,
        ),
      generate: (request, at) => told(generatePriceChange(principal, { brand_key: "B1", ...request }), at),
      adjust: (adjustment, asked, at) =>
        told(adjustPrices(principal, { brand_key: "B1", ...adjustment, ...asked }), at),
      publish: (key, options, at) => told(publishPriceBatch(principal, { batch_key: key, ...options }), at),
      revert: (key, at) => told(revertPriceBatch(principal, { batch_key: key }), at),
      remove: (key, removal, at) =>
        told(
          removeBatchChanges(principal, {
            batch_key: key,
            colorways: null,
            lines: null,
            pairs: null,
            ...removal,
          }),
          at,
        ),
      discard: (key, at) => told(discardPriceBatch(principal, { batch_key: key }), at),
      govern,
      look: (key, at) => {
        const records = listBatchRecords(principal, { batch_key: key, ...aBatchRecordsQuery() })
        return run(Effect.all([getPriceBatch(principal, { batch_key: key }), records]), at)
      },
      write: (prices, at) => run(seedCatalog(organization, { prices: prices.map(priceOfText) }), at),
      sheet: async (key, at) => {
        const read = Effect.gen(function* () {
          const { variants } = yield* BatchChanges
          const sheet = yield* readSheetLists(organization)
          const found = yield* Stream.runCollect(variants(organization, key, sheet.beside))
          const moment = instantFromMillis(Date.parse(at))
          return found.flat().flatMap((variant) => [...changeSheetRows(variant, moment, sheet)])
        })
        const rows = await run(
          Effect.catchTag(read, "BatchUnsuitable", () => Effect.succeed(null)),
          at,
        )
        return rows?.map((row) => row.map(textOfCell)) ?? null
      },
      fill: (variant_keys, at) =>
        run(addRecordsByVariants(principal, { batch_key: "SPRING", ...aFillRequest({ variant_keys }) }), at),
      show: (variants, at) => run(showVariants(organization, variants), at),
      retire: (variants, at) => run(retireVariants(organization, variants, at)),
      rezone: (zone, at) => run(rezoneBrand(organization, zone, at)),
      timeline: async (at, moment) => {
        const known_at = moment ?? null
        const query = { product_key: "P1", color: null, price_type: null, from: null, until: null, known_at }
        const found = await run(
          Effect.forEach(new Set(["base", ...lists.map((list) => list.price_list)]), (price_list) =>
            productTimeline(principal, { ...query, price_list }),
          ),
          at,
        )
        return { ...found[0]!, pairs: found.flatMap(({ pairs }) => pairs) }
      },
      prices: (price_list, moment, at) =>
        run(
          resolvePrices(principal, {
            price_list,
            variant_keys: given.variants,
            at: moment,
            show_passed_over: true,
          }),
          at,
        ),
    } satisfies PriceStory
  }
  return { story, close: () => runtime.dispose() }
}
