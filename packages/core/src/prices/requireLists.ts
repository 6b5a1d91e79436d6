import * as Effect from "effect/Effect"
import { basePriceList } from "../kernel/basePriceList.ts"
import { mostFaults } from "../kernel/CallLimits.ts"
import { InvalidRequest } from "../kernel/errors.ts"

/** A price list that a request names, and where; null, or left out: `base`. */
interface Named {
  readonly loc: ReadonlyArray<string | number>
  readonly price_list?: string | null | undefined
}

/** Fails with each list that the organization does not have, at its place. */
export const requireLists = Effect.fnUntraced(function* (named: ReadonlyArray<Named>) {
  const fields = named.flatMap(({ loc, price_list }) =>
    price_list == null || price_list === basePriceList
      ? []
      : [{ loc, type: "value_error", msg: "Value error, there is no such price list", input: price_list }],
  )
  if (fields.length > 0) return yield* new InvalidRequest({ fields: fields.slice(0, mostFaults) })
})
