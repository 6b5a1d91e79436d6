import { expect, it } from "vitest"
import { withinSpace } from "../src/stagedFile.ts"

it("passes on what fits into half of the free space, and ends there", async () => {
  let asked = 0
  const endless = async function* () {
    for (;;) {
      asked++
      yield new Uint8Array(100)
    }
  }
  const passed: Array<number> = []
  const pass = async () => {
    for await (const chunk of withinSpace({ bavail: 4, bsize: 512 })(endless())) passed.push(chunk.length)
  }
  await expect(pass()).rejects.toThrow("more than half of what is free")
  expect(passed).toHaveLength(10)
  expect(asked).toBe(11)
})
