import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { hasNoSheet } from "../changes/BatchChanges.ts"
import { requireBatch } from "../changes/changeTarget.ts"
import { PriceChangeRepository } from "../changes/PriceChangeRepository.ts"
import { ChangeSheetOptions } from "../exports/ChangeSheet.ts"
import { ExportQueued } from "../exports/ExportRequest.ts"
import { exportLane } from "../exports/rules/exportLane.ts"
import { fileOptionFaults } from "../exports/rules/fileOptions.ts"
import { BatchUnsuitable, type InvalidField, NotFound, TooManyOpen } from "../kernel/errors.ts"
import { requireNoFaults, valueFault } from "../kernel/faults.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { JobRepository } from "./JobRepository.ts"
import { queueJob } from "./queueJob.ts"

/** A sheet of changes has no lists, and csv is not printed: what is asked for and cannot be had is said. */
const sheetFaults = ({ export_format, file_options }: ChangeSheetOptions): ReadonlyArray<InvalidField> => {
  const fault = (name: "list_separator" | "paper", problem: string): ReadonlyArray<InvalidField> => {
    const input = file_options?.[name] ?? null
    const loc = ["file_options", name]
    return input === null ? [] : [valueFault(loc, input, problem)]
  }
  return [
    ...fault("list_separator", "a change sheet has no lists: leave list_separator out"),
    ...(export_format === "csv"
      ? fault("paper", "paper is for xlsx files: leave it out, or set export_format to xlsx")
      : []),
  ]
}

/**
 * Queues the change sheet of a batch, open or published, as `queueExport` queues an export of products: a job of the same
 * kind, whose `total` counts what the batch holds and withdraws.
 *
 * Fails with `NotFound`, with `BatchUnsuitable` for a discarded batch, with `InvalidRequest` for file options that the file has no use for, and with `TooManyOpen` as
 * `queueExport` does. Needs `batch:read`.
 */
export const exportPriceBatch = operation({
  name: "exportPriceBatch",
  permission: "batch:read",
  input: Schema.Struct({ batch_key: Key, ...ChangeSheetOptions.fields }),
  output: ExportQueued,
  errors: [NotFound, BatchUnsuitable, TooManyOpen],
  ports: [PriceChangeRepository, JobRepository],
  limits: ["openExports"],
  effect: "write",
  run: Effect.fnUntraced(function* (principal, { batch_key, ...options }) {
    const { brand_key, status, counts } = yield* requireBatch(principal.organization, batch_key)
    if (status === "discarded") return yield* hasNoSheet(batch_key)
    yield* requireNoFaults([...fileOptionFaults(options), ...sheetFaults(options)])
    const total = counts.records + counts.withdrawals
    return yield* queueJob(principal, {
      request: { batch_key, brand_key, ...options },
      total,
      lane: exportLane(0, total),
      message: `Queued: ${total} changes of batch ${batch_key}`,
      created_at: yield* currentInstant,
    })
  }),
})
