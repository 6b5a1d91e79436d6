import { Context } from "effect"

/** An endpoint's annotation: whether its route `isLast`. */
export const LastRoute = Context.Reference("@hangtag/http-adapter/validation/LastRoute", {
  defaultValue: () => false,
})

/**
 * An endpoint's annotation: whether it is one of the six operations of the interface, whose clients exist. Those ignore members of
 * bodies and queries that they do not know, and read an escaped slash in a path as a slash. Everywhere else a misspelt member
 * is refused, and a key may have a slash.
 */
export const RecordedRoute = Context.Reference("@hangtag/http-adapter/validation/RecordedRoute", {
  defaultValue: () => false,
})

/**
 * An endpoint's annotation: the member of a body without which there is none. The interface knows its path as one that
 * leads nowhere, and a client of before is answered so.
 */
export const NotWithout = Context.Reference<string | undefined>(
  "@hangtag/http-adapter/validation/NotWithout",
  { defaultValue: () => undefined },
)
