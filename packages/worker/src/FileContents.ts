import type { ExportRow } from "@hangtag/core/adapter"
import type { Stream } from "effect"
import type { FileColumns } from "./exportEncoding.ts"
import type { AboutLines } from "./files/aboutSheet.ts"
import type { EncodedCounts } from "./files/EncodedFile.ts"
import type { SheetLayout } from "./files/SheetLayout.ts"
import type { SheetPrint } from "./files/sheetPrint.ts"

/** What a job's file is made of. */
export interface FileContents<E> extends FileColumns {
  readonly about: AboutLines
  /** Of a file that people write into. */
  readonly layout?: SheetLayout
  /** Of a file that people print. */
  readonly print?: SheetPrint
  readonly batches: Stream.Stream<ReadonlyArray<ExportRow>, E>
  /** What is said of it once it is written. */
  readonly summary: (counts: EncodedCounts) => string
}
