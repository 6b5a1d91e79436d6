import { ListPolicy, ListPolicyHistory, NewPriceList, PriceListChange, PriceListList } from "@hangtag/core"
import { PriceListMoveRequest } from "@hangtag/core/adapter"
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
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { forCallers, get, patch, post, put } from "./endpoint.ts"
import { Idempotency } from "./Idempotency.ts"

/** Price lists: which there are, in which currency, and which one each falls back to. */
export class PriceLists extends HttpApiGroup.make("priceLists")
  .add(
    get(
      listPriceLists,
      "/api/pricing/price-lists",
      "List Price Lists",
      "Lists price lists by key, as they stand now. Each word of `search` is a part of key or name, without accents or case. The header Link leads to the next page.",
      { success: PriceListList },
    ),
    post(
      createPriceList,
      "/api/pricing/price-lists",
      "Create Price List",
      "Makes a price list in one currency of ISO 4217. Where it has no price of its own it shows that of its `parent`, which has the same currency; at most eight lists stand one above another. A list is archived, never deleted.",
      { payload: NewPriceList },
    ).middleware(Idempotency),
    get(
      getPriceList,
      "/api/pricing/price-lists/:price_list",
      "Get Price List",
      "A price list as it stands now, with where it will stand; `ETag` names it for `If-Match`.",
      { etag: true },
    ),
    patch(
      updatePriceList,
      "/api/pricing/price-lists/:price_list",
      "Update Price List",
      "Changes a price list; what is left out stays. Another `parent`, or `archived`, holds from `effective_from` on, now where it is left out: saying again what held, from the same instant on, takes it back. What is scheduled for later follows, up to what changes the same member itself. The currency of `base` is said once.",
      { payload: PriceListChange },
    ),
    post(
      previewPriceListMove,
      "/api/pricing/price-lists/:price_list/preview",
      "Preview Price List Move",
      "Says of how many variants a list would show another price, and which, where it stands below another `parent` or is `archived` from `effective_from` on: scheduled prices too, with what they are when they first differ. Lists below show it too (`shown_in`), or not, for a price of their own then (`overridden_in`). Nothing is written.",
      { payload: PriceListMoveRequest },
    ),
    get(
      getPriceListPolicy,
      "/api/pricing/price-lists/:price_list/policy",
      "Get Price List Policy",
      "The guard rails that a list has of its own: each goes before the one of the brand. `ETag` names them for `If-Match`.",
      { etag: true },
    ),
    put(
      savePriceListPolicy,
      "/api/pricing/price-lists/:price_list/policy",
      "Save Price List Policy",
      "Gives a list guard rails of its own, all of them anew: what is left out is the brand's, null is none of that kind.",
      { payload: ListPolicy },
    ),
    get(
      listPriceListPolicyChanges,
      "/api/pricing/price-lists/:price_list/policy/history",
      "List Price List Policy Changes",
      "The policies that a list was given, each whole, with who gave it when: the newest first, by `revision`. The header Link leads to the next page.",
      { success: ListPolicyHistory },
    ),
  )
  .pipe(forCallers)
  .annotate(OpenApi.Description, "Price lists, their currencies and which one each falls back to.") {}
