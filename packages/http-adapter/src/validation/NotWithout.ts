import { Context } from "effect"

/**
 * An endpoint's annotation: the member of a body without which there is none. The interface knows its path as one that
 * leads nowhere, and a client of before is answered so.
 */
export const NotWithout = Context.Reference<string | undefined>(
  "@hangtag/http-adapter/validation/NotWithout",
  { defaultValue: () => undefined },
)
