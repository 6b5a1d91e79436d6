import { assert, describe, it } from "vitest"
import { script } from "../../../test/hangtag.ts"

/** A program that does not stop when it is told to. */
const hanging = (grace: number) =>
  script(
    [
      "--input-type=module-typescript",
      "--eval",
      `import { endHard } from "./packages/cli/src/endHard.ts"
      endHard(${grace}, (why) => console.log(why), 0)
      process.on("SIGTERM", () => console.log("told to stop"))
      setInterval(() => {}, 1000)
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
    await running.says("told to stop")
    assert.strictEqual(await running.stop("SIGTERM"), 1)
    assert.match(running.output(), /Ended by force: a second signal came/)
  })
})
