import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NotFound } from "../kernel/errors.ts"
import { Key } from "../kernel/Key.ts"
import type { Principal } from "../kernel/Principal.ts"
import { PriceChangeRepository } from "./PriceChangeRepository.ts"

/** A batch by its key. */
export const BatchKey = Schema.Struct({ batch_key: Key })

/** The batch, or `NotFound`. */
export const foundBatch = Effect.fnUntraced(function* ({ organization }: Principal, batch_key: string) {
  const { find } = yield* PriceChangeRepository
  const found = yield* find(organization, batch_key)
  if (Option.isNone(found)) return yield* new NotFound({ resource: "batch", key: batch_key })
  return found.value
})
