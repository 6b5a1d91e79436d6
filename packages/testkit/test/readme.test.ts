import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"

const run = promisify(execFile)
const readme = readFileSync(resolve(import.meta.dirname, "../README.md"), "utf8")
const blocks = [...readme.matchAll(/```(js|ts)\n(.*?)```/gs)]
  .map(([, language, code]) => ({ language: language!, code: code! }))
  // the suites' example needs the reader's own adapters
  .filter(({ code }) => !code.includes("./myAdapters.ts"))

describe("README", () => {
  it.each(blocks)("block %$ runs and prints what it says", async ({ language, code }) => {
    const type = language === "js" ? "module" : "module-typescript"
    const { stdout } = await run(process.execPath, ["--no-warnings", `--input-type=${type}`, "--eval", code])
    const said = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)/g)].map((match) => match[1])
    if (said.length > 0) expect(stdout.trim().split("\n")).toEqual(said)
  })
})
