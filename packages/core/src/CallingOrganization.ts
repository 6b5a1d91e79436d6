import * as Context from "effect/Context"

/**
 * Whose call is being worked on, for adapters that share what they have among organizations, connections say; null
 * where that is no one's.
 */
export const CallingOrganization = Context.Reference<string | null>(
  "@hangtag/core/ports/CallingOrganization",
  { defaultValue: () => null },
)
