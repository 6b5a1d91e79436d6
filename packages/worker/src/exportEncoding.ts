import type { JobRequest } from "@hangtag/core"
import type { ColumnKind } from "@hangtag/core/adapter"
import type { Encoding, EncodingOptions } from "./encoding/Encoder.ts"
import type { AboutLines } from "./files/aboutSheet.ts"
import type { SheetFacts } from "./files/encodeXlsx.ts"

/** The columns of a file: what they are called, and what is in them. */
export interface FileColumns {
  readonly header: ReadonlyArray<string>
  readonly kinds: ReadonlyArray<ColumnKind>
}

/** How a job's file is written: as it was asked for, else as the worker is set up. */
export const exportEncoding = (
  { export_format, file_options }: JobRequest,
  {
    header,
    kinds,
    about,
    layout,
    print,
  }: FileColumns & Pick<SheetFacts, "layout" | "print"> & { readonly about: AboutLines },
  { csv, xlsx }: EncodingOptions,
): Encoding => {
  return {
    format: export_format,
    header,
    kinds,
    layout,
    print,
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
