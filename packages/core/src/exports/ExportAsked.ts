import * as Schema from "effect/Schema"
import { emptyList, faultIssue } from "../kernel/faults.ts"
import { ExportRequest } from "./ExportRequest.ts"

const missingMappings = Schema.makeFilter<Pick<ExportRequest, "export_mode" | "column_mappings">>(
  ({ export_mode, column_mappings }) => {
    if (export_mode !== "column_based" || (column_mappings?.length ?? 0) > 0) return undefined
    return {
      path: ["column_mappings"],
      issue: column_mappings === null ? faultIssue("missing") : faultIssue("too_short", emptyList),
    }
  },
)

/** What callers ask for: columns, where there are to be some. */
export const ExportAsked = ExportRequest.check(missingMappings).annotate({ identifier: "ExportRequest" })
