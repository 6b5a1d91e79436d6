import { once } from "node:events"
import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import { VirtualConnection } from "../../src/embedded/VirtualConnection.ts"
import { query, types } from "./wire.ts"

const connect = (id = 7) => {
  const calls: Array<readonly [string, number]> = []
  const note = (name: string) => (connection: number) => void calls.push([name, connection])
  const server = { send: note("send"), cancel: note("cancel"), disconnect: note("disconnect") }
  const connection = new VirtualConnection(id, server)
  const received: Array<string> = []
  connection.on("data", (bytes: Buffer) => received.push(bytes.toString("latin1")))
  return { calls, connection, received }
}

const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0])

describe("VirtualConnection", () => {
  it("is ready at once, while others have a statement running", async () => {
    const { connection, received, calls } = connect()
    connection.write(startup)
    await setImmediate()
    expect(types(Buffer.from(received.join(""), "latin1"))).toBe("RKZ")
    expect(calls).toEqual([])
    connection.write(query("select 1"))
    expect(calls).toEqual([["send", 7]])
  })

  it("delivers one piece of a result in each turn of the event loop", async () => {
    const { connection, received } = connect()
    await setImmediate()
    for (const piece of ["a", "b", "c"]) connection.receive(Buffer.from(piece))
    const seen = [received.join("")]
    for (let turn = 0; turn < 2; turn++) {
      await setImmediate()
      seen.push(received.join(""))
    }
    expect(seen).toEqual(["a", "ab", "abc"])
  })

  it("passes a cancel request on to the connection that it names, and ends", async () => {
    const { connection, calls } = connect(8)
    connection.write(Buffer.from([0, 0, 0, 16, 4, 210, 22, 46, 0, 0, 0, 7, 0, 0, 0, 0]))
    await once(connection, "close")
    expect(calls).toContainEqual(["cancel", 7])
  })

  it("is gone for the server as soon as the client ends it", () => {
    const { connection, calls } = connect()
    connection.write(startup)
    connection.end()
    expect(calls).toContainEqual(["disconnect", 7])
  })
})
