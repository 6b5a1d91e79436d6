import type { ExportRequest } from "../ExportRequest.ts"
import { isRead } from "./exportColumns.ts"

/** Tells of column mappings that the mode has no use for; undefined where there are none. */
export const ignoredMappings = ({
  export_mode,
  column_mappings,
}: Pick<ExportRequest, "export_mode" | "column_mappings">): string | undefined => {
  const count = column_mappings?.filter((each) => !isRead(export_mode, each)).length ?? 0
  return count === 0
    ? undefined
    : `Ignored ${count} column mapping${count === 1 ? "" : "s"}: attribute_rows has columns of its own`
}
