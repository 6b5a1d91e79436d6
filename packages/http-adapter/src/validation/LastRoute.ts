import { Context } from "effect"

/** An endpoint's annotation: whether its route `isLast`. */
export const LastRoute = Context.Reference("@hangtag/http-adapter/validation/LastRoute", {
  defaultValue: () => false,
})
