import { Context } from "effect"

/**
 * An endpoint's annotation: whether it ignores members of bodies and queries that it does not know. Only the six operations of
 * the interface do, whose clients send more; everywhere else a misspelt member would be a request that nobody meant.
 */
export const IgnoresUnknownMembers = Context.Reference(
  "@hangtag/http-adapter/validation/IgnoresUnknownMembers",
  { defaultValue: () => false },
)
