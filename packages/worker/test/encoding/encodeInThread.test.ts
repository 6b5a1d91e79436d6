import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { ExportRow } from "@hangtag/core/adapter"
import { EncoderStopped, ExportLimitExceeded, encodeHere, encodeInThread } from "@hangtag/worker"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { encode } from "../../src/encoding/encode.ts"
import { threadEncoder } from "../../src/encoding/encodeInThread.ts"
import { blocksAhead } from "../../src/encoding/threadMessages.ts"
import { inBatches, readAll } from "../files/encoded.ts"

const header = ["text", "number", "date", "flag", "nothing"]
const rows = (count: number): Array<ExportRow> =>
  Array.from({ length: count }, (_, i) => [
    `row ${i} "é" 😀 \u0001 \ud800`,
    { kind: "number", text: `${i}.50` },
    { kind: "date", text: "2026-12-01" },
    i % 2 === 0,
    null,
  ])
const signal = () => new AbortController().signal

/** Rows without end; `batches` counts those that were asked for. */
const endless = () => {
  const state = { batches: 0, closed: false }
  const batch = rows(1000)
  const source = (async function* () {
    try {
      for (;;) {
        state.batches++
        yield batch
      }
    } finally {
      state.closed = true
    }
  })()
  return { state, source }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe("encodeInThread", () => {
  for (const format of ["csv", "xlsx"] as const) {
    it(`gives the bytes and counts of an encoder in the same thread: ${format}`, async () => {
      const encoding = { format, header, csv: { bom: false }, xlsx: { maxRowsPerSheet: 4000 } }
      const there = encodeInThread(encoding, inBatches(rows(6000), 700), signal())
      const here = encodeHere(encoding, inBatches(rows(6000)), signal())
      assert.isTrue((await readAll(there)).equals(await readAll(here)))
      assert.deepStrictEqual(there.counts, here.counts)
      assert.strictEqual(there.counts.rows, 6000)
    })
  }

  it("runs ahead of its reader by a bounded number of blocks and batches", async () => {
    const { state, source } = endless()
    const file = encodeInThread({ format: "csv", header }, source, signal())[Symbol.asyncIterator]()
    const first = (await file.next()).value as Uint8Array
    let before = -1
    // The thread goes on until all its room is taken; then nothing is asked for any more.
    for (let still = 0; still < 100; still = state.batches === before ? still + 1 : 0) {
      before = state.batches
      for (let i = 0; i < 500; i++) await turn()
    }
    const batchBytes = (await readAll(encodeHere({ format: "csv", header }, inBatches(rows(1000)), signal())))
      .length
    assert.isAtMost(state.batches, Math.ceil(((blocksAhead + 3) * first.length) / batchBytes) + 6)
    await file.return?.()
    assert.isTrue(state.closed)
  })

  it("fails with what is wrong with the rows for the format", async () => {
    const wide = Array.from({ length: 20_000 }, (_, i) => `c${i}`)
    const file = encodeInThread({ format: "xlsx", header: wide }, inBatches([]), signal())
    const error = await readAll(file).catch((error) => error)
    assert.instanceOf(error, ExportLimitExceeded)
    assert.deepInclude({ ...error }, { reason: "columns", actual: 20_000 })
  })

  it("fails with what the rows fail with", async () => {
    const broken = new Error("the database went away")
    const source = (async function* () {
      yield rows(10)
      throw broken
    })()
    assert.strictEqual(
      await readAll(encodeInThread({ format: "csv", header }, source, signal())).catch((error) => error),
      broken,
    )
  })

  it("ends when it is aborted, though no rows come", async () => {
    const never: AsyncIterable<ReadonlyArray<ExportRow>> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }),
    }
    const abort = new AbortController()
    const reading = readAll(encodeInThread({ format: "csv", header }, never, abort.signal))
    await turn()
    abort.abort()
    assert.instanceOf(await reading.catch((error) => error), EncoderStopped)
  })
})

describe("a thread that dies", () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hangtag-thread-"))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each([
    { how: "exits", code: "process.exit(3)", reason: "thread" },
    { how: "throws", code: "throw new Error('inside')", reason: "thread" },
    { how: "does not load", code: "import './nowhere.mjs'", reason: "thread" },
    {
      how: "runs out of memory",
      // As Node reports it; really running out takes half a minute.
      code: "throw Object.assign(new Error('limit'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })",
      reason: "memory",
    },
  ])("ends the file with EncoderStopped: it $how", async ({ how, code, reason }) => {
    const program = join(folder, `${how.replaceAll(" ", "-")}.mjs`)
    await writeFile(program, code)
    const encoder = threadEncoder(pathToFileURL(program))
    const { source } = endless()
    const error = await readAll(encoder({ format: "csv", header }, source, signal())).catch((error) => error)
    assert.instanceOf(error, EncoderStopped)
    assert.strictEqual(error.reason, reason)
    assert.notInclude(error.message, folder)
  })
})

describe("encode", () => {
  it.each([0, 1, 5000, 5001, 12_000])("gives the bytes of any other encoder for %i rows", async (count) => {
    const encoding = { format: "xlsx", header } as const
    const file = encode(encoding, inBatches(rows(count)), signal())
    const here = encodeHere(encoding, inBatches(rows(count)), signal())
    assert.isTrue((await readAll(file)).equals(await readAll(here)))
    assert.deepStrictEqual(file.counts, here.counts)
  })
})
