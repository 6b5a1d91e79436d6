import { extname } from "node:path"
import { Worker, type WorkerOptions } from "node:worker_threads"
import type { ExportRow } from "@hangtag/core/adapter"
import { type EncodedCounts, noCounts } from "../files/EncodedFile.ts"
import { ExportLimitExceeded } from "../files/ExportLimitExceeded.ts"
import type { Encoder, Encoding } from "./Encoder.ts"
import { EncoderStopped } from "./EncoderStopped.ts"
import { Mailbox } from "./Mailbox.ts"
import { packRows } from "./packRows.ts"
import type { FromThread, ToThread } from "./threadMessages.ts"

/** An encoder that runs a program in a thread for each file. */
export const threadEncoder =
  (program: URL): Encoder =>
  (encoding, batches, signal) => {
    const counts = noCounts()
    const blocks = threadBlocks(program, encoding, batches, signal, counts)
    return { counts, [Symbol.asyncIterator]: () => blocks }
  }

/**
 * Encodes in a thread of its own, so that the calling one has time for requests and heartbeats meanwhile.
 *
 * The thread's program has to lie beside this file: a host that bundles its code takes `encodeHere`.
 */
export const encodeInThread: Encoder = threadEncoder(
  // This file runs as .ts from the sources and as .js from a package, and so does the program.
  new URL(`./encoderThread${extname(import.meta.url)}`, import.meta.url),
)

const threadOptions = (): WorkerOptions => ({
  name: "export",
  // Room for a few batches of very long texts. Left to itself the heap grows by 100 MB before it is tidied.
  resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
  // A thread inherits the process's options, and refuses this one of `node -e`.
  ...(process.execArgv.some((option) => option.startsWith("--input-type")) ? { execArgv: [] } : {}),
})

const stopped = (cause: Error & { readonly code?: unknown }) =>
  new EncoderStopped({ reason: cause.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "thread", cause })

async function* threadBlocks(
  program: URL,
  encoding: Encoding,
  batches: AsyncIterable<ReadonlyArray<ExportRow>>,
  signal: AbortSignal,
  counts: EncodedCounts,
): AsyncGenerator<Uint8Array, void, undefined> {
  const thread = new Worker(program, { ...threadOptions(), workerData: encoding })
  const send = (message: ToThread, transfer: ReadonlyArray<ArrayBuffer> = []) =>
    thread.postMessage(message, transfer)
  const received = new Mailbox<Exclude<FromThread, { readonly kind: "more" }>>()
  const rows = batches[Symbol.asyncIterator]()

  const sendRows = async (): Promise<void> => {
    const next = await rows.next()
    if (next.done) return send({ kind: "rows", rows: null })
    const packed = packRows(next.value, encoding.header.length)
    send({ kind: "rows", rows: packed }, [packed.kinds.buffer, packed.ends.buffer])
  }
  let sending = Promise.resolve()
  thread.on("message", (message: FromThread) => {
    if (message.kind !== "more") return received.put(message)
    sending = sending.then(sendRows)
    sending.catch((error) => received.fail(error))
  })
  thread.on("error", (error) => received.fail(stopped(error)))
  thread.on("exit", (code) => received.fail(stopped(new Error(`Exit code ${code}`))))
  const stop = () => void thread.terminate()
  signal.addEventListener("abort", stop)

  try {
    for (;;) {
      const message = await received.next()
      switch (message.kind) {
        case "block":
          Object.assign(counts, message.counts)
          yield message.block
          send({ kind: "used" })
          break
        case "end":
          Object.assign(counts, message.counts)
          return
        case "limit":
          throw new ExportLimitExceeded({
            reason: message.reason,
            limit: message.limit,
            actual: message.actual,
          })
        case "failed":
          throw message.error
      }
    }
  } finally {
    signal.removeEventListener("abort", stop)
    await thread.terminate()
    // Not waited for: they may be waiting for rows themselves.
    rows.return?.().catch(() => {})
  }
}
