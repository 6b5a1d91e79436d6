import { Hangtag } from "@hangtag/core/effect"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentPrincipal } from "../api/Authentication.ts"
import { HangtagApi } from "../api/HangtagApi.ts"
import { colorwayPlace } from "../api/places.ts"
import { withPayload } from "../validation/withPayload.ts"
import { answer } from "./answer.ts"
import { asIs, listAnswer } from "./listAnswer.ts"

const catalog = HttpApiBuilder.group(HangtagApi, "catalog", (handlers) =>
  Effect.map(Hangtag, (hangtag) =>
    handlers
      .handleRaw("listBrands", (paged) =>
        Effect.flatMap(CurrentPrincipal, (principal) => {
          const { search = null, limit, after = null } = paged.query
          return listAnswer(paged, hangtag.listBrands(principal, { search, limit, after }), asIs)
        }),
      )
      .handleRaw("listProducts", (paged) =>
        Effect.flatMap(CurrentPrincipal, (principal) => {
          const {
            search = null,
            brand_key = null,
            label = null,
            source = null,
            limit,
            after = null,
          } = paged.query
          const query = { search, brand_key, label, source, limit, after }
          return listAnswer(paged, hangtag.listProducts(principal, query), asIs)
        }),
      )
      .handleRaw("getProduct", (paged) =>
        Effect.flatMap(CurrentPrincipal, (principal) => {
          const { color = null, limit, after } = paged.query
          const query = { color, limit, after: colorwayPlace.readOrNull(after) }
          const product = hangtag.getProduct(principal, paged.params.product_key, query)
          return listAnswer(paged, product, colorwayPlace.write)
        }),
      ),
  ),
)

const discoveries = HttpApiBuilder.group(HangtagApi, "discoveries", (handlers) =>
  Effect.map(Hangtag, (hangtag) =>
    handlers
      .handleRaw("listCrawlJobs", (paged) =>
        Effect.flatMap(CurrentPrincipal, (principal) => {
          const { limit, after = null } = paged.query
          return listAnswer(paged, hangtag.listCrawlJobs(principal, { limit, after }), asIs)
        }),
      )
      .handleRaw("listCrawlDiscoveries", (paged) =>
        Effect.flatMap(CurrentPrincipal, (principal) => {
          const { selected = null, search = null, limit, after = null } = paged.query
          const query = { selected, search, limit, after }
          return listAnswer(paged, hangtag.listCrawlDiscoveries(principal, paged.params.job_id, query), asIs)
        }),
      )
      .handleRaw(
        "selectCrawlDiscoveries",
        withPayload(({ params, payload }) =>
          Effect.flatMap(CurrentPrincipal, (principal) =>
            answer(hangtag.selectCrawlDiscoveries(principal, params.job_id, payload)),
          ),
        ),
      ),
  ),
)

/** What there is in the catalog, and what crawls found, behind their endpoints. */
export const catalogHandlers = Layer.merge(catalog, discoveries)
