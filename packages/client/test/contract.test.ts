import { globSync, readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { expect, it } from "vitest"
import { contractFile } from "./renderContract.ts"

it("the types are those of the contract (else: node packages/client/test/renderContract.ts, then format)", () => {
  const { written, rendered } = contractFile
  const isSame = written() === rendered()
  expect(isSame).toBe(true)
})

it("a page loads less than 10 kB of it", () => {
  const source = join(import.meta.dirname, "../src")
  const code = globSync("*.ts", { cwd: source })
    .map((file) => stripTypeScriptTypes(readFileSync(join(source, file), "utf8")).replace(/^ +/gm, ""))
    .join("\n")
  expect(code).toContain("retry-after")
  expect(gzipSync(code).length).toBeLessThan(10_000)
})
