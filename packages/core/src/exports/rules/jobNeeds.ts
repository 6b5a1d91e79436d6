import { priceFields } from "../../catalog/rules/exportFields.ts"
import type { Permission } from "../../kernel/Principal.ts"
import { isChangeSheet, isPriceSheet, type JobRequest } from "../ChangeSheet.ts"
import type { ExportRequest } from "../ExportRequest.ts"
import { isRead } from "./exportColumns.ts"

/** The fields that show prices. */
export const priceFieldNames: ReadonlySet<string> = new Set(priceFields)

/** The names of the columns that show prices, and of the rows that do. */
export const priceColumns = ({ export_mode, column_mappings }: ExportRequest): ReadonlyArray<string> =>
  (column_mappings ?? []).flatMap((each) =>
    priceFieldNames.has(each.source_field) && isRead(export_mode, each) ? [each.column_name] : [],
  )

/** What a job's file shows asks for, besides `product:read`. */
export const jobNeeds = (request: JobRequest): ReadonlyArray<Permission> => {
  if (isChangeSheet(request)) return ["batch:read"]
  if (isPriceSheet(request)) return ["price:read"]
  return priceColumns(request).length > 0 ? ["price:read"] : []
}
