import {
  type BatchRecordsQuery,
  type DownloadLink,
  PriceExplanation,
  PricePolicy,
  PricePolicyChange,
  type SortDirection,
  type TimelineQuery,
  UpcomingPrices,
  type UpcomingQuery,
} from "@hangtag/core"
import { recordPageJson, wireJson } from "@hangtag/core/adapter"
import { Hangtag } from "@hangtag/core/effect"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentPrincipal } from "../api/Authentication.ts"
import { HangtagApi } from "../api/HangtagApi.ts"
import { recordPlace, upcomingPlace } from "../api/places.ts"
import { BasePath } from "../validation/basePath.ts"
import { withPayload } from "../validation/withPayload.ts"
import { answer } from "./answer.ts"
import { catalogHandlers } from "./catalogHandlers.ts"
import { etagOf, expectedBy } from "./etag.ts"
import { jobs } from "./jobHandlers.ts"
import { listAnswer } from "./listAnswer.ts"
import { linkTo, nextPage } from "./nextPage.ts"
import { priceChanges } from "./priceChangeHandlers.ts"
import { answerHealth, answerReadiness, Readiness } from "./readiness.ts"
import { ok, previewAnswer, timelineAnswer } from "./wireJson.ts"

/** A link that names no host leads to where the API is mounted. */
const underBasePath = (link: DownloadLink, basePath: string): DownloadLink =>
  link.url.startsWith("/") ? { ...link, url: basePath + link.url } : link

const timelineQuery = (query: Partial<Record<keyof TimelineQuery, string>>): TimelineQuery => ({
  price_type: query.price_type ?? null,
  from: query.from ?? null,
  until: query.until ?? null,
})

const explanationJson = wireJson(PriceExplanation)
const policyJson = wireJson(PricePolicy)
const policyChangeJson = wireJson(PricePolicyChange)
const upcomingJson = wireJson(UpcomingPrices)

const answerPolicy = (policy: PricePolicy) => Effect.succeed(ok(policyJson(policy)))

const pricing = HttpApiBuilder.group(HangtagApi, "pricing", (handlers) =>
  Effect.map(Hangtag, (hangtag) =>
    handlers
      .handleRaw(
        "colorwayPrefill",
        withPayload(({ params, payload, query }) =>
          Effect.flatMap(CurrentPrincipal, (principal) =>
            answer(hangtag.previewColorway(principal, params.brand_key, payload, query.as_of), previewAnswer),
          ),
        ),
      )
      .handleRaw("variantTimeline", ({ params, query }) =>
        Effect.flatMap(CurrentPrincipal, (principal) =>
          answer(hangtag.priceTimeline(principal, params, timelineQuery(query)), timelineAnswer),
        ),
      )
      .handleRaw("productTimeline", ({ params, query }) =>
        Effect.flatMap(CurrentPrincipal, (principal) => {
          const of = { ...params, color: query.color ?? null }
          return answer(hangtag.priceTimeline(principal, of, timelineQuery(query)), timelineAnswer)
        }),
      )
      .handleRaw("explainPrice", ({ params, query }) =>
        Effect.flatMap(CurrentPrincipal, (principal) =>
          answer(
            hangtag.explainVariantPrice(principal, params.variant_key, { ...query, at: query.at ?? null }),
            (explanation) => Effect.succeed(ok(explanationJson(explanation))),
          ),
        ),
      )
      .handleRaw("upcoming", (paged) =>
        Effect.flatMap(CurrentPrincipal, (principal) => {
          const { from = null, until = null, brand_key = null, limit, after } = paged.query
          const place = upcomingPlace.readOrNull(after)
          const asked: UpcomingQuery = { from, until, brand_key, limit, ...(place && { after: place }) }
          const page = Effect.map(hangtag.listUpcomingPrices(principal, asked), ({ items, ...rest }) => ({
            ...rest,
            items: items.map(upcomingJson),
          }))
          return listAnswer(paged, page, upcomingPlace.write)
        }),
      )
      .handleRaw("getPricePolicy", ({ params }) =>
        Effect.flatMap(CurrentPrincipal, (principal) =>
          answer(hangtag.getPricePolicy(principal, params.brand_key), answerPolicy, (policy) => ({
            etag: etagOf(policy),
          })),
        ),
      )
      .handleRaw(
        "savePricePolicy",
        withPayload(({ params, payload, request }) =>
          Effect.flatMap(CurrentPrincipal, (principal) => {
            const expected = expectedBy(request.headers["if-match"])
            return answer(
              hangtag.savePricePolicy(principal, params.brand_key, payload, expected),
              answerPolicy,
              (policy) => ({ etag: etagOf(policy) }),
            )
          }),
        ),
      )
      .handleRaw("listPolicyChanges", ({ params, query, request }) =>
        Effect.flatMap(Effect.zip(CurrentPrincipal, BasePath), ([principal, basePath]) => {
          const { limit, after = null } = query
          return answer(
            hangtag.listPolicyChanges(principal, params.brand_key, { limit, after }),
            (page) => Effect.succeed(ok({ items: page.items.map(policyChangeJson) })),
            ({ next }) => linkTo(basePath + request.url, query, next === null ? null : String(next)),
          )
        }),
      )
      .handleRaw(
        "addRecordsByVariants",
        withPayload(({ params, payload }) =>
          Effect.flatMap(CurrentPrincipal, (principal) =>
            answer(hangtag.addRecordsByVariants(principal, params.key, payload)),
          ),
        ),
      ),
  ),
)

const products = HttpApiBuilder.group(HangtagApi, "products", (handlers) =>
  Effect.map(Hangtag, (hangtag) =>
    handlers
      .handleRaw(
        "exportAsync",
        withPayload(({ payload }) =>
          Effect.flatMap(CurrentPrincipal, (principal) => answer(hangtag.queueExport(principal, payload))),
        ),
      )
      .handleRaw(
        "exportPreflight",
        withPayload(({ payload }) =>
          Effect.flatMap(CurrentPrincipal, (principal) =>
            answer(hangtag.preflightExport(principal, payload)),
          ),
        ),
      )
      .handleRaw("exportFields", () =>
        Effect.flatMap(CurrentPrincipal, (principal) => answer(hangtag.listExportFields(principal))),
      )
      .handleRaw(
        "updateDiscoverySelection",
        withPayload(({ params, payload, request }) =>
          Effect.flatMap(CurrentPrincipal, (principal) => {
            const expected = expectedBy(request.headers["if-match"])
            return answer(
              hangtag.selectCrawlDiscovery(principal, params, payload.selected, expected),
              undefined,
              (discovery) => ({ etag: etagOf(discovery) }),
            )
          }),
        ),
      )
      .handleRaw("searchVariants", ({ params, query }) =>
        Effect.flatMap(CurrentPrincipal, (principal) =>
          answer(
            hangtag.searchVariants(principal, params.product_key, { text: query.q, limit: query.limit }),
          ),
        ),
      )
      .handleRaw("downloadUrl", ({ params }) =>
        Effect.flatMap(Effect.zip(CurrentPrincipal, BasePath), ([principal, basePath]) =>
          answer(hangtag.downloadLink(principal, params.job_id), (link) =>
            Effect.succeed(ok(underBasePath(link, basePath))),
          ),
        ),
      ),
  ),
)

const batches = HttpApiBuilder.group(HangtagApi, "batches", (handlers) =>
  Effect.map(Hangtag, (hangtag) =>
    handlers.handleRaw("listBatchRecords", ({ params, query: { after, ...query }, request }) =>
      Effect.flatMap(Effect.zip(CurrentPrincipal, BasePath), ([principal, basePath]) => {
        const place = after === undefined ? undefined : recordPlace.read(after)
        const asked: BatchRecordsQuery = {
          ...query,
          search: query.search ?? null,
          sort: query.sort as SortDirection,
          ...(place === undefined ? {} : { after: place }),
        }
        return answer(
          hangtag.listBatchRecords(principal, params.key, asked),
          (page) => Effect.succeed(ok(recordPageJson(page))),
          (page) => nextPage(basePath + request.url, asked, page),
        )
      }),
    ),
  ),
)

const callers = HttpApiBuilder.group(HangtagApi, "callers", (handlers) =>
  handlers.handleRaw("getCaller", () =>
    Effect.map(CurrentPrincipal, ({ organization, subject, permissions }) =>
      ok({ organization, subject, permissions: [...permissions] }),
    ),
  ),
)

const system = HttpApiBuilder.group(HangtagApi, "system", (handlers) =>
  Effect.map(Readiness, (service) =>
    handlers
      .handleRaw("healthz", () => answerHealth)
      .handleRaw("readyz", () => Effect.provideService(answerReadiness, Readiness, service)),
  ),
)

/** The use cases behind their endpoints: decode, one use case, encode. */
export const handlers = Layer.mergeAll(
  pricing,
  priceChanges,
  products,
  catalogHandlers,
  batches,
  jobs,
  callers,
  system,
)
