/**
 * Puts PgBouncer (`pool_mode=transaction`) before the database of two servers and a worker, and compares every answer to
 * callers of two organizations, and every file that they export, with those of a server that nothing stands before.
 *
 *     npx -y pnpm@12 chaos poolers --answers 20000 --exports 80 --callers 64
 *
 * With pools of 1, 2, 8 and 30 sessions, a quarter of the answers each; one alone with `--size 8`.
 */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { TokenIssuer } from "../../packages/http-adapter/test/support/TokenIssuer.ts"
import { pgBouncerUnavailable } from "../../packages/postgres/test/support/PgBouncer.ts"
import { onServer } from "./onServer.ts"
import { options } from "./options.ts"
import { askBehindPooler } from "./pooling.ts"
import { report } from "./report.ts"

const { answers, exports, callers, size } = options({ answers: 20_000, exports: 80, callers: 64, size: 0 })
const sizes = size === 0 ? [1, 2, 8, 30] : [size]

if (pgBouncerUnavailable !== undefined) {
  console.error(`chaos poolers cannot run: ${pgBouncerUnavailable}`)
  process.exit(1)
}

await onServer(async (server, home) => {
  const total = { answers: 0, wrong: 0, foreign: 0, "to be retried": 0 }
  let slowest = 0
  for (const poolSize of sizes) {
    const folder = join(home, String(poolSize))
    mkdirSync(folder)
    const url = await server.database(`pool_of_${poolSize}`)
    const seen = await Effect.runPromise(
      Effect.scoped(
        Effect.flatMap(TokenIssuer.make, (issuer) =>
          Effect.promise(() =>
            askBehindPooler({
              url,
              folder,
              issuer,
              mode: "transaction",
              poolSize,
              callers,
              servers: 2,
              answers: Math.ceil(answers / sizes.length),
              exports: Math.ceil(exports / sizes.length),
            }),
          ),
        ),
      ),
    )
    console.log(`  ${poolSize} sessions: ${seen.answers} answers, the slowest after ${seen.slowest} ms`)
    total.answers += seen.answers
    total.wrong += seen.wrong
    total.foreign += seen.foreign
    total["to be retried"] += seen.refused
    slowest = Math.max(slowest, seen.slowest)
  }
  report("poolers", undefined, { ...total, "slowest answer": `${slowest} ms` })
})
