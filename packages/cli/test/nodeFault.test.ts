import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { nodeFault } from "../src/nodeFault.ts"

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8")
const needed: string = JSON.parse(read("package.json")).engines.node.replace(">=", "")

describe("the Node that the command line runs on", () => {
  it.each([
    ["26.10.0", true],
    ["24.0.0", true],
    [`${needed}.0`, true],
    ["22.18.9", false],
    ["20.20.0", false],
    ["9.99.0", false],
  ])("%s: %s", (version, isFit) => {
    const fault = nodeFault(version)
    expect(fault === undefined).toBe(isFit)
    if (!isFit) expect(fault).toContain(`needs Node ${needed} or newer, and this is ${version}`)
  })

  it("is asked for before anything else is loaded", () => {
    const imported = (source: string) => [...source.matchAll(/^import .*"(.*)"$/gm)].map(([, from]) => from)
    expect(imported(read("src/main.ts"))).toEqual(["./nodeFault.ts"])
    expect(imported(read("src/nodeFault.ts"))).toEqual([])
    // Node 12 parses no await here
    expect(read("src/main.ts")).not.toMatch(/\bawait \w+\(/)
  })
})
