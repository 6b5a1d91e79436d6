import { crc32, deflateRawSync, gunzipSync, inflateRawSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { deflated, gzipped } from "../../src/files/deflated.ts"

/** Blocks as a sheet gives them: of any length, and most of what stands in one stands in those before it too. */
const blocksOf = (count: number) =>
  Array.from({ length: count }, (_, block) =>
    Buffer.from(
      Array.from(
        { length: 3_000 },
        (_, row) => `<c r="A${block * 3_000 + row}"><v>${row % 97}.95</v></c>`,
      ).join(""),
    ),
  )

const collected = async (chunks: AsyncIterable<Uint8Array>) => {
  const all: Array<Uint8Array> = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

async function* given(blocks: ReadonlyArray<Uint8Array>) {
  yield* blocks
}

describe("deflated", () => {
  for (const count of [0, 1, 4, 5, 33])
    it(`makes one stream of ${count} blocks, with its checksum and size`, async () => {
      const blocks = blocksOf(count)
      const plain = Buffer.concat(blocks)
      const seen = { crc32: 0, size: 0 }
      const compressed = await collected(deflated(given(blocks), 6, seen))
      assert.isTrue(inflateRawSync(compressed).equals(plain))
      assert.deepStrictEqual(seen, { crc32: crc32(plain), size: plain.length })
    })

  it("gives hardly more bytes than a stream that is not cut", async () => {
    const blocks = blocksOf(33)
    const compressed = await collected(deflated(given(blocks), 6, { crc32: 0, size: 0 }))
    assert.isBelow(compressed.length, deflateRawSync(Buffer.concat(blocks), { level: 6 }).length * 1.01)
  })

  it("closes its source when no one reads on, and fails as that does", async () => {
    let closed = 0
    async function* endless(fails: boolean) {
      try {
        for (const block of blocksOf(20)) yield block
        if (fails) throw new Error("no more")
      } finally {
        closed++
      }
    }
    for await (const _ of deflated(endless(false), 6, { crc32: 0, size: 0 })) break
    assert.strictEqual(closed, 1)
    const fault = await collected(deflated(endless(true), 6, { crc32: 0, size: 0 })).catch((error) => error)
    assert.strictEqual(fault.message, "no more")
    assert.strictEqual(closed, 2)
  })
})

describe("gzipped", () => {
  it("is what gunzip reads, the same each time", async () => {
    const blocks = blocksOf(9)
    const [file, again] = [await collected(gzipped(given(blocks))), await collected(gzipped(given(blocks)))]
    assert.isTrue(gunzipSync(file).equals(Buffer.concat(blocks)))
    assert.isTrue(file.equals(again))
  })
})
