import { assert, describe, it } from "@effect/vitest"
import { KeyTable } from "../src/KeyTable.ts"

describe("KeyTable", () => {
  it("keeps the numbers of each of many keys, however alike they are", () => {
    const table = new KeyTable(2)
    const keys = Array.from({ length: 5_000 }, (_, n) => [`SKU-${n}`, `${n}-SKU`, `s${n.toString(2)}`]).flat()
    const foundEarly = keys.filter((key, index) => {
      const found = table.find(key)
      table.add(key)[1] = index
      return found !== undefined
    })
    const changed = keys.filter(
      (key, index) => table.find(key)?.join() !== `0,${index}` || table.add(key)[1] !== index,
    )
    assert.deepStrictEqual([foundEarly, changed], [[], []])
    assert.strictEqual(table.size, keys.length)
    for (const other of ["", "SKU-", "SKU-5000", "sku-1", "\uD800"]) assert.isUndefined(table.find(other))
    table.add("")[0] = 7
    assert.strictEqual(table.find("")?.[0], 7)
  })
})
