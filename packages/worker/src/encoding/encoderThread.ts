import { getPriority, setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import type { ExportRow } from "@hangtag/core/adapter"
import { ExportLimitExceeded } from "../files/ExportLimitExceeded.ts"
import { type Encoding, encodeHere } from "./Encoder.ts"
import { fullBlocks } from "./fullBlocks.ts"
import { Mailbox } from "./Mailbox.ts"
import { type PackedRows, unpackRows } from "./packRows.ts"
import { batchesAhead, blocksAhead, type FromThread, type ToThread } from "./threadMessages.ts"

// The thread's own program: encodes one file, block by block as the other side uses them, and ends.

// Behind the thread that answers requests: their p99 beside an export is a third less. Linux alone has a priority of each thread.
if (process.platform === "linux") {
  try {
    setPriority(0, Math.min(19, getPriority(0) + 5))
  } catch {
    // a sandbox may not allow it
  }
}

const port = parentPort!
const send = (message: FromThread, transfer: ReadonlyArray<ArrayBuffer> = []) =>
  port.postMessage(message, transfer)

const rows = new Mailbox<PackedRows | null>()
const room = new Mailbox<void>()
port.on("message", (message: ToThread) => {
  if (message.kind === "rows") rows.put(message.rows)
  else room.put()
})

async function* batches(): AsyncGenerator<ReadonlyArray<ExportRow>, void, undefined> {
  for (let i = 0; i < batchesAhead; i++) send({ kind: "more" })
  for (let packed = await rows.next(); packed !== null; packed = await rows.next()) {
    send({ kind: "more" })
    yield* unpackRows(packed)
  }
}

for (let i = 0; i < blocksAhead; i++) room.put()
try {
  const file = encodeHere(workerData as Encoding, batches(), new AbortController().signal)
  for await (const block of fullBlocks(file)) {
    await room.next()
    send({ kind: "block", block, counts: file.counts }, [block.buffer])
  }
  send({ kind: "end", counts: file.counts })
} catch (error) {
  if (error instanceof ExportLimitExceeded) {
    const { reason, limit, actual } = error
    send({ kind: "limit", reason, limit, actual })
  } else send({ kind: "failed", error })
}
port.close()
