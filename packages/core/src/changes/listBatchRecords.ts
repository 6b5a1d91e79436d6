import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CallLimits } from "../kernel/CallLimits.ts"
import { NotFound } from "../kernel/errors.ts"
import type { Principal } from "../kernel/Principal.ts"
import { requirePermission } from "../kernel/requirePermission.ts"
import { requireWithin } from "../kernel/requireWithin.ts"
import { spanned } from "../kernel/spanned.ts"
import type { BatchRecordsQuery } from "./BatchRecords.ts"
import { BatchRepository } from "./BatchRepository.ts"

/**
 * Lists a page of a batch's records. Fails with `NotFound` for an unknown batch, and with `LimitExceeded`
 * (`record_offset`) where the batch has so many records to pass over: who goes on after the last record of a page
 * (`after`) passes over none. Needs `batch:read`.
 */
export const listBatchRecords = spanned(
  "listBatchRecords",
  Effect.fnUntraced(function* (principal: Principal, batch_key: string, query: BatchRecordsQuery) {
    yield* requirePermission(principal, "batch:read")
    const batches = yield* BatchRepository
    const { record_offset } = yield* CallLimits
    const isDeep = query.offset > record_offset
    const asked = isDeep ? { ...query, offset: 0, limit: 1 } : query
    const page = yield* batches.records(principal.organization, batch_key, asked)
    if (Option.isNone(page)) return yield* new NotFound({ resource: "batch", key: batch_key })
    if (!isDeep) return page.value
    // behind the end there is nothing to pass over
    if (page.value.total > record_offset) yield* requireWithin("record_offset", query.offset, ["offset"])
    return { ...page.value, items: [], offset: query.offset, limit: query.limit }
  }),
)
