import { globSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { describe, expect, it } from "vitest"

const root = resolve(import.meta.dirname, "../..")

const files = [
  "deploy/**/*.{yaml,yml}",
  "deploy/**/Dockerfile*",
  "examples/*/**/Dockerfile*",
  "examples/*/*.{yaml,yml}",
  ".github/**/*.{yaml,yml}",
].flatMap((glob) => globSync(glob, { cwd: root, exclude: (name) => name.includes("node_modules") }))

/** What is run that others have built, with the line that names it. */
const foreign = files.flatMap((file) =>
  readFileSync(join(root, file), "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, name] = /^\s*-?\s*(?:FROM|image:|uses:)\s+(\S+)/.exec(line) ?? []
      return name === undefined || name === "hangtag" ? [] : [{ file, name }]
    }),
)

describe("images and actions", () => {
  it("are there", () => expect(foreign.length).toBeGreaterThan(4))

  it.each(foreign)("$name in $file is named by digest", ({ name }) => {
    expect(name).toMatch(/@sha256:[0-9a-f]{64}$|@[0-9a-f]{40}$/)
  })
})
