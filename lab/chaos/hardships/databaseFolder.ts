import { renameSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { freePort, hangtag } from "../../../test/hangtag.ts"
import { ask } from "../ask.ts"
import { request } from "../Trial.ts"
import type { TinyDisk } from "./TinyDisk.ts"

/**
 * Fills the disk below `hangtag serve` with its embedded database, where there is a small one to be had, and takes
 * the database's folder away; each until exports are refused, and then mends it.
 */
export const databaseFolder = async (folder: string, disk: TinyDisk | undefined) => {
  const port = await freePort()
  const data = join(folder, "data")
  const server = await hangtag(["serve"], "serves on", {
    HANGTAG_DATA: data,
    PORT: String(port),
    LOG_LEVEL: "error",
    HANGTAG_DEMO: "off",
  })
  const call = async (path: string, body?: unknown) => {
    const signal = AbortSignal.timeout(20_000)
    const response = await ask(`http://127.0.0.1:${port}/api${path}`, { body, signal })
    const { status } = response
    return { status, retry: response.headers.get("retry-after"), text: await response.text() }
  }
  const askOne = () => call("/products/export-async", request)
  const wrong: Array<string> = []
  const accepted: Array<string> = []
  let refusals = 0
  let slowest = 0
  const trouble = async (name: string, says: string, begin: () => void, end: () => void) => {
    begin()
    for (let asked = 0, refused = 0; asked < 500 && refused < 20; asked++) {
      const { status, text } = await askOne()
      if (status === 200) accepted.push(JSON.parse(text).job_id)
      else if (status !== 503) wrong.push(`${name}: ${status} ${text}`)
      else {
        if (!text.includes(says)) wrong.push(`${name}: ${text}`)
        refused++
        refusals++
      }
    }
    end()
    const mended = performance.now()
    while ((await askOne()).status !== 200 && performance.now() - mended < 30_000) await setTimeout(50)
    const recovery = Math.round(performance.now() - mended)
    slowest = Math.max(slowest, recovery)
    if (recovery > 30_000) wrong.push(`${name}: nothing is accepted though that was mended`)
  }
  try {
    if (disk !== undefined) {
      const full = () => disk.fill()
      await trouble("a full disk", "its disk is full", full, () => disk.free())
    }
    const [home, away] = [join(data, "postgres", "pgdata"), join(data, "away")]
    const lose = () => renameSync(home, away)
    await trouble("a lost folder", "is unavailable", lose, () => renameSync(away, home))
    for (const job of accepted) {
      const { status, text } = await call(`/jobs/${job}`)
      if (status !== 200) wrong.push(`an accepted export is gone: ${text}`)
    }
    return { accepted: accepted.length, refusals, "slowest recovery ms": slowest, wrong }
  } finally {
    await server.stop("SIGKILL")
    if (wrong.length > 0) console.error(server.output().slice(-3000))
  }
}
