import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import type { PriceSheetFile, SheetRow } from "@hangtag/core"
import { Effect } from "effect"
import { FileNotImportable } from "../importErrors.ts"

/** What the thread hands over, in this order. */
export type FromSheetThread =
  | { readonly kind: "sheet"; readonly name: string }
  /** Of the sheet before. */
  | { readonly kind: "rows"; readonly rows: ReadonlyArray<SheetRow> }
  | { readonly kind: "end"; readonly is_1904: boolean }
  | { readonly kind: "refused"; readonly reason: string }

// This file runs as .ts from the sources and as .js from a package, and so does the program.
const program = new URL(`./sheetThread${extname(import.meta.url)}`, import.meta.url)

const options = {
  name: "price sheet",
  // a workbook takes some twelve bytes of memory for each that it unpacks to
  resourceLimits: { maxOldGenerationSizeMb: 1_024 },
  // a thread inherits the process's options, and refuses this one of `node -e`
  ...(process.execArgv.some((option) => option.startsWith("--input-type")) ? { execArgv: [] } : {}),
}

const tooLarge = "it takes more memory than there is for it; take it in parts, or save it as csv"

/** Reads a price sheet in a thread of its own: a workbook is read in one go, which may take seconds. */
export const readInThread = (path: string, name: string): Effect.Effect<PriceSheetFile, FileNotImportable> =>
  Effect.callback((resume) => {
    const thread = new Worker(program, { ...options, workerData: { path, name } })
    const refuse = (reason: string) => resume(Effect.fail(new FileNotImportable({ file: name, reason })))
    const sheets: Array<{ readonly name: string; readonly rows: Array<SheetRow> }> = []
    thread.on("message", (message: FromSheetThread) => {
      switch (message.kind) {
        case "sheet":
          sheets.push({ name: message.name, rows: [] })
          break
        case "rows": {
          const { rows } = sheets.at(-1)!
          for (const row of message.rows) rows.push(row)
          setImmediate(() => thread.postMessage("more"))
          break
        }
        case "end":
          resume(Effect.succeed({ sheets, is_1904: message.is_1904 }))
          break
        case "refused":
          refuse(message.reason)
      }
    })
    thread.on("error", (error: Error & { readonly code?: unknown }) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY" ? refuse(tooLarge) : resume(Effect.die(error)),
    )
    thread.on("exit", (code) =>
      resume(Effect.die(new Error(`The thread that reads price sheets ended with ${code}`))),
    )
    return Effect.promise(() => thread.terminate())
  })
