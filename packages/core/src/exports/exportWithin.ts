import * as Effect from "effect/Effect"
import { requireWithin } from "../kernel/CallLimits.ts"
import type { LimitExceeded } from "../kernel/errors.ts"
import type { ExportRequest } from "./ExportRequest.ts"

/** Fails where the request names more keys or columns than one export may. */
export const exportWithin = Effect.fnUntraced(function* (
  request: ExportRequest,
): Effect.fn.Return<void, LimitExceeded> {
  const { product_keys, label_keys, source_filter, column_mappings } = request
  const keys = product_keys.length + (label_keys?.length ?? 0) + (source_filter?.length ?? 0)
  yield* requireWithin("export_keys", keys)
  yield* requireWithin("export_columns", column_mappings?.length ?? 0, ["column_mappings"])
})
