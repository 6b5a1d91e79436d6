/**
 * Measures how long an export waits until a worker in another process, which has nothing to do, begins it.
 *
 *     npx -y pnpm@12 chaos latency --jobs 100
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { parseArgs } from "node:util"
import { PostgresServer } from "../packages/postgres/test/support/PostgresServer.ts"
import { Trial } from "./Trial.ts"

const { values } = parseArgs({ options: { jobs: { type: "string", default: "100" } } })
const folder = mkdtempSync(join(tmpdir(), "hangtag-latency-"))
const server = await PostgresServer.create()
const trial = await Trial.create(server.url, folder, 10)
try {
  await trial.worker()
  const waits: Array<number> = []
  for (let index = 0; index < Number(values.jobs); index++) {
    // At any moment between two looks of the worker.
    await setTimeout(Math.random() * 200)
    const { started_at, created_at } = await trial.ended(await trial.ask())
    waits.push((started_at! - created_at) / 1000)
  }
  waits.sort((a, b) => a - b)
  const at = (share: number) => `${Math.round(waits[Math.floor(share * waits.length)]!)} ms`
  console.log(`latency: jobs ${waits.length}, median ${at(0.5)}, 95 of 100 within ${at(0.95)}`)
} finally {
  await trial.dispose()
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}
