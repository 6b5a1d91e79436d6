import * as Schema from "effect/Schema"
import { isCurrency } from "./rules/currencyCodes.ts"

/** A currency by its code of ISO 4217, such as `EUR`. */
export const Currency = Schema.String.check(
  Schema.makeFilter(isCurrency, { expected: "a currency of ISO 4217, such as EUR" }),
)
