/**
 * Stops and starts a Postgres server every few seconds under exports and requests from several processes.
 *
 *     npx -y pnpm@12 chaos restarts --restarts 40 --exports 1000 --requests 5000
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { PostgresServer } from "../packages/postgres/test/support/PostgresServer.ts"
import { restartUnderLoad } from "./restarting.ts"
import { Trial } from "./Trial.ts"

const { values } = parseArgs({
  options: {
    restarts: { type: "string", default: "40" },
    exports: { type: "string", default: "1000" },
    requests: { type: "string", default: "5000" },
  },
})
const folder = mkdtempSync(join(tmpdir(), "hangtag-restarts-"))
const server = await PostgresServer.create()
const trial = await Trial.create(server.url, folder, 200)
try {
  const { restarts, answers, jobs, lost, doubled, orphans } = await restartUnderLoad(trial, server, folder, {
    restarts: Number(values.restarts),
    exports: Number(values.exports),
    requests: Number(values.requests),
    servers: 2,
    workers: 2,
  })
  for (const each of answers.wrong.slice(0, 20)) console.error(each)
  console.log(
    `restarts: jobs ${jobs}, restarts ${restarts}, answered ${answers.answered}, told to retry ${answers.refused}, wrong ${answers.wrong.length}, lost ${lost}, doubled ${doubled}, orphans ${orphans}`,
  )
  process.exitCode = answers.wrong.length + lost + doubled + orphans === 0 ? 0 : 1
} finally {
  await trial.dispose()
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}
