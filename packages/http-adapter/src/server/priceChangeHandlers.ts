import {
  BatchMoment,
  BatchReview,
  type PriceAdjustmentPage,
  PriceAdjustmentResult,
  WithdrawnDraft,
} from "@hangtag/core"
import { wireJson } from "@hangtag/core/adapter"
import { Hangtag } from "@hangtag/core/effect"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentPrincipal } from "../api/Authentication.ts"
import { HangtagApi } from "../api/HangtagApi.ts"
import { batchMomentPlace } from "../api/places.ts"
import { BasePath } from "../validation/basePath.ts"
import { withPayload } from "../validation/withPayload.ts"
import { answer } from "./answer.ts"
import { listAnswer } from "./listAnswer.ts"
import { ok, priceChangeAnswer } from "./wireJson.ts"

const adjustmentJson = wireJson(PriceAdjustmentResult)
const momentJson = wireJson(BatchMoment)
const reviewJson = wireJson(BatchReview)
const withdrawnDraftJson = wireJson(WithdrawnDraft)

/** `Link` (RFC 8288) to the page after this one. */
const linkTo = (
  url: string,
  { next }: { readonly next: string | number | null },
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => {
  if (next === null) return {}
  const [path, query] = url.split("?", 2)
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries({ ...more, after: next })) parameters.set(name, String(value))
  return { link: `<${path}?${parameters}>; rel="next"` }
}

/** To the colorways after these: of what was written that is the page of its batch. */
const linkToColorways = (url: string, page: PriceAdjustmentPage) =>
  linkTo(url, page, page.batch_key === null ? {} : { written: page.batch_key })

/** Price changes behind their endpoints. */
export const priceChanges = HttpApiBuilder.group(HangtagApi, "priceChanges", (handlers) =>
  Effect.map(Hangtag, (hangtag) =>
    handlers
      .handleRaw(
        "generatePriceChange",
        withPayload(({ params, payload }) =>
          Effect.flatMap(CurrentPrincipal, (principal) =>
            answer(hangtag.generatePriceChange(principal, params.brand_key, payload), priceChangeAnswer),
          ),
        ),
      )
      .handleRaw(
        "adjustPrices",
        withPayload(({ params, payload, query, request }) =>
          Effect.flatMap(Effect.zip(CurrentPrincipal, BasePath), ([principal, basePath]) => {
            const { percent, amount, set } = payload.adjust
            const adjust = percent != null ? { percent } : amount != null ? { amount } : { set: set! }
            const { preview, after, written = null } = query
            const dry_run = payload.dry_run || preview
            return answer(
              hangtag.adjustPrices(
                principal,
                params.brand_key,
                { ...payload, adjust, dry_run },
                { written, after },
              ),
              ({ next: _, ...result }) => Effect.succeed(ok(adjustmentJson(result))),
              (page) => linkToColorways(basePath + request.url, page),
            )
          }),
        ),
      )
      .handleRaw(
        "createPriceBatch",
        withPayload(({ payload }) =>
          Effect.flatMap(CurrentPrincipal, (principal) =>
            answer(hangtag.createPriceBatch(principal, payload)),
          ),
        ),
      )
      .handleRaw("listPriceBatches", ({ query, request }) =>
        Effect.flatMap(Effect.zip(CurrentPrincipal, BasePath), ([principal, basePath]) => {
          const { status = null, kind = null, brand_key = null, search = null, reverts = null } = query
          const { limit, after } = query
          const asked = {
            ...{ status, kind, brand_key, search, reverts, limit },
            ...(after === undefined ? {} : { after }),
          }
          return answer(
            hangtag.listPriceBatches(principal, asked),
            ({ next: _, ...list }) => Effect.succeed(ok(list)),
            (page) => linkTo(basePath + request.url, page),
          )
        }),
      )
      .handleRaw("getPriceBatch", ({ params }) =>
        Effect.flatMap(CurrentPrincipal, (principal) => answer(hangtag.getPriceBatch(principal, params.key))),
      )
      .handleRaw("listBatchMoments", (paged) =>
        Effect.flatMap(CurrentPrincipal, (principal) => {
          const { limit, after } = paged.query
          const query = { limit, after: batchMomentPlace.readOrNull(after) }
          const page = Effect.map(
            hangtag.listBatchMoments(principal, paged.params.key, query),
            ({ items, ...rest }) => ({ ...rest, items: items.map(momentJson) }),
          )
          return listAnswer(paged, page, batchMomentPlace.write)
        }),
      )
      .handleRaw("reviewPriceBatch", ({ params, query, request }) =>
        Effect.flatMap(Effect.zip(CurrentPrincipal, BasePath), ([principal, basePath]) =>
          answer(
            hangtag.reviewPriceBatch(principal, params.key, query),
            ({ next: _, ...review }) => Effect.succeed(ok(reviewJson(review))),
            (page) => linkTo(basePath + request.url, page),
          ),
        ),
      )
      .handleRaw(
        "removeBatchChanges",
        withPayload(({ params, payload }) =>
          Effect.flatMap(CurrentPrincipal, (principal) =>
            answer(hangtag.removeBatchChanges(principal, params.key, payload)),
          ),
        ),
      )
      .handleRaw("withdrawDraft", ({ params }) =>
        Effect.flatMap(CurrentPrincipal, (principal) =>
          answer(hangtag.withdrawDraft(principal, params.record_key), (draft) =>
            Effect.succeed(ok(withdrawnDraftJson(draft))),
          ),
        ),
      )
      .handleRaw("discardPriceBatch", ({ params }) =>
        Effect.flatMap(CurrentPrincipal, (principal) =>
          answer(hangtag.discardPriceBatch(principal, params.key)),
        ),
      )
      .handleRaw(
        "publishPriceBatch",
        withPayload(({ params, payload }) =>
          Effect.flatMap(CurrentPrincipal, (principal) =>
            answer(hangtag.publishPriceBatch(principal, params.key, payload)),
          ),
        ),
      )
      .handleRaw("revertPriceBatch", ({ params }) =>
        Effect.flatMap(CurrentPrincipal, (principal) =>
          answer(hangtag.revertPriceBatch(principal, params.key)),
        ),
      )
      .handleRaw(
        "exportPriceBatch",
        withPayload(({ params, payload }) =>
          Effect.flatMap(CurrentPrincipal, (principal) =>
            answer(hangtag.exportPriceBatch(principal, params.key, payload)),
          ),
        ),
      )
      .handleRaw("listPublications", ({ query }) =>
        Effect.flatMap(CurrentPrincipal, (principal) => answer(hangtag.listPublications(principal, query))),
      ),
  ),
)
