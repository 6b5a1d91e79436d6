import type { ExportSelection } from "./ExportRepository.ts"
import type { ExportRequest } from "./ExportRequest.ts"

/** Which product versions a request selects; an empty `source_filter` filters nothing, as an absent one. */
export const exportSelection = (request: ExportRequest): ExportSelection => ({
  product_keys: [...new Set(request.product_keys)],
  brand_key: null,
  label_keys: request.filter_by_label ? (request.label_keys ?? []) : null,
  sources: request.source_filter !== null && request.source_filter.length > 0 ? request.source_filter : null,
  latest_only: request.filter_latest_version,
})
