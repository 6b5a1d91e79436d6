import * as Context from "effect/Context"
import type * as Stream from "effect/Stream"
import type { Unavailable } from "../contract/errors.ts"
import type { ChangedVariant } from "../domain/changeSheet.ts"

/**
 * Reads what batches change, for their sheets.
 *
 * Promises: nothing of another organization is ever seen; the stream gives each variant of which the batch holds or
 * withdraws some price once, by product key and variant key, retired ones too, with all records of these price types;
 * everything is of the moment at which the stream began; memory does not grow with the variants. Of an unknown batch
 * there are none.
 */
export class BatchChanges extends Context.Service<
  BatchChanges,
  {
    readonly variants: (
      organization: string,
      batchKey: string,
    ) => Stream.Stream<ReadonlyArray<ChangedVariant>, Unavailable>
  }
>()("@hangtag/core/ports/BatchChanges") {}
