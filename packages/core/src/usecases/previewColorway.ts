import * as Effect from "effect/Effect"
import type { ColorwayPrefillRequest, ColorwayPreview } from "../contract/ColorwayPreview.ts"
import { InvalidRequest, NotFound } from "../contract/errors.ts"
import { type Instant, instantToText } from "../contract/Instant.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import type { Principal } from "../contract/Principal.ts"
import { diffLines } from "../domain/diffLines.ts"
import { effectiveInstant } from "../domain/effectiveInstant.ts"
import { futureRecords, type TimedLine } from "../domain/futureRecords.ts"
import { CatalogRepository } from "../ports/CatalogRepository.ts"
import { PriceRepository } from "../ports/PriceRepository.ts"
import { currentInstant } from "./currentInstant.ts"
import { requirePermission } from "./requirePermission.ts"
import { spanned } from "./spanned.ts"

const timedLines = (request: ColorwayPrefillRequest, timeZone: string) => {
  const lines = request.lines.map(
    (line): TimedLine => ({
      ...line,
      effective_at: effectiveInstant(line.effective_from, timeZone) ?? Number.NaN,
    }),
  )
  const faults = lines.flatMap((line, index) =>
    Number.isNaN(line.effective_at)
      ? [
          {
            loc: ["lines", index, "effective_from"],
            type: "datetime_from_date_parsing",
            msg: "Input should be an ISO 8601 date or date-time",
            input: line.effective_from,
          },
        ]
      : [],
  )
  return faults.length > 0 ? Effect.fail(new InvalidRequest({ fields: faults })) : Effect.succeed(lines)
}

const incumbentLookup = (inForce: ReadonlyArray<PriceRecord>) => {
  const byVariant = Map.groupBy(inForce, (record) => record.variant_key)
  return (variantKey: string, priceType: string) =>
    byVariant.get(variantKey)?.find((record) => record.price_type === priceType)
}

/**
 * Previews what a price change would do to a colorway, and what a new batch would collide with.
 *
 * `as_of` stands in for now. Fails with `NotFound` for an unknown brand, a product that is not the brand's, and
 * a color that none of the product's variants has. Needs `price:read`.
 */
export const previewColorway = spanned(
  "previewColorway",
  Effect.fnUntraced(function* (
    principal: Principal,
    brand_key: string,
    request: ColorwayPrefillRequest,
    as_of?: Instant,
  ) {
    yield* requirePermission(principal, "price:read")
    const { product_key, color } = request
    const catalog = yield* CatalogRepository
    const { brand, productFound, variant_keys } = yield* catalog.findColorway(principal.organization, {
      brand_key,
      product_key,
      color,
    })
    if (brand === null) return yield* new NotFound({ resource: "brand", key: brand_key })
    if (!productFound) return yield* new NotFound({ resource: "product", key: product_key })
    if (variant_keys.length === 0) return yield* new NotFound({ resource: "colorway", key: color })
    const lines = yield* timedLines(request, brand.time_zone)

    const now = as_of ?? (yield* currentInstant)
    const prices = yield* PriceRepository
    const { inForce, future } = yield* prices.pricesAround(principal.organization, variant_keys, now)
    const preview: ColorwayPreview = {
      brand_key,
      product_key,
      color,
      as_of: instantToText(now),
      variant_keys,
      lines: diffLines(variant_keys, lines, incumbentLookup(inForce)),
      future_records: futureRecords(future, lines, now),
      incumbents: inForce.map(({ variant_key, price_type, amount, effective_from, record_key }) => ({
        variant_key,
        price_type,
        amount,
        effective_from,
        record_key,
      })),
    }
    return preview
  }),
)
