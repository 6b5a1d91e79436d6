import { InvalidRequest, type PriceSheetFile } from "@hangtag/core"
import { Effect } from "effect"

/** Reads a price sheet that was sent as a file, xlsx or csv. Fails with what is wrong with the file, and what to do. */
export type ReadSheet = (file: Uint8Array) => Effect.Effect<PriceSheetFile, { readonly reason: string }>

const readNone: ReadSheet = () =>
  Effect.fail({ reason: "this server reads no files; send the rows of the sheet as JSON" })

/** The sheet of a file, or that it is none; files are read where the host says how. */
export const sheetOf = (
  read: ReadSheet | undefined,
  file: Uint8Array,
): Effect.Effect<PriceSheetFile, InvalidRequest> =>
  Effect.mapError(
    (read ?? readNone)(file),
    ({ reason }) =>
      new InvalidRequest({
        fields: [
          {
            loc: ["sheet"],
            type: "value_error",
            msg: `Value error, the file cannot be taken: ${reason}`,
            input: null,
          },
        ],
      }),
  )
