import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { BatchBusy, BatchUnsuitable, NotFound } from "../kernel/errors.ts"
import { requireFound } from "../kernel/faults.ts"
import { instantToText } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { shownIn } from "../kernel/rules/effectiveInstant.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { asAnswered } from "../prices/PriceRecord.ts"
import { inTurn } from "./inTurn.ts"
import { WithdrawnDraft } from "./PriceChange.ts"
import { PriceChangeRefused } from "./PriceChangeRefused.ts"
import { PriceChangeRepository } from "./PriceChangeRepository.ts"

/**
 * Withdraws a draft that belongs to no batch, as imports write them; one that is withdrawn stays so. Fails with `NotFound`, with
 * `BatchUnsuitable` for a record of a batch, with `PriceChangeRefused` for one that is active, and with `BatchBusy`. Needs
 * `price:write`.
 */
export const withdrawDraft = operation({
  name: "withdrawDraft",
  permission: "price:write",
  input: Schema.Struct({ record_key: Key }),
  output: WithdrawnDraft,
  errors: [NotFound, BatchUnsuitable, BatchBusy, PriceChangeRefused],
  ports: [PriceChangeRepository, Transaction],
  limits: [],
  effect: "draft",
  run: Effect.fnUntraced(function* (principal, { record_key }) {
    const changes = yield* PriceChangeRepository
    const withdraw = inTurn(principal, [], (act) =>
      changes.withdrawDraft(principal.organization, record_key, act),
    )
    const found = yield* requireFound(withdraw, "price record", record_key)
    const { variant_key, price_type, price_list, effective_from, status, batch_key, withdrawn, ...record } =
      shownIn(found.time_zone)(found)
    if (batch_key !== null)
      return yield* new BatchUnsuitable({
        batch_key,
        problem:
          status === "draft"
            ? `has price record ${record_key}: take it out of the batch, or discard the batch`
            : `published price record ${record_key}: take the batch back, or write a price change`,
      })
    if (status === "active" || withdrawn === undefined)
      return yield* new PriceChangeRefused({
        problem: `Price record ${record_key} is active, and only drafts are withdrawn: write a price change`,
        refusal: { reason: "active", record_key },
      })
    return {
      record_key,
      variant_key,
      price_type,
      price_list,
      ...asAnswered(record),
      effective_from,
      withdrawn_at: instantToText(withdrawn.at),
      withdrawn_by: withdrawn.by,
    }
  }),
})
