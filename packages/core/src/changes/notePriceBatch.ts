import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { BatchBusy, NotFound } from "../kernel/errors.ts"
import { operation } from "../kernel/operation.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { BatchKey, requireBatch } from "./changeTarget.ts"
import { inTurn } from "./inTurn.ts"
import { BatchNote, PriceBatch } from "./PriceBatch.ts"
import { PriceChangeRepository } from "./PriceChangeRepository.ts"

/**
 * Writes what is to be said of a batch, in the place of what was; an empty text says nothing. A published or discarded batch takes a
 * note too: it is none of its prices. Fails with `NotFound` and `BatchBusy`. Needs `price:write`.
 */
export const notePriceBatch = operation({
  name: "notePriceBatch",
  permission: "price:write",
  input: Schema.Struct({ ...BatchKey.fields, note: BatchNote }),
  output: PriceBatch,
  errors: [NotFound, BatchBusy],
  ports: [PriceChangeRepository, Transaction],
  limits: [],
  effect: "draft",
  run: Effect.fnUntraced(function* (principal, { batch_key, note }) {
    const { organization } = principal
    const changes = yield* PriceChangeRepository
    return yield* inTurn(
      principal,
      [],
      Effect.fnUntraced(function* (act) {
        yield* requireBatch(organization, batch_key)
        yield* changes.note(organization, batch_key, note.trim() === "" ? null : note, act)
        return yield* requireBatch(organization, batch_key)
      }),
    )
  }),
})
