import { encodeCsv } from "../files/encodeCsv.ts"
import { encodeXlsx } from "../files/encodeXlsx.ts"
import type { Encoder } from "./Encoder.ts"

/** Encodes in the calling thread, which has little time for anything else meanwhile; for bundles and small hosts. */
export const encodeHere: Encoder = ({ format, header, csv, xlsx, ...facts }, batches) =>
  format === "csv" ? encodeCsv(header, batches, csv) : encodeXlsx(header, batches, xlsx, facts)
