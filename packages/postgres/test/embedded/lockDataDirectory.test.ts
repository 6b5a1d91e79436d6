import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { assert, describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { onTestFinished } from "vitest"
import { temporaryFolder } from "../../../../test/temporaryFolder.ts"
import { DataDirectoryInUse } from "../../src/embedded/index.ts"
import { lockDataDirectory } from "../../src/embedded/lockDataDirectory.ts"

const program = fileURLToPath(new URL("./programs/takeLock.ts", import.meta.url))

/** Another process that asks for the lock, and what it says. */
const contender = async (directory: string) => {
  const child = spawn(process.execPath, [program, directory], { stdio: ["pipe", "pipe", "inherit"] })
  onTestFinished(() => void child.kill("SIGKILL"))
  const [line] = await once(createInterface({ input: child.stdout }), "line")
  return { child, line: String(line) }
}

const ended = async (child: ChildProcess, signal: "SIGKILL" | "SIGTERM") => {
  child.kill(signal)
  await once(child, "exit")
}

const take = (directory: string) => Effect.runPromise(Effect.scoped(lockDataDirectory(directory)))

describe("lockDataDirectory", () => {
  it("refuses a second process, naming the directory and the process that has it", async () => {
    const directory = temporaryFolder(onTestFinished)
    const { child, line } = await contender(directory)
    expect(line).toBe("taken")
    const error = await Effect.runPromise(Effect.flip(Effect.scoped(lockDataDirectory(directory))))
    assert(error instanceof DataDirectoryInUse)
    expect(error).toMatchObject({ directory, pid: child.pid })
    expect(error.message).toBe(
      `The data directory ${directory} is in use by process ${child.pid}; stop that process or choose another directory`,
    )
  })

  it("refuses a second database of the same process", () =>
    Effect.gen(function* () {
      const directory = temporaryFolder(onTestFinished)
      yield* lockDataDirectory(directory)
      const error = yield* Effect.flip(Effect.scoped(lockDataDirectory(directory)))
      expect(error).toMatchObject({ _tag: "DataDirectoryInUse", pid: process.pid })
    }).pipe(Effect.scoped, Effect.runPromise))

  it("is free again when its holder lets go, is stopped or is killed", async () => {
    const directory = temporaryFolder(onTestFinished)
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const { child, line } = await contender(directory)
      expect(line).toBe("taken")
      await ended(child, signal)
      await take(directory)
      await take(directory)
    }
  })

  it("does not trust the number of a living process that a dead holder left behind", async () => {
    const directory = temporaryFolder(onTestFinished)
    const { child } = await contender(directory)
    await ended(child, "SIGKILL")
    writeFileSync(join(directory, "lock.pid"), String(process.ppid))
    await take(directory)
  })

  it("goes to exactly one of several processes that race for a dead one's", async () => {
    const directory = temporaryFolder(onTestFinished)
    const { child } = await contender(directory)
    await ended(child, "SIGKILL")
    const contenders = await Promise.all(Array.from({ length: 4 }, () => contender(directory)))
    const winners = contenders.filter(({ line }) => line === "taken")
    expect(winners.length).toBe(1)
    for (const { line } of contenders.filter((other) => other !== winners[0]))
      expect(line).toContain("is in use by")
  })
})
