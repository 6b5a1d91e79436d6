import { parseEffectiveFrom } from "../../kernel/EffectiveFrom.ts"
import type { InvalidField } from "../../kernel/errors.ts"
import { dateFault, errorFault } from "../../kernel/faults.ts"
import type { BrandedInstant } from "../../kernel/Instant.ts"
import { effectiveInstant } from "../../kernel/rules/effectiveInstant.ts"
import type { ExportRequest } from "../ExportRequest.ts"

type Asked = Pick<ExportRequest, "price_as_of" | "price_known_at">

const instantOf = (text: string | null | undefined) =>
  text == null ? undefined : effectiveInstant(text, "UTC")

/** The moment whose knowledge of prices an export has; undefined: the present one. */
export const exportKnownAt = ({ price_known_at }: Asked): BrandedInstant | undefined =>
  instantOf(price_known_at)

/** The instant whose prices in force an export has: the one it names, else the one of `exportKnownAt`, else when it was asked for. */
export const exportPricesAt = (request: Asked, asked: BrandedInstant): BrandedInstant =>
  instantOf(request.price_as_of) ?? exportKnownAt(request) ?? asked

/**
 * What is wrong with the moments that an export names: brands have days of their own, so that they need an offset, and what will be known
 * later it is unknown when it is `asked` for.
 */
export const exportPricesFaults = (request: Asked, asked: BrandedInstant): ReadonlyArray<InvalidField> =>
  (["price_as_of", "price_known_at"] as const).flatMap((name) => {
    const text = request[name]
    if (text == null) return []
    const hasOffset = parseEffectiveFrom(text)?.offset !== undefined
    const instant = instantOf(text)
    if (instant === undefined) return [dateFault([name], text)]
    if (hasOffset && (name === "price_as_of" || instant <= asked)) return []
    const error = hasOffset
      ? "price_known_at should not be in the future"
      : `${name} is a date-time with offset, such as 2026-12-01T00:00:00Z, since each brand has days of its own`
    return errorFault([name], text, error)
  })
