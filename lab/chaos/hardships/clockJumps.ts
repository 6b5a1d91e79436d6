import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { freePort, hangtag } from "../../../test/hangtag.ts"
import { ask } from "../ask.ts"
import { request } from "../Trial.ts"

const preload = pathToFileURL(join(import.meta.dirname, "movedClock.ts")).href
const hour = 3_600_000

/** What every part of the server does with a clock that jumps by an hour, to and fro, while exports wait and run. */
export const clockJumps = async (
  folder: string,
  database: string | undefined,
  jumps: ReadonlyArray<number>,
) => {
  const clock = join(folder, "clock")
  const set = (hours: number) => writeFileSync(clock, String(hours * hour))
  set(0)
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const server = await hangtag(["serve"], "serves on", {
    ...{
      HANGTAG_DATA: folder,
      HANGTAG_DEMO: "on",
      PORT: String(port),
      LOG_LEVEL: "warn",
      EXPORT_LEASE: "2s",
      EXPORT_CONCURRENCY: "1",
    },
    MOVED_CLOCK: clock,
    NODE_OPTIONS: `--import=${preload}`,
    RATE_LIMIT: "200/s",
    ...(database !== undefined && { DATABASE_URL: database }),
  })
  const wrong: Array<string> = []
  const call = async (path: string, body?: unknown) => {
    const response = await ask(new URL(path, base), { body, signal: AbortSignal.timeout(30_000) })
    return { status: response.status, text: await response.text() }
  }
  const expect = async (status: number, path: string, body?: unknown) => {
    const answer = await call(path, body)
    if (answer.status !== status) wrong.push(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
    return answer.text
  }
  const linkOf = async (job: string) =>
    JSON.parse(await expect(200, `/api/products/export/${job}/download-url`)).url as string
  try {
    let exports = 0
    let slowest = 0
    let link: string | undefined
    let hours = 0
    for (const jump of jumps) {
      const jobs = await Promise.all(
        Array.from({ length: 3 }, async () => {
          const { job_id } = JSON.parse(await expect(200, "/api/products/export-async", request))
          return String(job_id)
        }),
      )
      // One of them runs now, the others wait.
      await setTimeout(100)
      const began = performance.now()
      hours += jump
      set(hours)
      // So long it takes until every thread has seen it.
      await setTimeout(50)
      if (link !== undefined) await expect(jump > 0 ? 410 : 200, link)
      for (const job of jobs) {
        const events = await expect(200, `/api/jobs/${job}/events`)
        if (!events.includes("event: completed")) wrong.push(`${job}: ${events.slice(-500)}`)
        const text = await expect(200, await linkOf(job))
        if (text.split("\n").length < 100) wrong.push(`${job}: a file of ${text.length} characters`)
      }
      exports += jobs.length
      slowest = Math.max(slowest, Math.round(performance.now() - began))
      await expect(200, "/readyz")
      link = await linkOf(jobs[0]!)
    }
    return { exports, slowest, wrong }
  } finally {
    await server.stop("SIGKILL")
    if (wrong.length > 0) console.error(server.output())
  }
}
