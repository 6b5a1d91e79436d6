import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { NotFound } from "../kernel/errors.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { PriceList } from "./PriceList.ts"
import { PriceListRepository } from "./PriceListRepository.ts"
import { readPriceLists, requireList } from "./readPriceLists.ts"
import { shownTo } from "./rules/shownList.ts"

/** A price list as it stands now. Fails with `NotFound`. Needs `price:read`. */
export const getPriceList = operation({
  name: "getPriceList",
  permission: "price:read",
  input: Schema.Struct({ price_list: Key }),
  output: PriceList,
  errors: [NotFound],
  ports: [PriceListRepository],
  limits: [],
  effect: "read",
  forBound: true,
  run: Effect.fnUntraced(function* (principal, { price_list }) {
    const lists = yield* readPriceLists(principal.organization, false, price_list)
    const list = yield* requireList(principal, lists, price_list)
    return shownTo(principal, lists)(list, yield* currentInstant)
  }),
})
