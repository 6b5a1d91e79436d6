import { priceFields } from "../../catalog/rules/exportFields.ts"
import type { Permission } from "../../kernel/Principal.ts"
import { isChangeSheet, isPriceSheet, type JobRequest } from "../ChangeSheet.ts"
import type { ExportRequest } from "../ExportRequest.ts"

/** The fields that show prices. */
export const priceFieldNames: ReadonlySet<string> = new Set(priceFields)

/** The names of the columns that show prices; none in `attribute_rows`, which reads no mapping. */
export const priceColumns = ({ export_mode, column_mappings }: ExportRequest): ReadonlyArray<string> =>
  export_mode === "column_based"
    ? (column_mappings ?? []).flatMap((each) =>
        priceFieldNames.has(each.source_field) ? [each.column_name] : [],
      )
    : []

/** What a job's file shows asks for, besides `product:read`. */
export const jobNeeds = (request: JobRequest): ReadonlyArray<Permission> => {
  if (isChangeSheet(request)) return ["batch:read"]
  if (isPriceSheet(request)) return ["price:read"]
  return priceColumns(request).length > 0 ? ["price:read"] : []
}
