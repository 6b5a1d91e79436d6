import { execFile, execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import postgres from "postgres"
import { PostgresServer } from "../../../packages/postgres/test/support/PostgresServer.ts"
import { median } from "./figures.ts"
import type { LoadFigures, LoadPlan } from "./load.ts"
import { Service } from "./Service.ts"

const main = "packages/cli/src/main.ts"
const loadProgram = join(import.meta.dirname, "load.ts")

/** Asks as the plan says, from a process of its own. */
export const load = async (plan: LoadPlan): Promise<LoadFigures> => {
  const { stdout } = await promisify(execFile)(process.execPath, [loadProgram, JSON.stringify(plan)])
  return JSON.parse(stdout)
}

/** The medians of some runs. */
export const middle = (runs: ReadonlyArray<LoadFigures>): LoadFigures => ({
  perSecond: median(runs.map((run) => run.perSecond)),
  p50: median(runs.map((run) => run.p50)),
  p99: median(runs.map((run) => run.p99)),
})

/** Works on Hangtag's server, and on those of peers by their programs, over one real Postgres server that `seed` filled. */
export const withServices = async <A>(
  seed: (sql: postgres.Sql) => Promise<void>,
  peers: ReadonlyArray<string>,
  work: (ours: Service, ...theirs: ReadonlyArray<Service>) => Promise<A>,
): Promise<A> => {
  const server = await PostgresServer.create()
  const folder = mkdtempSync(join(tmpdir(), "hangtag-bench-"))
  const services: Array<Service> = []
  try {
    const environment = {
      DATABASE_URL: server.url,
      HANGTAG_DATA: folder,
      HANGTAG_DEMO: "off",
      NODE_ENV: "production",
    }
    execFileSync(process.execPath, [main, "migrate"], {
      cwd: join(import.meta.dirname, "../../.."),
      env: { ...process.env, ...environment },
    })
    const sql = postgres(server.url, { onnotice: () => {} })
    await seed(sql)
    await sql`vacuum analyze`
    await sql.end()
    const ours = await Service.start([main, "serve", "--no-worker"], environment)
    services.push(ours)
    for (const peer of peers) services.push(await Service.start([peer], environment))
    return await work(ours, ...services.slice(1))
  } finally {
    for (const service of services) await service.stop()
    await server.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}
