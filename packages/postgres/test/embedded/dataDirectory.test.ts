import { execFile, spawn } from "node:child_process"
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { afterAll, beforeAll, onTestFinished } from "vitest"
import { temporaryFolder } from "../../../../test/temporaryFolder.ts"
import { DataDirectoryUnusable, EmbeddedPostgres } from "../../src/embedded/index.ts"

const run = promisify(execFile)

const program = (name: string) => fileURLToPath(new URL(`./programs/${name}.ts`, import.meta.url))

const using = <A, E>(dataDir: string, effect: Effect.Effect<A, E, SqlClient>) =>
  Effect.provide(effect, EmbeddedPostgres.layer({ dataDir }))

const opening = (dataDir: string) =>
  Effect.flip(Effect.scoped(Layer.build(EmbeddedPostgres.layer({ dataDir }))))

/** Inserts in another process until it is killed at that many acknowledged rows; gives the acknowledged ones. */
const killedAfter = async (dataDir: string, rows: number) => {
  const child = spawn(process.execPath, [program("insertUntilKilled"), dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const acknowledged: Array<number> = []
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line))
    if (acknowledged.length === rows) child.kill("SIGKILL")
  }
  return acknowledged
}

describe("a data directory", () => {
  it("has every acknowledged commit of a process that was killed, time and again", async () => {
    const dataDir = join(temporaryFolder(onTestFinished), "made", "with", "its parents")
    const acknowledged: Array<number> = []
    for (const rows of [37, 260]) acknowledged.push(...(await killedAfter(dataDir, rows)))
    const kept = await Effect.runPromise(
      using(
        dataDir,
        Effect.flatMap(SqlClient, (sql) => sql<{ n: number }>`select n from kept`),
      ),
    )
    const found = new Set(kept.map(({ n }) => n))
    expect(acknowledged.length).toBeGreaterThanOrEqual(297)
    expect(acknowledged.filter((n) => !found.has(n))).toEqual([])
  })

  it("starts anew after a first start that never came to its end", async () => {
    const dataDir = temporaryFolder(onTestFinished)
    writeFileSync(join(dataDir, "first-start"), "")
    mkdirSync(join(dataDir, "pgdata"))
    writeFileSync(join(dataDir, "pgdata", "PG_VERSION"), "18\n")
    const select = Effect.flatMap(SqlClient, (sql) => sql`select 1 as one`)
    expect(await Effect.runPromise(using(dataDir, select))).toEqual([{ one: 1 }])
    expect(existsSync(join(dataDir, "first-start"))).toBe(false)
  })

  it("lets go of everything when its scope closes: the process ends by itself", async () => {
    const { stdout } = await run(process.execPath, [program("useAndClose"), temporaryFolder(onTestFinished)])
    expect(stdout).toBe("used\n")
  })

  it("works from the build as well as from the sources", async () => {
    const build = mkdtempSync(fileURLToPath(new URL("../../node_modules/build-", import.meta.url)))
    onTestFinished(() => rmSync(build, { recursive: true, force: true }))
    const packageDirectory = fileURLToPath(new URL("../..", import.meta.url))
    const tsc = fileURLToPath(new URL("../../../../node_modules/.bin/tsc", import.meta.url))
    await run(tsc, ["-p", packageDirectory, "--outDir", build, "--noCheck", "--composite", "false"])
    const entry = join(build, "embedded", "index.js")
    const { stdout } = await run(process.execPath, [
      program("useAndClose"),
      temporaryFolder(onTestFinished),
      entry,
    ])
    expect(stdout).toBe("used\n")
  })

  describe("that cannot be used is refused with the reason:", () => {
    const refused = async (dataDir: string) => {
      const error = await Effect.runPromise(opening(dataDir))
      assert(error instanceof DataDirectoryUnusable)
      expect(error.message).toContain(`${dataDir} cannot be used: ${error.reason}`)
      return error.reason
    }
    const first = temporaryFolder(afterAll)
    beforeAll(() => Effect.runPromise(using(first, Effect.void)))
    const used = () => {
      const dataDir = temporaryFolder(onTestFinished)
      cpSync(first, dataDir, { recursive: true })
      return dataDir
    }

    it("another version of Postgres", async () => {
      const dataDir = used()
      writeFileSync(join(dataDir, "pgdata", "PG_VERSION"), "17\n")
      expect(await refused(dataDir)).toMatch(/initialized by PostgreSQL version 17/)
    })

    it("damaged files", async () => {
      const dataDir = used()
      writeFileSync(join(dataDir, "pgdata", "global", "pg_control"), "what?")
      expect(await refused(dataDir)).toMatch(/could not read file "global\/pg_control"/)
    })

    it("a missing log", async () => {
      const dataDir = used()
      for (const file of readdirSync(join(dataDir, "pgdata", "pg_wal")))
        rmSync(join(dataDir, "pgdata", "pg_wal", file), { recursive: true })
      expect(await refused(dataDir)).toMatch(/could not locate a valid checkpoint record/)
    })

    it("a file in its place", async () => {
      const dataDir = join(temporaryFolder(onTestFinished), "file")
      writeFileSync(dataDir, "")
      expect(await refused(dataDir)).toMatch(/EEXIST/)
    })

    it.skipIf(process.seteuid === undefined)("a directory that may not be written", async () => {
      const dataDir = temporaryFolder(onTestFinished)
      chmodSync(dataDir, 0o555)
      const isRoot = process.getuid!() === 0
      if (isRoot) process.seteuid!(65_534)
      try {
        expect(await refused(dataDir)).toMatch(/EACCES: permission denied/)
      } finally {
        if (isRoot) process.seteuid!(0)
      }
    })

    it.skipIf(process.platform !== "linux")("a place where nothing can be written", async () => {
      expect(await refused("/sys/hangtag")).toMatch(/EPERM|EROFS|EACCES/)
    })
  })
})
