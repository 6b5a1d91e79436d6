import {
  ListPolicy,
  ListPolicyHistory,
  NewPriceList,
  PriceList,
  PriceListChange,
  PriceListList,
} from "@hangtag/core"
import { PriceListMove, PriceListMoveRequest } from "@hangtag/core/adapter"
import {
  createPriceList,
  getPriceList,
  getPriceListPolicy,
  listPriceListPolicyChanges,
  listPriceLists,
  previewPriceListMove,
  savePriceListPolicy,
  updatePriceList,
} from "@hangtag/core/effect"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { queryOf } from "../validation/queryOf.ts"
import { Idempotency } from "./Idempotency.ts"
import { errorsOf, served } from "./served.ts"

const Text = Schema.String

/** Price lists: which there are, in which currency, and which one each falls back to. */
export class PriceLists extends HttpApiGroup.make("priceLists")
  .add(
    HttpApiEndpoint.get(listPriceLists.name, "/api/pricing/price-lists", {
      query: queryOf(listPriceLists.input),
      success: PriceListList,
    }).annotateMerge(
      served(
        listPriceLists,
        "List Price Lists",
        "Lists price lists by key, as they stand now. Each word of `search` is a part of key or name, without accents or case. The header Link leads to the next page.",
      ),
    ),
    HttpApiEndpoint.post(createPriceList.name, "/api/pricing/price-lists", {
      payload: NewPriceList,
      success: PriceList,
      error: errorsOf(createPriceList, "with body"),
    })
      .middleware(Idempotency)
      .annotateMerge(
        served(
          createPriceList,
          "Create Price List",
          "Makes a price list in one currency of ISO 4217. Where it has no price of its own it shows that of its `parent`, which has the same currency; at most eight lists stand one above another. A list is archived, never deleted.",
        ),
      ),
    HttpApiEndpoint.get(getPriceList.name, "/api/pricing/price-lists/:price_list", {
      params: { price_list: Text },
      success: PriceList,
      error: errorsOf(getPriceList),
    }).annotateMerge(
      served(
        getPriceList,
        "Get Price List",
        "A price list as it stands now, with where it will stand; `ETag` names it for `If-Match`.",
        { etag: true },
      ),
    ),
    HttpApiEndpoint.patch(updatePriceList.name, "/api/pricing/price-lists/:price_list", {
      params: { price_list: Text },
      payload: PriceListChange,
      success: PriceList,
      error: errorsOf(updatePriceList, "with body"),
    }).annotateMerge(
      served(
        updatePriceList,
        "Update Price List",
        "Changes a price list; what is left out stays. Another `parent`, or `archived`, holds from `effective_from` on, now where it is left out: saying again what held, from the same instant on, takes it back. The currency of `base` is said once.",
      ),
    ),
    HttpApiEndpoint.post(previewPriceListMove.name, "/api/pricing/price-lists/:price_list/preview", {
      params: { price_list: Text },
      payload: PriceListMoveRequest,
      success: PriceListMove,
      error: errorsOf(previewPriceListMove, "with body"),
    }).annotateMerge(
      served(
        previewPriceListMove,
        "Preview Price List Move",
        "Says of how many variants a list would show another price, and which, where it stands below another `parent` or is `archived` from `effective_from` on: scheduled prices too, with what they are when they first differ. Lists below show it too (`shown_in`), or not, for a price of their own then (`overridden_in`). Nothing is written.",
      ),
    ),
    HttpApiEndpoint.get(getPriceListPolicy.name, "/api/pricing/price-lists/:price_list/policy", {
      params: { price_list: Text },
      success: ListPolicy,
      error: errorsOf(getPriceListPolicy),
    }).annotateMerge(
      served(
        getPriceListPolicy,
        "Get Price List Policy",
        "The guard rails that a list has of its own: each goes before the one of the brand. `ETag` names them for `If-Match`.",
        { etag: true },
      ),
    ),
    HttpApiEndpoint.put(savePriceListPolicy.name, "/api/pricing/price-lists/:price_list/policy", {
      params: { price_list: Text },
      payload: ListPolicy,
      success: ListPolicy,
      error: errorsOf(savePriceListPolicy, "with body"),
    }).annotateMerge(
      served(
        savePriceListPolicy,
        "Save Price List Policy",
        "Gives a list guard rails of its own, all of them anew: what is left out is the brand's, null is none of that kind.",
      ),
    ),
    HttpApiEndpoint.get(
      listPriceListPolicyChanges.name,
      "/api/pricing/price-lists/:price_list/policy/history",
      {
        params: { price_list: Text },
        query: queryOf(listPriceListPolicyChanges.input, ["price_list"]),
        success: ListPolicyHistory,
        error: errorsOf(listPriceListPolicyChanges),
      },
    ).annotateMerge(
      served(
        listPriceListPolicyChanges,
        "List Price List Policy Changes",
        "The policies that a list was given, each whole, with who gave it when: the newest first, by `revision`. The header Link leads to the next page.",
      ),
    ),
  )
  .annotate(OpenApi.Description, "Price lists, their currencies and which one each falls back to.") {}
