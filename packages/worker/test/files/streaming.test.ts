import { describe, expect, it } from "vitest"
import { encodeCsv } from "../../src/files/encodeCsv.ts"
import { encodeXlsx } from "../../src/files/encodeXlsx.ts"
import { inBatches, readAll } from "./encoded.ts"

const turn = () => new Promise((resolve) => setImmediate(resolve))

// Texts that do not compress, so that what is pulled has to come out as well.
let seed = 1
const noise = () => {
  let text = ""
  for (let index = 0; index < 40; index++) {
    seed = (seed * 48_271) % 2_147_483_647
    text += seed.toString(36)
  }
  return text
}

const source = (batches: number, fail = false) => {
  const state = { pulled: 0, closed: false }
  async function* rows() {
    try {
      while (state.pulled < batches) {
        state.pulled++
        yield Array.from({ length: 100 }, () => [noise()])
      }
      if (fail) throw new Error("the database went away")
    } finally {
      state.closed = true
    }
  }
  return { state, rows: rows() }
}

const encodeGzip = (...[header, rows]: Parameters<typeof encodeCsv>) =>
  encodeCsv(header, rows, { gzip: true })

describe.each([
  ["xlsx", encodeXlsx],
  ["csv", encodeCsv],
  ["csv.gz", encodeGzip],
] as const)("an %s file being written", (_, encode) => {
  it("pulls rows only as far as its bytes are pulled", async () => {
    const { state, rows } = source(Number.POSITIVE_INFINITY)
    const chunks = encode(["text"], rows)[Symbol.asyncIterator]()
    await chunks.next()
    for (let index = 0; index < 2000; index++) await turn()
    // A chunk of 256 KiB is about 11 batches of csv and 20 of xlsx; deflate has five pieces of four such at hand.
    const early = state.pulled
    expect(early).toBeLessThan(300)
    for (let index = 0; index < 20; index++) await chunks.next()
    expect(state.pulled).toBeGreaterThan(early)
    await chunks.return?.()
    expect(state.closed).toBe(true)
  })

  it("lets go of the rows when its reader stops", async () => {
    const { state, rows } = source(Number.POSITIVE_INFINITY)
    for await (const chunk of encode(["text"], rows)) if (chunk.length > 0) break
    expect(state.closed).toBe(true)
  })

  it("fails with the failure of its rows", async () => {
    const { state, rows } = source(20, true)
    await expect(readAll(encode(["text"], rows))).rejects.toThrow("the database went away")
    expect(state.closed).toBe(true)
  })

  it("refuses a row that does not match the columns", async () => {
    await expect(readAll(encode(["a", "b"], inBatches([["1", "2"], ["3"]])))).rejects.toThrow(
      "1 cells for 2 columns",
    )
  })

  it("leaves turns to other work even when rows never wait", async () => {
    const { rows } = source(200)
    let turns = 0
    let ended = false
    const other = (async () => {
      while (!ended) {
        await turn()
        turns++
      }
    })()
    await readAll(encode(["text"], rows))
    ended = true
    await other
    // 200 batches of about 24 kB are some 18 blocks.
    expect(turns).toBeGreaterThan(15)
  })

  it("skips batches without rows", async () => {
    async function* gaps() {
      yield []
      yield [["a"]]
      yield []
      yield [["b"]]
      yield []
    }
    const file = encode(["text"], gaps())
    await readAll(file)
    expect(file.counts.rows).toBe(2)
  })
})
