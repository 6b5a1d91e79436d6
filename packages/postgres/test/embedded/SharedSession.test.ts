import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { SharedSession } from "../../src/embedded/SharedSession.ts"
import { close, complete, notification, parse, query, ready, row, sync, types } from "./wire.ts"

/** Understands just enough: BEGIN and END, FAIL within a transaction, NOTIFY, and results of a given size. */
const fakePostgres = () => {
  const ran: Array<string> = []
  let status: "I" | "T" | "E" = "I"
  const runCycle = async (cycle: Uint8Array, onOutput: (bytes: Uint8Array) => void) => {
    const text = Buffer.from(cycle)
      .toString()
      .replaceAll(/[^\w ]/g, "")
    ran.push(types(cycle) === "Q" ? text.slice(1) : types(cycle))
    if (text.includes("BEGIN")) status = "T"
    if (text.includes("FAIL") && status === "T") status = "E"
    if (text.includes("END") || text.includes("ROLLBACK")) status = "I"
    if (text.includes("NOTIFY")) onOutput(notification("prices", "new"))
    if (text.includes("LARGE")) for (let i = 0; i < 100; i++) onOutput(row(10_000))
    onOutput(Buffer.concat([complete("OK"), ready(status)]))
  }
  return { ran, runCycle }
}

const setup = () => {
  const { ran, runCycle } = fakePostgres()
  const received = new Map<number, Array<Uint8Array>>()
  const session = new SharedSession(runCycle, (connection, bytes) =>
    received.set(connection, [...(received.get(connection) ?? []), bytes]),
  )
  const send = (connection: number, ...cycles: ReadonlyArray<Uint8Array | string>) => {
    for (const cycle of cycles) session.receive(connection, typeof cycle === "string" ? query(cycle) : cycle)
  }
  const runAll = async () => {
    while (await session.runNext());
    return ran
  }
  const answers = (connection: number) => types(Buffer.concat(received.get(connection) ?? []))
  return { session, ran, received, send, runAll, answers }
}

describe("SharedSession", () => {
  it("runs statements of all connections in the order in which they came", async () => {
    const { send, runAll } = setup()
    send(1, "a")
    send(2, "b", "c")
    send(1, "d")
    expect(await runAll()).toEqual(["a", "b", "c", "d"])
  })

  it("lets no one between the statements of a transaction, then goes on in the old order", async () => {
    const { send, runAll, ran, session } = setup()
    send(1, "BEGIN")
    send(2, "b")
    send(3, "c")
    await runAll()
    expect(ran).toEqual(["BEGIN"])
    expect(session.isFree).toBe(false)
    send(1, "d", "END")
    expect(await runAll()).toEqual(["BEGIN", "d", "END", "b", "c"])
  })

  it("keeps the session for a failed transaction until that is rolled back", async () => {
    const { send, runAll } = setup()
    send(1, "BEGIN", "FAIL")
    send(2, "b")
    await runAll()
    send(1, "ROLLBACK")
    expect(await runAll()).toEqual(["BEGIN", "FAIL", "ROLLBACK", "b"])
  })

  it("rolls back a connection that goes away in a transaction before anybody else runs", async () => {
    const { send, runAll, session } = setup()
    send(1, "BEGIN", "a")
    send(2, "b")
    await runAll()
    send(1, "never")
    session.disconnect(1)
    expect(await runAll()).toEqual(["BEGIN", "a", "ROLLBACK", "b"])
    expect(session.isFree).toBe(true)
  })

  it("rolls back a transaction whose connection goes away while it begins", async () => {
    const { send, session, ran } = setup()
    send(1, "BEGIN")
    send(2, "b")
    const begun = session.runNext()
    session.disconnect(1)
    await begun
    while (await session.runNext());
    expect(ran).toEqual(["BEGIN", "ROLLBACK", "b"])
  })

  it("runs everything once, in each connection's order, and never into another's transaction", async () => {
    const step = fc.record({
      connection: fc.nat(3),
      act: fc.constantFrom("do", "do", "BEGIN", "END", "disconnect", "cancel", "run", "run"),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { send, session, ran, runAll } = setup()
        const sent = new Map<number, Array<string>>()
        const [open, unsure] = [new Set<number>(), new Set<number>()]
        const say = (connection: number, word: string) => {
          const texts = sent.get(connection) ?? []
          texts.push(`${word} c${connection} n${texts.length}`)
          sent.set(connection, texts)
          send(connection, texts.at(-1)!)
        }
        for (const { connection, act } of steps) {
          if (act === "run") await session.runNext()
          else if (act === "do") say(connection, act)
          else if (act === "BEGIN" || act === "END") {
            if (open.has(connection) === (act === "BEGIN")) continue
            if (act === "BEGIN") open.add(connection)
            else open.delete(connection)
            say(connection, act)
          } else {
            unsure.add(connection)
            open.delete(connection)
            session[act](connection)
            // Its BEGIN may have run and its END be dropped: a client then rolls back.
            if (act === "cancel") send(connection, "ROLLBACK")
          }
        }
        for (const connection of open) say(connection, "END")
        await runAll()
        expect(session.isFree).toBe(true)
        for (const [connection, texts] of sent) {
          const done = ran.filter((text) => text.includes(` c${connection} `))
          if (unsure.has(connection)) expect(done).toEqual(texts.filter((text) => done.includes(text)))
          else expect(done).toEqual(texts)
        }
        let owner: string | undefined
        for (const text of ran) {
          const connection = /c\d/.exec(text)?.[0]
          if (owner !== undefined && connection !== undefined) expect(connection).toBe(owner)
          if (text.startsWith("BEGIN")) owner = connection
          if (/^(END|ROLLBACK)/.test(text)) owner = undefined
        }
      }),
    )
  })

  it("closes the named statements that a connection leaves behind", async () => {
    const { send, runAll, session } = setup()
    send(1, Buffer.concat([parse("s1", "x"), sync, parse("s2", "y"), parse("", "z"), sync]))
    send(1, Buffer.concat([close("s1"), sync]))
    await runAll()
    session.disconnect(1)
    expect((await runAll()).at(-1)).toBe("CS")
  })

  it("answers a cancelled statement that still waits and never runs it", async () => {
    const { send, runAll, session, answers } = setup()
    send(1, "BEGIN")
    await runAll()
    send(2, "never")
    session.cancel(2)
    expect(answers(2)).toBe("EZ")
    send(1, "END")
    send(2, "b")
    expect(await runAll()).toEqual(["BEGIN", "END", "b"])
  })

  it("does not cancel within a transaction, whose client must learn how it stands", async () => {
    const { send, runAll, session } = setup()
    send(1, "BEGIN")
    await runAll()
    send(1, "a")
    session.cancel(1)
    expect(await runAll()).toEqual(["BEGIN", "a"])
  })

  it("runs nothing before its last byte has come", async () => {
    const { session, runAll, ran } = setup()
    const bytes = query("a")
    for (const byte of bytes.subarray(0, -1)) session.receive(1, Uint8Array.of(byte))
    await runAll()
    expect(ran).toEqual([])
    session.receive(1, bytes.subarray(-1))
    expect(await runAll()).toEqual(["a"])
  })

  it("gives a notification to every connection", async () => {
    const { send, runAll, answers } = setup()
    send(1, "LISTEN")
    send(2, "LISTEN")
    send(3, "NOTIFY")
    await runAll()
    expect([answers(1), answers(2), answers(3)]).toEqual(["CZA", "CZA", "ACZ"])
  })

  it("hands a large result on in pieces, complete and in order", async () => {
    const { send, runAll, received, answers } = setup()
    send(1, "LARGE")
    await runAll()
    expect(answers(1)).toBe(`${"D".repeat(100)}CZ`)
    expect(received.get(1)!.length).toBeGreaterThan(2)
  })
})
