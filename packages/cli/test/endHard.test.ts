import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { script } from "../../../test/hangtag.ts"
import { temporaryFolder } from "../../../test/temporaryFolder.ts"

/** A program that ignores SIGTERM; `more` is what it does besides. */
const hanging = (grace: number, more = "") =>
  script(
    [
      "--input-type=module-typescript",
      "--eval",
      `import { endHard } from "./packages/cli/src/endHard.ts"
      endHard(${grace}, (why) => console.log(why), 0)
      process.on("SIGTERM", () => console.log("expected to stop"))
      setInterval(() => {}, 1000)
      ${more}
      console.log("hangs")`,
    ],
    "hangs",
    {},
  )

describe("a process that hangs while it stops", () => {
  it("ends once its grace is over", async () => {
    const running = await hanging(50)
    assert.strictEqual(await running.stop("SIGTERM"), 1)
    assert.match(running.output(), /Ended by force: it did not stop within 0.05 s \(SHUTDOWN_GRACE\)/)
  })

  it("ends at once at a second signal", async () => {
    const running = await hanging(3_600_000)
    running.signal("SIGTERM")
    await running.says("expected to stop")
    assert.strictEqual(await running.stop("SIGTERM"), 1)
    assert.match(running.output(), /Ended by force: a second signal came/)
  })

  it("ends though a file system does not answer", async () => {
    const folder = temporaryFolder(onTestFinished)
    const pipe = join(folder, "without-writer")
    execFileSync("mkfifo", [pipe])
    const opens = `import { open } from "node:fs"
      open(${JSON.stringify(pipe)}, "r", () => {})`
    assert.strictEqual(await (await hanging(50, opens)).stop("SIGTERM"), null)
  })
})
