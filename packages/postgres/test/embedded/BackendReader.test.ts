import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { BackendReader } from "../../src/embedded/BackendReader.ts"
import { complete, notification, ready, row } from "./wire.ts"

const message = fc.oneof(
  fc.constantFrom(complete("SELECT 1"), ready("I"), ready("T"), ready("E")),
  fc.nat(300).map(row),
  fc.string().map((payload) => notification("prices", payload.replaceAll("\0", ""))),
)

describe("BackendReader", () => {
  it("finds the last status and every notification, however the bytes are cut into pieces", () => {
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.nat()), (messages, cuts) => {
        const bytes = Buffer.concat(messages)
        const edges = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
        const found: Array<Uint8Array> = []
        const reader = new BackendReader((notification) => found.push(notification))
        let start = 0
        for (const end of edges) {
          reader.read(bytes.subarray(start, end))
          start = end
        }
        const of = (type: string) => messages.filter((message) => message[0] === type.charCodeAt(0))
        expect(reader.status).toBe(String.fromCharCode(of("Z").at(-1)?.[5] ?? 0x49))
        expect(found.map((bytes) => Buffer.from(bytes))).toEqual(of("A"))
      }),
    )
  })
})
