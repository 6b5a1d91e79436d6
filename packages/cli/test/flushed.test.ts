import { Writable } from "node:stream"
import { expect, it } from "vitest"
import { flushed } from "../src/flushed.ts"

it("what was written is out before the process ends, however slowly it is read", async () => {
  const read: Array<string> = []
  const taken: Array<() => void> = []
  const pipe = new Writable({
    decodeStrings: false,
    write: (text, _, done) => {
      read.push(text)
      taken.push(done)
    },
  })
  pipe.write("a")
  pipe.write("b")
  let isOut = false
  const waiting = flushed(pipe).then(() => {
    isOut = true
  })
  for (const done of taken) {
    await Promise.resolve()
    expect(isOut).toBe(false)
    done()
  }
  await waiting
  expect(read.join("")).toBe("ab")
})

it("an output that is closed keeps no process", async () => {
  const closed = new Writable({ write: (_, __, done) => done() })
  closed.on("error", () => {})
  closed.destroy()
  await flushed(closed)
})
