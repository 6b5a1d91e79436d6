import { PriceHistory } from "@hangtag/core"
import { Effect, Option } from "effect"

/** The key of the draft of `seededCatalog` that is in no batch. */
export const draftKey = Effect.fnUntraced(function* (organization: string, suffix: string) {
  const { records } = yield* PriceHistory
  const of = { variant_key: `P1-BLK-9${suffix}` }
  const found = Option.getOrThrow(yield* records(organization, of, { price_type: null, limit: 100 }))
  const draft = found.records.find(({ status, batch_key }) => status === "draft" && batch_key === null)
  return draft!.record_key
})
