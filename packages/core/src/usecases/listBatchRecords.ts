import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { BatchRecordsQuery } from "../contract/BatchRecords.ts"
import { NotFound } from "../contract/errors.ts"
import type { Principal } from "../contract/Principal.ts"
import { BatchRepository } from "../ports/BatchRepository.ts"
import { requirePermission } from "./requirePermission.ts"
import { spanned } from "./spanned.ts"

/** Lists a page of a batch's records. Fails with `NotFound` for an unknown batch. Needs `batch:read`. */
export const listBatchRecords = spanned(
  "listBatchRecords",
  Effect.fnUntraced(function* (principal: Principal, batch_key: string, query: BatchRecordsQuery) {
    yield* requirePermission(principal, "batch:read")
    const batches = yield* BatchRepository
    const page = yield* batches.records(principal.organization, batch_key, query)
    if (Option.isNone(page)) return yield* new NotFound({ resource: "batch", key: batch_key })
    return page.value
  }),
)
