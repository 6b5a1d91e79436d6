import { setTimeout } from "node:timers/promises"
import { freePort, hangtag } from "../../test/hangtag.ts"
import { request } from "../Trial.ts"
import type { TinyDisk } from "./TinyDisk.ts"

/** Fills the disk below `hangtag serve` with its embedded database until it can take no more, and gives room again. */
export const fullDatabase = async (disk: TinyDisk) => {
  const port = await freePort()
  const server = await hangtag(["serve"], "serves on", {
    ...{ HANGTAG_DATA: `${disk.path}/data`, PORT: String(port), LOG_LEVEL: "none" },
  })
  const call = async (path: string, body?: unknown) => {
    const headers = { "content-type": "application/json" }
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      ...(body !== undefined && { method: "POST", headers, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    return { status: response.status, text: await response.text() }
  }
  const ask = () => call("/products/export-async", request)
  const wrong: Array<string> = []
  try {
    const accepted: Array<string> = []
    disk.fill()
    let refusals = 0
    for (let asked = 0; asked < 2000 && refusals < 20; asked++) {
      const { status, text } = await ask()
      if (status === 200) accepted.push(JSON.parse(text).job_id)
      else if (status === 503) refusals++
      else wrong.push(`on a full disk: ${status} ${text}`)
    }
    if (refusals === 0) wrong.push("nothing was ever refused")
    disk.free()
    const before = performance.now()
    while ((await ask()).status !== 200 && performance.now() - before < 30_000) await setTimeout(100)
    const recovery = Math.round(performance.now() - before)
    if (recovery > 30_000) wrong.push("nothing is accepted though there is room again")
    for (const job of accepted) {
      const { status, text } = await call(`/jobs/${job}`)
      if (status !== 200) wrong.push(`an accepted export is gone: ${text}`)
    }
    return { accepted: accepted.length, refusals, "recovered after ms": recovery, wrong }
  } finally {
    await server.stop("SIGKILL")
  }
}
