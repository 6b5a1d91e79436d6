import { execFile } from "node:child_process"
import { globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { snippets } from "../lab/packaging/snippets.ts"
import { temporaryFolder } from "./temporaryFolder.ts"

const run = promisify(execFile)
const root = resolve(import.meta.dirname, "..")

const directory = temporaryFolder(afterAll)
symlinkSync(join(root, "node_modules"), join(directory, "node_modules"))

/** Behind the output of each program. */
const end = "-- end --\n"

/** Runs programs one after the other in one process, which loads what they share once; gives what they print. */
const printed = async (name: string, programs: ReadonlyArray<string>) => {
  const steps = programs.map((code, index) => {
    const file = `${name}-${index}.ts`
    writeFileSync(join(directory, file), code)
    return `await import("./${file}")\nprocess.stdout.write(${JSON.stringify(end)})\n`
  })
  writeFileSync(join(directory, `${name}.mts`), steps.join(""))
  return (await run(process.execPath, [join(directory, `${name}.mts`)])).stdout.split(end)
}

const readmes = globSync("packages/*/README.md", { cwd: root }).map((readme) => {
  const text = readFileSync(join(root, readme), "utf8")
  return { readme, shown: snippets(text), scripts: [...text.matchAll(/^```js\n(.*?)^```$/gms)] }
})

describe("the READMEs of the packages", () => {
  let outputs: Array<string>
  beforeAll(async () => {
    outputs = await printed(
      "shown",
      readmes.flatMap(({ shown }) => shown.map(({ code }) => code)),
    )
  })

  it.each(readmes)("$readme shows code that prints what it says", ({ shown }) => {
    expect(shown.length).toBeGreaterThan(0)
    for (const { output } of shown) expect(outputs.shift()).toBe(output)
  })

  it("have scripts that run, tests among them", async () => {
    const scripts = readmes.flatMap((each) => each.scripts.map(([, code]) => code!))
    expect((await printed("scripts", scripts)).length).toBeGreaterThan(scripts.length)
  })
})
