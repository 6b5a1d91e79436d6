import {
  BatchChanges,
  type ChangedVariant,
  type ChangeSheetRequest,
  instantToText,
  type JobRecord,
  type Unavailable,
} from "@hangtag/core"
import { changeSheetColumns, changeSheetRows } from "@hangtag/core/adapter"
import { Effect, Option } from "effect"
import { completedSheetMessage } from "./exportMessage.ts"
import type { FileContents } from "./FileContents.ts"
import type { RequestUnreadable } from "./jobOutcome.ts"
import type { RunProgress } from "./RunProgress.ts"
import { batchesInTurns } from "./rowBatches.ts"

const rows = {
  of: changeSheetRows,
  counts: ({ pairs }: ChangedVariant) =>
    pairs.reduce((sum, { held, records, withdrawing }) => {
      const isOfBatch = records.filter(
        ({ record_key }) => held.has(record_key) || withdrawing.has(record_key),
      )
      return sum + isOfBatch.length
    }, 0),
}

const requestUnreadable: RequestUnreadable = { _tag: "RequestUnreadable" }

/** What a batch changes, as it is when the run begins. Workers of hosts whose ports tell no changes cannot read it. */
export const changeSheet = Effect.fnUntraced(function* (
  { organization, created_at }: JobRecord,
  { batch_key }: ChangeSheetRequest,
  progress: RunProgress,
): Effect.fn.Return<FileContents<Unavailable>, RequestUnreadable> {
  const changes = Option.getOrUndefined(yield* Effect.serviceOption(BatchChanges))
  if (changes === undefined) return yield* Effect.fail(requestUnreadable)
  const batches = batchesInTurns(rows, changes.variants(organization, batch_key), progress, () => {
    progress.stage = "writing"
  })
  return {
    header: Object.keys(changeSheetColumns),
    kinds: Object.values(changeSheetColumns),
    about: [
      ["Asked for at", instantToText(created_at)],
      ["Batch", batch_key],
      ["Date-times", "As clocks in the time zone of each product's brand show them"],
      ["Previous amounts", "What is in force just before a price begins, if there were no such batch"],
    ],
    batches,
    told: (counts) => completedSheetMessage(batch_key, progress.processed, counts),
  }
})
