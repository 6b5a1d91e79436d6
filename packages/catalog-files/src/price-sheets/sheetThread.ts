import { once } from "node:events"
import { parentPort, workerData } from "node:worker_threads"
import { Effect } from "effect"
import type { FromSheetThread } from "./readInThread.ts"
import { readPriceSheet } from "./readPriceSheet.ts"

// The thread's own program: reads one price sheet, hands its rows over in parts, and ends.

/** The other side takes some in a few milliseconds. */
const rowsAtOnce = 500

const send = (message: FromSheetThread) => parentPort!.postMessage(message)

const { path, name } = workerData as { readonly path: string; readonly name: string }
const read = await Effect.runPromise(Effect.result(readPriceSheet(path, name)))
if (read._tag === "Failure") send({ kind: "refused", reason: read.failure.reason })
else {
  const { sheets, is_1904 } = read.success
  for (const { name, rows } of sheets) {
    send({ kind: "sheet", name })
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      send({ kind: "rows", rows: rows.slice(at, at + rowsAtOnce) })
      // messages that have come are taken in one turn, all of them
      await once(parentPort!, "message")
    }
  }
  send({ kind: "end", is_1904 })
}
