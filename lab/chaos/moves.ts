/**
 * Moves an organization to and fro between two installations under price changes, exports and reads: every answer is
 * there once afterwards, reads go on, and where it was nothing is left.
 *
 *     npx -y pnpm@12 chaos moves --moves 6 --changes 200 --callers 6
 */
import { movesUnderLoad } from "./moving.ts"
import { numbers } from "./numbers.ts"
import { onServer } from "./onServer.ts"
import { report } from "./report.ts"

const { seed: _, ...given } = numbers({ moves: 6, changes: 200, callers: 6 })
await onServer(async (server, folder) => {
  const { ledger, rows, longest, lost, doubled, gaps } = await movesUnderLoad(server, folder, given)
  for (const each of ledger.wrong.slice(0, 20)) console.error(each)
  report("moves", undefined, {
    ...{
      moves: given.moves,
      "price changes": ledger.changes,
      exports: ledger.jobs.size,
      reads: ledger.reads,
    },
    "refused while frozen": ledger.refused,
    rows,
    "longest move": `${longest} ms`,
    lost,
    doubled,
    gaps,
    wrong: ledger.wrong.length,
  })
})
