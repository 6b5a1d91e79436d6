import type { WithdrawnDraft } from "@hangtag/core"
import { withdrawDraft } from "@hangtag/core/effect"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { useCase } from "../calls/useCase.ts"
import { answer } from "../output/answer.ts"
import { argument } from "../output/flags.ts"
import { saidText } from "../output/saidText.ts"
import { typeText } from "../output/typeText.ts"
import { withHelp } from "../output/withHelp.ts"

const describe = ({ variant_key, effective_from, withdrawn_at, ...record }: WithdrawnDraft) =>
  `${variant_key} ${typeText(record)} ${saidText(record)} from ${effective_from}: withdrawn at ${withdrawn_at}`

export const withdraw = Command.make(
  "withdraw",
  {
    key: argument("record", "The key of a draft that belongs to no batch, as previews and timelines list it"),
    organization: organizationFlag,
  },
  Effect.fn(function* ({ key, organization }) {
    const draft = yield* useCase(organization, (hangtag, caller) =>
      hangtag.withdrawDraft(caller, { record_key: key }),
    )
    yield* answer(withdrawDraft.toJson(draft), describe(draft))
  }),
).pipe(
  withHelp(
    "Withdraw a draft that belongs to no batch",
    ["database"],
    ["hangtag price-change withdraw 5f0c2b1e-8d0a-4b0e-9a51-0d0f6f1c2a77", "One that an import wrote"],
  ),
)
