import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type {
  BatchBusy,
  BatchPublished,
  BatchUnsuitable,
  LimitExceeded,
  NotFound,
  Unavailable,
} from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import type { BatchRecord, BatchRecordPage, BatchRecordsQuery } from "./BatchRecords.ts"
import type { AddRecordsByVariantsRequest, FillOutcome } from "./RepublishFill.ts"
import type { FillPlan, FillSnapshot } from "./rules/fillBatch.ts"

/** A record of a batch as it was written, with when it begins and the time zone of its variant's brand. */
export interface BatchRecordFound extends BatchRecord {
  readonly effective_at: BrandedInstant
  readonly time_zone: string
}

/** A page of them, with the total of matches. */
export interface BatchRecordsFound extends Omit<BatchRecordPage, "items"> {
  readonly items: ReadonlyArray<BatchRecordFound>
}

/**
 * Keeps the batches of one organization and the prices that they hold.
 *
 * A batch holds the price records that were written for it (`batch_key`), but for those that a fill replaced, and
 * those that fills put there, each record once.
 *
 * Promises: nothing of another organization is ever seen or changed; a batch holds at most one record of a
 * variant and price type from fills; failing or being interrupted, a fill has changed nothing.
 */
export class BatchRepository extends Context.Service<
  BatchRepository,
  {
    /**
     * Reads what `decide` plans by at `at`, and puts the plan's records into the batch, all in one transaction in
     * which no other fill or publish of the batch takes part; gives what the plans come to (`outcomeWith`).
     *
     * The request may be worked off in parts, so that memory does not grow with it: `decide` is then given each part
     * in turn, every variant in one part with all of its price types, and what all parts show is of one moment. What
     * the batch holds of a pair is what a fill put there, else the last of its own active records that began by `at`;
     * a planned record takes the place of all of these, and of no draft or record for later.
     *
     * `decide` is given what the parts before came to, if any, and may refuse to go on: the fill fails with that then.
     * Who waits for another fill or publish for more than some seconds may fail with `BatchBusy`. Fails with
     * `BatchUnsuitable` for a batch that is discarded, or no republish (`unfit`).
     */
    readonly fill: (
      organization: string,
      batchKey: string,
      request: AddRecordsByVariantsRequest,
      at: BrandedInstant,
      decide: (
        part: AddRecordsByVariantsRequest,
        snapshot: FillSnapshot,
        before?: FillOutcome,
      ) => FillPlan | LimitExceeded,
    ) => Effect.Effect<
      FillOutcome,
      NotFound | BatchPublished | BatchUnsuitable | BatchBusy | LimitExceeded | Unavailable
    >
    /**
     * A page of the batch's records, in the total order of variant key, price type, record key (or its reverse) with the total
     * of matches; none where the batch is unknown. What is withdrawn leaves an open batch; any other keeps it, as `withdrawn`.
     */
    readonly records: (
      organization: string,
      batchKey: string,
      query: BatchRecordsQuery,
    ) => Effect.Effect<Option.Option<BatchRecordsFound>, Unavailable>
  }
>()("@hangtag/core/ports/BatchRepository") {}
