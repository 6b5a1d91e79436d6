import { expect, it } from "vitest"
import { takenBackName } from "../page/views/batches/takenBackName.ts"

it.each([
  ["the other's name", { name: "Takes back Boot, Red", reverts: "PC-1" }, "Boot, Red"],
  ["the other's key, where it has no name", { name: "Takes back PC-1", reverts: "PC-1" }, "PC-1"],
  ["the other's key, where the batch is named otherwise", { name: "A slip", reverts: "PC-1" }, "PC-1"],
  ["the other's key, where the batch has no name", { name: null, reverts: "PC-1" }, "PC-1"],
  ["nothing, whatever it is called", { name: "Takes back Boot, Red", reverts: null }, null],
])("what a batch takes back is called by %s", (_, batch, expected) => {
  expect(takenBackName(batch)).toBe(expected)
})
