import { execFile } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, expect, it } from "vitest"
import { snippets } from "../packaging/snippets.ts"

const run = promisify(execFile)
const root = resolve(import.meta.dirname, "..")

const directory = mkdtempSync(join(tmpdir(), "hangtag-readmes-"))
symlinkSync(join(root, "node_modules"), join(directory, "node_modules"))
afterAll(() => rmSync(directory, { recursive: true }))

it.each(globSync("packages/*/README.md", { cwd: root }))(
  "%s shows code that prints what it says",
  async (readme) => {
    const shown = snippets(readFileSync(join(root, readme), "utf8"))
    expect(shown.length).toBeGreaterThan(0)
    for (const [index, { code, output }] of shown.entries()) {
      const file = join(directory, `${readme.split("/")[1]}-${index}.ts`)
      writeFileSync(file, code)
      const { stdout } = await run(process.execPath, [file])
      expect(stdout).toBe(output)
    }
  },
)
