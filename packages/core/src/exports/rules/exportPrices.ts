import { parseEffectiveFrom } from "../../kernel/EffectiveFrom.ts"
import type { InvalidField } from "../../kernel/errors.ts"
import type { BrandedInstant } from "../../kernel/Instant.ts"
import { effectiveInstant } from "../../kernel/rules/effectiveInstant.ts"
import type { ExportRequest } from "../ExportRequest.ts"

type Asked = Pick<ExportRequest, "price_as_of">

/** The instant whose prices in force an export has: the one it names, else when it was asked for. */
export const exportPricesAt = ({ price_as_of }: Asked, asked: BrandedInstant): BrandedInstant =>
  (price_as_of == null ? undefined : effectiveInstant(price_as_of, "UTC")) ?? asked

/** What is wrong with the instant that an export names: brands have days of their own, so that it needs an offset. */
export const exportPricesFaults = ({ price_as_of }: Asked): ReadonlyArray<InvalidField> => {
  if (price_as_of == null || parseEffectiveFrom(price_as_of)?.offset !== undefined) return []
  const error =
    "price_as_of is a date-time with offset, such as 2026-12-01T00:00:00Z, since each brand has days of its own"
  return [
    {
      loc: ["price_as_of"],
      type: "value_error",
      msg: `Value error, ${error}`,
      input: price_as_of,
      ctx: { error },
    },
  ]
}
