import { expect, it, onTestFinished } from "vitest"
import { changeThroughFailovers } from "../lab/chaos/patroni/changeThroughFailovers.ts"
import { PatroniCluster, patroniUnavailable } from "../lab/chaos/patroni/PatroniCluster.ts"
import { startFolder } from "../lab/chaos/startTrial.ts"

it.skipIf(patroniUnavailable !== undefined)(
  "price changes go on, and are what a replay makes of them, where another of Patroni's servers takes the writes",
  async () => {
    const folder = startFolder(onTestFinished)
    const cluster = await PatroniCluster.create()
    onTestFinished(() => cluster.dispose())
    const given = { changes: 1, callers: 2, servers: 1, seed: 1, modes: ["fast"] as const }
    const seen = await changeThroughFailovers(cluster, folder, given)
    expect(seen).toMatchObject({ wrong: [], failovers: 1, lost: 0, doubled: 0, gaps: 0 })
    expect(seen.changes).toBeGreaterThan(2)
  },
)
