import {
  BatchChanges,
  type BatchUnsuitable,
  type ChangedVariant,
  type ChangeSheetRequest,
  type Instant,
  instantToText,
  type JobRecord,
  type Unavailable,
} from "@hangtag/core"
import {
  changeSheetColumns,
  changeSheetHeader,
  changeSheetRows,
  inSizeOrder,
  readSheetLists,
  type SheetLists,
} from "@hangtag/core/adapter"
import { Effect, Option, Stream } from "effect"
import { completedSheetMessage } from "./exportMessage.ts"
import type { FileContents } from "./FileContents.ts"
import type { RequestUnreadable } from "./jobOutcome.ts"
import type { RunProgress } from "./RunProgress.ts"
import { batchesInTurns } from "./rowBatches.ts"

/** Of an open batch as if it were published when the sheet was asked for, whichever attempt writes it. */
const rowsAt = (now: Instant, lists: SheetLists) => ({
  of: (variant: ChangedVariant) => changeSheetRows(variant, now, lists),
  counts: ({ pairs }: ChangedVariant) =>
    pairs.reduce((sum, { held, records, withdrawing }) => {
      const isOfBatch = records.filter(
        ({ record_key }) => held.has(record_key) || withdrawing.has(record_key),
      )
      return sum + isOfBatch.length
    }, 0),
})

const requestUnreadable: RequestUnreadable = { _tag: "RequestUnreadable" }

/** What a batch changes, of what there is when the run begins. Workers of hosts whose ports show no changes cannot read it. */
export const changeSheet = Effect.fnUntraced(function* (
  { organization, created_at }: JobRecord,
  { batch_key, file_options }: ChangeSheetRequest,
  progress: RunProgress,
): Effect.fn.Return<FileContents<BatchUnsuitable | Unavailable>, RequestUnreadable | Unavailable> {
  const changes = Option.getOrUndefined(yield* Effect.serviceOption(BatchChanges))
  if (changes === undefined) return yield* Effect.fail(requestUnreadable)
  const lists = yield* readSheetLists(organization)
  const inOrder = inSizeOrder()
  const variants = Stream.concat(
    Stream.map(changes.variants(organization, batch_key, lists.beside), inOrder.add),
    Stream.sync(inOrder.rest),
  )
  const batches = batchesInTurns(rowsAt(created_at, lists), variants, progress, () => {
    progress.stage = "writing"
  })
  return {
    header: changeSheetHeader(file_options?.headings),
    print: {
      title: `Price change ${batch_key}`,
      paper: file_options?.paper ?? "a4",
      created: instantToText(created_at),
    },
    kinds: Object.values(changeSheetColumns).map(({ kind }) => kind),
    about: [
      ["Asked for at", instantToText(created_at)],
      ["Batch", batch_key],
      ["Date-times", "As clocks in the time zone of each product's brand show them"],
      [
        "Previous prices",
        "What the price list shows just before a price begins, the batch's own prices counted: its own, or that of the list it falls back to",
      ],
      ["Until", "The first moment at which the price is in force no more; the last day is the day before"],
    ],
    batches,
    summary: (counts) => completedSheetMessage(batch_key, progress.processed, counts),
  }
})
