/**
 * Sends calls that ask for too much to a server with defaults while other organizations work, on a Postgres server
 * and on the embedded database: none may stall, swell or end the process, nor keep the others waiting.
 *
 *     npx -y pnpm@12 chaos attack --seconds 4 --only fill --on server
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { migratedPorts, serverLayer } from "@hangtag/postgres"
import { EmbeddedPostgres } from "@hangtag/postgres/embedded"
import { Effect, Layer, Redacted } from "effect"
import { besiege } from "./attacking.ts"
import { seedAttacked } from "./attacks/catalog.ts"
import type { Timed } from "./attacks/verdict.ts"
import { onServer } from "./onServer.ts"
import { report } from "./report.ts"

const { seconds, only, on } = parseArgs({
  options: {
    seconds: { type: "string", default: "4" },
    only: { type: "string", default: "" },
    on: { type: "string", default: "both" },
  },
}).values

let attacks = 0
const wrong: Array<string> = []
const siege = async (env: Readonly<Record<string, string>>, timed: Timed) => {
  const options = { env, seconds: Number(seconds), timed, only, tell: console.log }
  const outcome = await besiege(options)
  attacks += outcome.attacks
  wrong.push(...outcome.wrong)
}
const ports = migratedPorts()

if (on !== "embedded")
  await onServer(async (server, folder) => {
    const database = serverLayer({ url: Redacted.make(server.url) })
    await Effect.runPromise(Effect.provide(seedAttacked, Layer.provide(ports, database)))
    console.log("on a Postgres server")
    await siege({ DATABASE_URL: server.url, HANGTAG_DATA: folder }, "all")
  })
if (on !== "server") {
  const folder = mkdtempSync(join(tmpdir(), "hangtag-attack-"))
  try {
    const database = EmbeddedPostgres.layer({ dataDir: join(folder, "postgres") })
    await Effect.runPromise(Effect.provide(seedAttacked, Layer.provide(ports, database)))
    console.log("on the embedded database")
    await siege({ HANGTAG_DATA: folder }, "process")
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
for (const each of wrong) console.error(each)
report("attack", undefined, { attacks, wrong: wrong.length })
