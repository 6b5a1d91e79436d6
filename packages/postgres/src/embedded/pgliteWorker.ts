/** The thread that runs the embedded Postgres: a statement blocks this thread, never the program's. */

import { readFile } from "node:fs/promises"
import { type MessagePort, parentPort, receiveMessageOnPort } from "node:worker_threads"
import { PGlite } from "@electric-sql/pglite"
import { emptyDatabase } from "./emptyDatabase.ts"
import { endOnCrash } from "./endOnCrash.ts"
import { Housekeeping } from "./Housekeeping.ts"
import { SharedSession } from "./SharedSession.ts"
import type { ThreadRequest, ThreadResponse, ThreadStart } from "./ThreadMessage.ts"
import { unpackTar } from "./unpackTar.ts"

/** Not among the types of Node. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => object }

const port = parentPort as MessagePort

let lastWords = ""
const post = (response: ThreadResponse) =>
  port.postMessage(response, "bytes" in response ? [response.bytes.buffer as ArrayBuffer] : [])

/** Postgres tells on its log why it cannot go on; what is thrown says only that it stopped. */
const stop = (cause: unknown): never => {
  post({ kind: "stopped", reason: lastWords || String(cause) })
  process.exit(1)
}

/** Gives PGlite what a new database in memory begins with; one in a directory is put there for it to find. */
const beginning = ({ directory, isNew, template }: ThreadStart): { readonly loadDataDir?: Blob } => {
  const tar = isNew ? (template ?? emptyDatabase()) : undefined
  if (tar === undefined) return {}
  if (directory === undefined) return { loadDataDir: new Blob([new Uint8Array(tar)]) }
  unpackTar(tar, directory)
  return {}
}

/** Compiled while the program loads; PGlite does it itself, later, where its file is not beside it as in its package. */
const engine = readFile(new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite"))).then(
  (bytes) => ({ pgliteWasmModule: new WebAssembly.Module(bytes) }),
  () => ({}),
)

const open = async (start: ThreadStart) =>
  PGlite.create({
    ...(start.directory === undefined ? {} : { dataDir: start.directory }),
    ...beginning(start),
    ...(await engine),
    relaxedDurability: false,
    startParams: [
      ...PGlite.defaultStartParams,
      ...["-c", "log_min_messages=fatal"],
      // All of it is memory from the start. The operating system keeps the files' pages besides.
      ...["-c", "shared_buffers=64MB"],
    ],
    onStderr: (line) => {
      const said = /(?:FATAL|PANIC|DETAIL|postgres): +(.*)/.exec(line)?.[1]
      if (said !== undefined) lastWords = lastWords === "" ? said : `${lastWords}: ${said}`
      return false
    },
  })

const serve = (db: PGlite) => {
  const session = new SharedSession(
    (cycle, onRawData) => db.execProtocolRawStream(cycle, { onRawData }),
    (connection, bytes) => post({ kind: "bytes", connection, bytes }),
  )
  const housekeeping = new Housekeeping(db)
  const wanted = { dump: false, close: false }

  const accept = (request: ThreadRequest) => {
    if (request.kind === "bytes") session.receive(request.connection, request.bytes)
    else if (request.kind === "cancel") session.cancel(request.connection)
    else if (request.kind === "disconnect") session.disconnect(request.connection)
    else if (request.kind !== "open") wanted[request.kind] = true
  }
  // A statement runs synchronously, so requests that came during it (a cancellation among them) are taken in
  // here, before the next one starts.
  const acceptAll = () => {
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) accept(next.message)
  }

  let running = false
  const run = async () => {
    if (running) return
    running = true
    try {
      do {
        acceptAll()
        if (session.isFree) {
          if (wanted.close) return await close()
          if (wanted.dump) await dump()
          await housekeeping.runIfDue()
        }
      } while (await session.runNext())
      running = false
    } catch (cause) {
      stop(cause)
    }
  }
  const dump = async () => {
    wanted.dump = false
    const tar = await db.dumpDataDir("none")
    post({ kind: "dumped", bytes: new Uint8Array(await tar.arrayBuffer()) })
  }
  const close = async () => {
    await db.close()
    post({ kind: "closed" })
    port.close()
  }
  return (request: ThreadRequest) => {
    accept(request)
    housekeeping.schedule(run)
    void run()
  }
}

// Nothing else comes before `ready` was sent.
let receive = (request: ThreadRequest): void => {
  if (request.kind !== "open") return
  open(request).then(
    (db) => {
      lastWords = ""
      endOnCrash(db, stop)
      receive = serve(db)
      post({ kind: "ready" })
    },
    (cause) => stop(cause),
  )
}
port.on("message", (request: ThreadRequest) => receive(request))
