import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { testServer } from "../../packages/postgres/test/support/testServer.ts"
import { freePort, hangtag, type Running, run } from "../hangtag.ts"

/** The demo catalog on a Postgres server, behind a server that leaves exports to worker processes. */
export interface Installation {
  readonly baseUrl: string
  /** Imports a catalog file of these entries. */
  readonly importing: (entries: ReadonlyArray<object>) => Promise<void>
  readonly worker: () => Promise<Running>
  /** Keeps every export from reading products until what is given back is called. */
  readonly holdProducts: () => Promise<() => Promise<void>>
  /** Ends every export that waits, as a worker does for whom one fails. */
  readonly failExports: (error: string) => Promise<void>
  readonly end: () => Promise<void>
}

const urlOf = (database: string): string => {
  if (testServer.unavailable !== undefined) throw new Error(testServer.unavailable)
  const url = new URL(testServer.url)
  url.pathname = database
  return url.href
}

const asked = async (database: string, statement: string, values: ReadonlyArray<string> = []) => {
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  await client.query(statement, [...values])
  await client.end()
}

const serving = (env: Readonly<Record<string, string>>) =>
  hangtag(["serve", "--no-worker"], "Hangtag serves on", env)

/** Makes a database with the demo: a copy of the run's first, into which a server has loaded it. */
const createDemo = async (database: string, env: Readonly<Record<string, string>>) => {
  const client = new pg.Client({ connectionString: urlOf("postgres") })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(2)")
    const { rowCount } = await client.query("select from pg_database where datname = 'workbench_demo'")
    if (rowCount === 0) {
      await client.query("create database workbench_demo_unfinished")
      const server = await serving({ ...env, DATABASE_URL: urlOf("workbench_demo_unfinished") })
      await server.stop("SIGTERM")
      await client.query("alter database workbench_demo_unfinished rename to workbench_demo")
    }
    await client.query(`create database ${database} template workbench_demo`)
  } finally {
    await client.end()
  }
}

export const install = async (): Promise<Installation> => {
  const folder = mkdtempSync(join(tmpdir(), "hangtag-workbench-"))
  const database = `workbench_${randomBytes(6).toString("hex")}`
  const url = urlOf(database)
  const port = await freePort()
  const env = {
    DATABASE_URL: url,
    HANGTAG_DATA: folder,
    PORT: String(port),
    EXPORT_LEASE: "1s",
    HANGTAG_DEMO: "on",
    LOG_LEVEL: "none",
  }
  await createDemo(database, env)
  const processes = [await serving(env)]
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    importing: async (entries) => {
      const file = join(folder, "catalog.ndjson")
      writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""))
      const { code, output } = await run(["import", file, "--organization", "demo"], env)
      if (code !== 0) throw new Error(output)
    },
    worker: async () => {
      const worker = await hangtag(["worker"], "takes exports", env)
      processes.push(worker)
      return worker
    },
    holdProducts: async () => {
      const client = new pg.Client({ connectionString: url })
      // reached by the end of a database that is dropped under it
      client.on("error", () => {})
      await client.connect()
      await client.query("begin; lock table hangtag_product_version in access exclusive mode")
      return () => client.end()
    },
    failExports: (error) =>
      asked(
        database,
        "update hangtag_job set status = 'failed', error = $1, finished_at = created_at where status = 'queued'",
        [error],
      ),
    end: async () => {
      await Promise.all(processes.map((each) => each.stop("SIGKILL")))
      await asked("postgres", `drop database ${database} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
