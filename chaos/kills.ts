/**
 * Kills worker processes (SIGKILL) at every checkpoint and at random moments, on a Postgres server of its own.
 *
 *     npx -y pnpm@12 chaos kills --kills 300
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { PostgresServer } from "../packages/postgres/test/support/PostgresServer.ts"
import { killAtCheckpoints, killAtRandom } from "./killing.ts"
import { Trial } from "./Trial.ts"

const { values } = parseArgs({ options: { kills: { type: "string", default: "300" } } })
const folder = mkdtempSync(join(tmpdir(), "hangtag-kills-"))
const server = await PostgresServer.create()
const trial = await Trial.create(server.url, folder, 1500)
try {
  const atCheckpoints = await killAtCheckpoints(trial)
  const atRandom = await killAtRandom(trial, Number(values.kills))
  const { jobs, lost, doubled, orphans } = await trial.verdict()
  console.log(
    `kills: jobs ${jobs}, kills ${atCheckpoints + atRandom}, lost ${lost}, doubled ${doubled}, orphans ${orphans}`,
  )
  process.exitCode = lost + doubled + orphans === 0 ? 0 : 1
} finally {
  await trial.dispose()
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}
