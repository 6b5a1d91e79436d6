import * as Context from "effect/Context"
import type * as Stream from "effect/Stream"
import { BatchUnsuitable, type Unavailable } from "../kernel/errors.ts"
import type { ChangedVariant } from "./rules/changeSheet.ts"

/** What the stream of a discarded batch fails with. */
export const hasNoSheet = (batch_key: string): BatchUnsuitable =>
  new BatchUnsuitable({ batch_key, problem: "is discarded: it changes nothing, and has no change sheet" })

/**
 * Reads what batches change, for their sheets.
 *
 * Promises: nothing of another organization is ever seen; the stream gives each variant of which the batch holds or
 * withdraws some price once, by product key and variant key, retired ones too, with all records of these price types; of a
 * published batch each of which it published or withdrew some, for pairs with a basis though that is withdrawn since, with the
 * records but those that came after it, none of them withdrawn or taken back by what was published after it; of an open one that takes another back those of the other one, which is
 * planned anew, with all published ones that take others back.
 * Everything is of the moment at which the stream began; memory does not grow with the variants. Of an unknown batch there
 * are none; of a discarded one the stream fails with `hasNoSheet`.
 */
export class BatchChanges extends Context.Service<
  BatchChanges,
  {
    /** What a batch changes, some variants at a time, by product key and variant key. */
    readonly variants: (
      organization: string,
      batchKey: string,
      /** Lists of which records are given too (`ChangedVariant.beside`) where the batch has a price of the list that they stand under. */
      beside?: ReadonlyMap<string, ReadonlyArray<string>>,
    ) => Stream.Stream<ReadonlyArray<ChangedVariant>, BatchUnsuitable | Unavailable>
  }
>()("@hangtag/core/ports/BatchChanges") {}
