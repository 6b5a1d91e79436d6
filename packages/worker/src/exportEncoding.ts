import type { ExportRequest } from "@hangtag/core"
import { columnKinds, type ExportShape, exportHeader } from "@hangtag/core/adapter"
import type { Encoding, EncodingOptions } from "./encoding/Encoder.ts"
import type { AboutLines } from "./files/aboutSheet.ts"

/** How a job's file is written: as it was asked for, else as the worker is set up. */
export const exportEncoding = (
  { export_format, file_options }: ExportRequest,
  shape: ExportShape,
  about: AboutLines,
  { csv, xlsx }: EncodingOptions,
): Encoding => {
  return {
    format: export_format,
    header: exportHeader(shape),
    kinds: columnKinds(shape),
    about: file_options?.about_sheet ? about : undefined,
    csv: {
      delimiter: file_options?.csv_delimiter ?? csv?.delimiter,
      decimal: file_options?.csv_decimal ?? csv?.decimal,
      bom: file_options?.csv_bom ?? csv?.bom,
      formulaGuard: file_options?.csv_formula_guard ?? csv?.formulaGuard,
      gzip: file_options?.gzip ?? csv?.gzip,
    },
    xlsx,
  }
}
