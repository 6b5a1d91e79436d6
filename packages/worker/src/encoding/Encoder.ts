import type { ExportFormat } from "@hangtag/core"
import type { ExportRow } from "@hangtag/core/adapter"
import type { EncodedFile } from "../files/EncodedFile.ts"
import { type CsvOptions, encodeCsv } from "../files/encodeCsv.ts"
import { encodeXlsx, type SheetFacts, type XlsxOptions } from "../files/encodeXlsx.ts"

/** How files are written; plain data, so that it can cross to another thread. */
export interface EncodingOptions {
  readonly csv?: CsvOptions | undefined
  readonly xlsx?: XlsxOptions | undefined
}

/** What is to be encoded: format, header, and what is said of the file. */
export interface Encoding extends EncodingOptions, SheetFacts {
  readonly format: ExportFormat
  readonly header: ReadonlyArray<string>
}

/**
 * Turns batches of rows into a file. The same rows give the same bytes, however they are cut into batches.
 *
 * Reading the file fails with what the batches fail with, `ExportLimitExceeded` or `EncoderStopped`; once
 * `signal` aborts, it ends or fails soon, though no batch may come.
 */
export type Encoder = (
  encoding: Encoding,
  batches: AsyncIterable<ReadonlyArray<ExportRow>>,
  signal: AbortSignal,
) => EncodedFile

/** Encodes in the calling thread, which has little time for anything else meanwhile; for bundles and small hosts. */
export const encodeHere: Encoder = ({ format, header, csv, xlsx, ...facts }, batches) =>
  format === "csv" ? encodeCsv(header, batches, csv) : encodeXlsx(header, batches, xlsx, facts)
