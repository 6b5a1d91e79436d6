/**
 * To be loaded before a program (`node --import`): on SIGUSR2 it writes what it holds to the file `VITALS`, after
 * what is no longer held was let go.
 */
import { readdirSync, renameSync, writeFileSync } from "node:fs"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { isMainThread } from "node:worker_threads"

/** What a process holds; memory in megabytes. */
export interface Vitals {
  readonly heap: number
  readonly rss: number
  readonly handles: number
  /** How many of each kind keep the event loop going: timers, sockets, ports. */
  readonly resources: Readonly<Record<string, number>>
}

const file = process.env.VITALS
if (file !== undefined && isMainThread) {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  process.on("SIGUSR2", () => {
    collect()
    collect()
    const resources: Record<string, number> = {}
    for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
    const { heapUsed, rss } = process.memoryUsage()
    const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10
    const handles = process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0
    const vitals: Vitals = { heap: megabytes(heapUsed), rss: megabytes(rss), handles, resources }
    writeFileSync(`${file}.new`, JSON.stringify(vitals))
    renameSync(`${file}.new`, file)
  })
}
