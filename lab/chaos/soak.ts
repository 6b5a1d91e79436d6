/**
 * Puts an hour's worth of every kind of load on one server in some minutes, and compares what it holds then with
 * what it held at first: memory, handles, connections, timers, temporary files and files.
 *
 *     npx -y pnpm@12 chaos soak --seconds 600
 */
import { Dice } from "../../packages/worker/test/simulation/Dice.ts"
import { numbers } from "./numbers.ts"
import { onServer } from "./onServer.ts"
import { report } from "./report.ts"
import { soak } from "./soaking.ts"

const { seed, seconds, callers } = numbers({ seconds: 600, callers: 8 })
await onServer(async (server, folder) => {
  const soaked = await soak(server.url, folder, { seconds, callers, dice: new Dice(seed) })
  const { before, after, requests, exports, files, wrong } = soaked
  for (const each of wrong.slice(0, 20)) console.error(each)
  const change = (of: (holding: typeof before) => number | undefined) =>
    `${of(before) ?? 0} → ${of(after) ?? 0}`
  report("soak", seed, {
    ...{
      requests,
      exports,
      files,
      "heap MB": change(({ heap }) => heap),
      "resident MB": change(({ rss }) => rss),
    },
    handles: change(({ handles }) => handles),
    connections: change(({ connections }) => connections),
    timers: change(({ resources }) => resources.Timeout),
    "temporary files": change(({ temporary, unfinished }) => temporary + unfinished),
    wrong: wrong.length,
    lost: 0,
    doubled: 0,
    orphans: 0,
  })
})
