/**
 * One thing after another that operators live through: a full disk, a read-only and a lost folder, clocks that jump
 * by an hour, jobs that cannot be read, migrations and imports that are killed. Each has to end in a clear
 * error, and well once it is over.
 *
 *     npx -y pnpm@12 chaos hardships --kills 10
 */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { Dice } from "../../packages/worker/test/simulation/Dice.ts"
import { clockJumps } from "./hardships/clockJumps.ts"
import { databaseFolder } from "./hardships/databaseFolder.ts"
import { killedImport } from "./hardships/killedImport.ts"
import { killedFirstStart, killedMigration } from "./hardships/killedMigration.ts"
import { poisonedJobs } from "./hardships/poisonedJobs.ts"
import { storageFolder } from "./hardships/storageFolder.ts"
import { TinyDisk } from "./hardships/TinyDisk.ts"
import { numbers } from "./numbers.ts"
import { onServer } from "./onServer.ts"
import { report } from "./report.ts"
import { Trial } from "./Trial.ts"

const { seed, kills } = numbers({ kills: 10 })
const dice = new Dice(seed)
if (TinyDisk.unavailable !== undefined)
  console.log(`left out: the full and the read-only disk (${TinyDisk.unavailable})`)
const jumps = [1, -1, -1, 1, 1, 1, -1, -1]

await onServer(async (server, folder) => {
  const total = { wrong: 0, kills: 0 }
  const hardship = async (
    name: string,
    run: (folder: string) => Promise<{ wrong: ReadonlyArray<string>; kills?: number }>,
  ) => {
    const own = join(folder, name.replaceAll(" ", "-"))
    mkdirSync(own)
    const { wrong, ...figures } = await run(own)
    for (const each of wrong) console.error(`${name}: ${each}`)
    const words = Object.entries(figures).map(([figure, count]) => `, ${figure} ${count}`)
    console.log(`  ${name}: ${wrong.length === 0 ? "as promised" : "NOT as promised"}${words.join("")}`)
    total.wrong += wrong.length
    total.kills += figures.kills ?? 0
  }
  const onDisk = async <A>(
    path: string,
    megabytes: number,
    run: (disk: TinyDisk | undefined) => Promise<A>,
  ) => {
    const disk = TinyDisk.unavailable === undefined ? new TinyDisk(join(path, "disk"), megabytes) : undefined
    return run(disk).finally(() => disk?.dispose())
  }

  await hardship("storage folder", (own) =>
    onDisk(own, 2, async (disk) => {
      const path = disk?.path ?? own
      const trial = await Trial.create(await server.database("folders"), path, 500)
      try {
        const { wrong } = await storageFolder(trial, path, disk)
        const { lost, doubled, orphans } = await trial.verdict()
        return { wrong, lost, doubled, orphans }
      } finally {
        await trial.dispose()
      }
    }),
  )
  await hardship("embedded database's folder", (own) =>
    onDisk(own, 120, (disk) => databaseFolder(disk?.path ?? own, disk)),
  )
  await hardship("clock jumps", (own) => clockJumps(own, undefined, jumps))
  await hardship("clock jumps beside a server", async (own) =>
    clockJumps(own, await server.database("clocks"), jumps),
  )
  await hardship("poisoned jobs", async (own) => {
    const trial = await Trial.create(await server.database("poison"), own, 10)
    return poisonedJobs(trial).finally(() => trial.dispose())
  })
  await hardship("killed migrations", async () => {
    const urls = { disturbed: await server.database("disturbed"), calm: await server.database("calm") }
    return killedMigration(urls, { kills, dice })
  })
  await hardship("killed first starts", (own) => killedFirstStart(own, { kills, dice }))
  await hardship("killed imports", (own) => killedImport(own, { products: 2000, kills, dice }))
  report("hardships", seed, { ...total, lost: 0, doubled: 0, orphans: 0 })
})
