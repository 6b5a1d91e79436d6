import { basePriceList, compareText, PriceHistory, type Variant } from "@hangtag/core"
import { priceOrderByPair } from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { organizationOf } from "./MemoryState.ts"

/** Every record that there is, of variants whether retired or not. */
export const memoryPriceHistory: Layer.Layer<PriceHistory, never, MemoryCatalog> = Layer.effect(
  PriceHistory,
  Effect.map(MemoryCatalog, ({ read }) =>
    PriceHistory.of({
      records: (organization, of, { price_type, price_lists = [basePriceList], limit, wasKnown = false }) =>
        read((state) => {
          const own = organizationOf(state, organization)
          const productKey =
            "variant_key" in of ? own.variants.get(of.variant_key)?.variant.product_key : of.product_key
          const product = own.products.get(productKey ?? "")
          const brand = own.brands.get(product?.brand_key ?? "")
          if (brand === undefined) return Option.none()
          const isThere = ({ product_key, color }: Pick<Variant, "product_key" | "color">) =>
            !("variant_key" in of) && product_key === of.product_key && (of.color ?? color) === color
          const variants = [...own.variants.values()]
            .filter(({ variant, former }) =>
              "variant_key" in of
                ? variant.variant_key === of.variant_key
                : isThere(variant) || (wasKnown && former.some(isThere)),
            )
            .map(({ variant: { variant_key, product_key, color, size }, known_at, retired, former }) => ({
              variant_key,
              product_key,
              color,
              size,
              known_at,
              ...(retired !== undefined && { retired_at: retired.at }),
              ...(wasKnown && { former }),
            }))
            .sort((a, b) => compareText(a.variant_key, b.variant_key))
          const records = variants
            .flatMap(({ variant_key }) => own.prices.get(variant_key) ?? [])
            .filter((record) => price_type === null || record.price_type === price_type)
            .filter((record) => price_lists.includes(record.price_list))
            .sort(priceOrderByPair)
          return Option.some({
            time_zone: brand.time_zone,
            variants,
            count: Math.min(records.length, limit + 1),
            records: records.length > limit ? [] : records,
          })
        }),
    }),
  ),
)
