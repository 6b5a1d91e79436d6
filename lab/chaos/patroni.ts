/**
 * Has the server that takes writes die, or give its part to another, among three that Patroni keeps, under callers who
 * change prices by two servers, and compares with a replay in memory. Needs Debian's `patroni`, `etcd-server` and `postgresql`.
 *
 *     npx -y pnpm@12 chaos patroni --changes 500 --callers 8
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { numbers } from "./numbers.ts"
import { changeThroughFailovers } from "./patroni/changeThroughFailovers.ts"
import { PatroniCluster, patroniUnavailable } from "./patroni/PatroniCluster.ts"
import { report } from "./report.ts"

const given = numbers({ changes: 500, callers: 8 })
if (patroniUnavailable !== undefined) process.exit(2)
const folder = mkdtempSync(join(tmpdir(), "hangtag-chaos-"))
const cluster = await PatroniCluster.create()
try {
  const modes = ["immediate", "fast"] as const
  const { wrong, ...figures } = await changeThroughFailovers(cluster, folder, { ...given, servers: 2, modes })
  for (const each of wrong.slice(0, 20)) console.error(each)
  report("patroni", given.seed, { ...figures, wrong: wrong.length })
} finally {
  await cluster.dispose()
  rmSync(folder, { recursive: true, force: true })
}
