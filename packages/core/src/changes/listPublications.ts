import * as Effect from "effect/Effect"
import { operation } from "../kernel/operation.ts"
import { PublicationPage, PublicationQuery } from "./PriceBatch.ts"
import { PriceChangeRepository } from "./PriceChangeRepository.ts"

/** Publications after a number, in order, each once. Needs `batch:read`. */
export const listPublications = operation({
  name: "listPublications",
  permission: "batch:read",
  input: PublicationQuery,
  output: PublicationPage,
  errors: [],
  ports: [PriceChangeRepository],
  limits: [],
  effect: "read",
  run: Effect.fnUntraced(function* ({ organization }, { after, limit }) {
    const { publications } = yield* PriceChangeRepository
    return { items: yield* publications(organization, after, limit) }
  }),
})
