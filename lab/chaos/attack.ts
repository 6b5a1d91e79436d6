/**
 * Sends calls that ask for too much to a server with defaults while other organizations work, on a Postgres server
 * and on the embedded database: none may stall, swell or end the process, nor keep the others waiting.
 *
 *     npx -y pnpm@12 chaos attack --seconds 4 --only fill --on server
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migratedPorts, serverLayer } from "@hangtag/postgres"
import { EmbeddedPostgres } from "@hangtag/postgres/embedded"
import { Effect, Layer, Redacted } from "effect"
import { TokenIssuer } from "../../packages/http-adapter/test/support/TokenIssuer.ts"
import { besiege, type Siege } from "./attacking.ts"
import { seedAttacked } from "./attacks/catalog.ts"
import { credentials } from "./attacks/credentials.ts"
import { attacks } from "./attacks/index.ts"
import { onServer } from "./onServer.ts"
import { options } from "./options.ts"
import { report } from "./report.ts"

const { seconds, only, on } = options({ seconds: 4, only: "", on: "both" })

let sent = 0
const wrong: Array<string> = []
type On = Pick<Siege, "env" | "timed">
const siege = async (given: On & Pick<Siege, "attacks" | "issuer">) => {
  const outcome = await besiege({ ...given, seconds, only, tell: console.log })
  sent += outcome.attacks
  wrong.push(...outcome.wrong)
}
const siegeOn = async (given: On) => {
  await siege({ ...given, attacks })
  const withTokens = Effect.flatMap(TokenIssuer.make, (issuer) =>
    Effect.promise(() => siege({ ...given, issuer, attacks: credentials })),
  )
  await Effect.runPromise(Effect.scoped(withTokens))
}
const ports = migratedPorts()

if (on !== "embedded")
  await onServer(async (server, folder) => {
    const database = serverLayer({ url: Redacted.make(server.url) })
    await Effect.runPromise(Effect.provide(seedAttacked, Layer.provide(ports, database)))
    console.log("on a Postgres server")
    await siegeOn({ env: { DATABASE_URL: server.url, HANGTAG_DATA: folder }, timed: "all" })
  })
if (on !== "server") {
  const folder = mkdtempSync(join(tmpdir(), "hangtag-attack-"))
  try {
    const database = EmbeddedPostgres.layer({ dataDir: join(folder, "postgres") })
    await Effect.runPromise(Effect.provide(seedAttacked, Layer.provide(ports, database)))
    console.log("on the embedded database")
    await siegeOn({ env: { HANGTAG_DATA: folder }, timed: "process" })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
for (const each of wrong) console.error(each)
report("attack", undefined, { attacks: sent, wrong: wrong.length })
