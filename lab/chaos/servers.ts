/**
 * Stops each of two servers by turns under price changes and exports of organizations on both, and moves one between them: who is on
 * the server that runs is answered all the time, and no row is lost, doubled, or on the other server.
 *
 *     npx -y pnpm@12 chaos servers --rounds 6 --seconds 10 --callers 3
 */
import { join } from "node:path"
import { Effect } from "effect"
import { TokenIssuer } from "../../packages/http-adapter/test/support/TokenIssuer.ts"
import { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import { numbers } from "./numbers.ts"
import { onServer } from "./onServer.ts"
import { overServers } from "./overServers.ts"
import { report } from "./report.ts"
import { inPartitions } from "./startTrial.ts"

const { rounds, seconds, callers, partitions } = numbers({
  rounds: 6,
  seconds: 10,
  callers: 3,
  partitions: 0,
})
const withIssuer = (use: (issuer: TokenIssuer) => Promise<void>) =>
  Effect.runPromise(
    Effect.scoped(Effect.flatMap(TokenIssuer.make, (issuer) => Effect.promise(() => use(issuer)))),
  )

await onServer(async (server, folder) => {
  const other = await PostgresServer.create()
  try {
    await inPartitions(other, partitions)
    await withIssuer(async (issuer) => {
      const { changes, exports, tried, slowest, wrong, ...rest } = await overServers(
        [server, other],
        issuer,
        join(folder, "data"),
        { rounds, time: seconds * 1000, callers },
      )
      for (const each of wrong.slice(0, 20)) console.error(each)
      report("servers", undefined, {
        stops: 2 * rounds,
        moves: rounds,
        "price changes": changes,
        exports,
        "tried again, of the server that was down": tried,
        "slowest answer": `${slowest} ms`,
        ...rest,
        wrong: wrong.length,
      })
    })
  } finally {
    await other.dispose()
  }
}, partitions)
