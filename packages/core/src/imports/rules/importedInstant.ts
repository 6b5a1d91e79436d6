import type { BrandedInstant } from "../../kernel/Instant.ts"
import { effectiveInstant } from "../../kernel/rules/effectiveInstant.ts"

/** The instant from which on something imported holds, or why it is not taken. */
export const importedInstant = (
  effective_from: string,
  timeZone: string,
): BrandedInstant | { readonly rejected: string } =>
  effectiveInstant(effective_from, timeZone) ?? {
    rejected: `effective_from ${JSON.stringify(effective_from)} is no ISO 8601 date or date-time of the years 0001 to 9999 in UTC`,
  }
