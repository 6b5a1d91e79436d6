import * as Effect from "effect/Effect"
import { AdapterFault } from "../contract/AdapterFault.ts"
import type { Brand } from "../contract/Catalog.ts"
import type { ColorwayPrefillRequest, ColorwayPreview, PrefillLine } from "../contract/ColorwayPreview.ts"
import { mostFaults } from "../contract/callLimits.ts"
import { type InvalidField, InvalidRequest, NotFound } from "../contract/errors.ts"
import { type Instant, instantToText } from "../contract/Instant.ts"
import type { PriceRecord } from "../contract/PriceRecord.ts"
import type { Principal } from "../contract/Principal.ts"
import { diffLines } from "../domain/diffLines.ts"
import { effectiveInstant, isTimeZone } from "../domain/effectiveInstant.ts"
import { futureRecordsAfter, type TimedLine } from "../domain/futureRecords.ts"
import { CallLimits } from "../ports/CallLimits.ts"
import { CatalogRepository } from "../ports/CatalogRepository.ts"
import { PriceRepository } from "../ports/PriceRepository.ts"
import { currentInstant } from "./currentInstant.ts"
import { inTurns } from "./inTurns.ts"
import { requirePermission } from "./requirePermission.ts"
import { requireWithin } from "./requireWithin.ts"
import { spanned } from "./spanned.ts"

/** So many comparisons take some milliseconds. */
const comparisonsAtATime = 5_000
const linesAtATime = 500

const timedLines = Effect.fnUntraced(function* (request: ColorwayPrefillRequest, timeZone: string) {
  const lines = yield* inTurns(request.lines, linesAtATime, (part) =>
    part.map(
      (line): TimedLine => ({
        ...line,
        effective_at: effectiveInstant(line.effective_from, timeZone) ?? Number.NaN,
      }),
    ),
  )
  const faults: Array<InvalidField> = []
  for (const [index, line] of lines.entries()) {
    if (!Number.isNaN(line.effective_at)) continue
    faults.push({
      loc: ["lines", index, "effective_from"],
      type: "datetime_from_date_parsing",
      msg: "Input should be an ISO 8601 date or date-time",
      input: line.effective_from,
    })
    if (faults.length === mostFaults) break
  }
  if (faults.length > 0) return yield* new InvalidRequest({ fields: faults })
  return lines
})

/** Of each variant and price type at most one record is in force. */
const incumbentLookup = (inForce: ReadonlyArray<PriceRecord>) => {
  const byVariant = new Map<string, Map<string, PriceRecord>>()
  for (const record of inForce) {
    const types = byVariant.get(record.variant_key)
    if (types === undefined) byVariant.set(record.variant_key, new Map([[record.price_type, record]]))
    else types.set(record.price_type, record)
  }
  return (variantKey: string, priceType: string) => byVariant.get(variantKey)?.get(priceType)
}

/** How often a future record meets a line of its price type. */
const collisions = (future: ReadonlyArray<PriceRecord>, lines: ReadonlyArray<PrefillLine>): number => {
  const linesOfType = new Map<string, number>()
  for (const { price_type } of lines) linesOfType.set(price_type, (linesOfType.get(price_type) ?? 0) + 1)
  return future.reduce((sum, { price_type }) => sum + (linesOfType.get(price_type) ?? 0), 0)
}

/** The caller's dates are all right: nobody can say when a day of this brand begins. */
const badTimeZone = ({ brand_key, time_zone }: Brand) =>
  new AdapterFault(
    "catalogRepository",
    "findColorway",
    `gave brand ${brand_key} the time zone ${JSON.stringify(time_zone)}, which is no IANA name: mend it in the catalog`,
  )

/**
 * Previews what a price change would do to a colorway, and what a new batch would collide with.
 *
 * `as_of` stands in for now. Fails with `NotFound` for an unknown brand, a product that is not the brand's, and
 * a color that none of the product's variants has; with `LimitExceeded` (`preview_pairs`, `preview_records`) before
 * anything is compared. Needs `price:read`.
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
    if (!isTimeZone(brand.time_zone)) return yield* Effect.die(badTimeZone(brand))
    yield* requireWithin("preview_pairs", Math.max(1, request.lines.length) * variant_keys.length)
    const lines = yield* timedLines(request, brand.time_zone)

    const now = as_of ?? (yield* currentInstant)
    const prices = yield* PriceRepository
    const { preview_records } = yield* CallLimits
    const { inForce, future } = yield* prices.pricesAround(
      principal.organization,
      variant_keys,
      now,
      preview_records,
    )
    yield* requireWithin("preview_records", inForce.length + future.length)
    yield* requireWithin("preview_pairs", collisions(future, lines), ["lines"])
    const incumbentOf = incumbentLookup(inForce)
    const futureOf = futureRecordsAfter(lines, now)
    const preview: ColorwayPreview = {
      brand_key,
      product_key,
      color,
      as_of: instantToText(now),
      variant_keys,
      lines: yield* inTurns(lines, Math.ceil(comparisonsAtATime / variant_keys.length), (part) =>
        diffLines(variant_keys, part, incumbentOf),
      ),
      future_records: yield* inTurns(future, linesAtATime, futureOf),
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
