import { PriceChangeRepository } from "@hangtag/core"
import { Effect } from "effect"
import { act, openBatch } from "./openBatch.ts"

/** A price change that was published, and changed nothing. */
export const publishedBatch = Effect.fnUntraced(function* (organization: string, key: string) {
  const { publish } = yield* PriceChangeRepository
  yield* openBatch(organization, key)
  yield* publish(organization, key, act)
})
