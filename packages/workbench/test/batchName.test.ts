import { describe, expect, it } from "vitest"
import { nameFault } from "../page/format/batchName.ts"

describe("the name of a batch", () => {
  it.each([
    ["", undefined],
    [` ${"x".repeat(200)} `, undefined],
    ["x".repeat(201), "A name has at most 200 characters; this has 201. Make it shorter."],
  ])("%s", (name, fault) => {
    expect(nameFault(name)).toBe(fault)
  })
})
