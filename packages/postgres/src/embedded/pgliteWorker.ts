/** The thread that runs the embedded Postgres: a statement blocks this thread, never the program's. */

import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads"
import { PGlite } from "@electric-sql/pglite"
import { emptyDatabase } from "./emptyDatabase.ts"
import { endOnCrash } from "./endOnCrash.ts"
import { Housekeeping } from "./Housekeeping.ts"
import { SharedSession } from "./SharedSession.ts"
import type { ThreadRequest, ThreadResponse, ThreadStart } from "./ThreadMessage.ts"

const port = parentPort as MessagePort
const { directory, isNew, template } = workerData as ThreadStart

let lastWords = ""
const post = (response: ThreadResponse) =>
  port.postMessage(response, "bytes" in response ? [response.bytes.buffer as ArrayBuffer] : [])

/** Postgres tells on its log why it cannot go on; what is thrown says only that it stopped. */
const stop = (cause: unknown): never => {
  post({ kind: "stopped", reason: lastWords || String(cause) })
  process.exit(1)
}

const beginning = () => (template === undefined ? emptyDatabase() : new Blob([new Uint8Array(template)]))

const open = () => {
  const loadDataDir = isNew ? beginning() : undefined
  return PGlite.create({
    ...(directory === undefined ? {} : { dataDir: directory }),
    ...(loadDataDir === undefined ? {} : { loadDataDir }),
    relaxedDurability: false,
    startParams: [...PGlite.defaultStartParams, "-c", "log_min_messages=fatal"],
    onStderr: (line) => {
      const said = /(?:FATAL|PANIC|DETAIL|postgres): +(.*)/.exec(line)?.[1]
      if (said !== undefined) lastWords = lastWords === "" ? said : `${lastWords}: ${said}`
      return false
    },
  })
}

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
    else wanted[request.kind] = true
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
  port.on("message", (request: ThreadRequest) => {
    accept(request)
    housekeeping.schedule(run)
    void run()
  })
}

open().then(
  (db) => {
    lastWords = ""
    endOnCrash(db, stop)
    serve(db)
    post({ kind: "ready" })
  },
  (cause) => stop(cause),
)
