import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CallLimits, requireWithin } from "../kernel/CallLimits.ts"
import { LimitExceeded, NotFound } from "../kernel/errors.ts"
import { requireFound } from "../kernel/faults.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { writtenAt } from "../kernel/rules/effectiveInstant.ts"
import { requireLists } from "../prices/readLists.ts"
import {
  type BatchRecord,
  type BatchRecordPage,
  BatchRecordsPage,
  BatchRecordsQuery,
} from "./BatchRecords.ts"
import { type BatchRecordFound, BatchRepository } from "./BatchRepository.ts"

/** Of the last record of a full page. */
const placeOf = ({ items }: Pick<BatchRecordPage, "items">, limit: number) => {
  const last = items.at(-1)
  if (last === undefined || items.length < limit) return null
  const { variant_key, price_type, record_key } = last
  return { variant_key, price_type, record_key }
}

/** The record with when it begins in the time zone that its brand has by now. */
const shown = ({ effective_at, time_zone, ...record }: BatchRecordFound): BatchRecord => ({
  ...record,
  effective_from: writtenAt(record.effective_from, effective_at, time_zone),
})

/**
 * Lists a page of a batch's records. Fails with `NotFound` for an unknown batch, with `InvalidRequest` for an unknown price list, and with `LimitExceeded`
 * (`record_offset`) where the batch has as many records to pass over: who goes on after the last record of a page
 * (`after`) passes over none. Needs `batch:read`.
 */
export const listBatchRecords = operation({
  name: "listBatchRecords",
  permission: "batch:read",
  input: Schema.Struct({ batch_key: Key, ...BatchRecordsQuery.fields }),
  output: BatchRecordsPage,
  errors: [NotFound, LimitExceeded],
  ports: [BatchRepository],
  limits: ["record_offset"],
  effect: "read",
  unknownMembers: "ignored",
  run: Effect.fnUntraced(function* (principal, { batch_key, ...query }) {
    const { organization } = principal
    const { price_list } = query
    if (price_list !== null) yield* requireLists(principal, [{ loc: ["price_list"], price_list }])
    const batches = yield* BatchRepository
    const { record_offset } = yield* CallLimits
    const isDeep = query.offset > record_offset
    const asked = isDeep ? { ...query, offset: 0, limit: 1 } : query
    const page = yield* requireFound(batches.records(organization, batch_key, asked), "batch", batch_key)
    if (!isDeep) return { ...page, items: page.items.map(shown), next: placeOf(page, query.limit) }
    // behind the end there is nothing to pass over
    if (page.total > record_offset) yield* requireWithin("record_offset", query.offset, ["offset"])
    return { ...page, items: [], offset: query.offset, limit: query.limit, next: null }
  }),
})
