import { Worker } from "node:worker_threads"

/** This file runs from its source and from the build; a URL's extension is not rewritten by the compiler. */
const workerFile = new URL(`./pgliteWorker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url)

let ahead: Worker | undefined

/**
 * Starts the thread of a database that the program is about to open: it loads the engine while the program loads
 * itself. Keeps no program from ending, and imports nothing large.
 */
export const spawnThreadAhead = (): void => {
  if (ahead !== undefined) return
  const worker = new Worker(workerFile)
  ahead = worker
  worker.unref()
  // who takes the next one hears what is wrong with it
  const forget = () => {
    if (ahead === worker) ahead = undefined
  }
  worker.once("error", forget).once("exit", forget)
}

/** A thread that waits to be given what to open: the one that was started ahead, or a new one. */
export const spawnThread = (): Worker => {
  const worker = ahead ?? new Worker(workerFile)
  ahead = undefined
  worker.ref()
  return worker
}
