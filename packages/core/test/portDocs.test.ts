import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const source = join(import.meta.dirname, "../src")

/** Methods of interfaces and services without a docstring before them. */
const undocumented = (indent: string, file: string): ReadonlyArray<string> => {
  const lines = readFileSync(join(source, file), "utf8").split("\n")
  return lines.flatMap((line, index) => {
    const [, before, name] = /^( *)readonly (\w+)\??: *(?:<[^>]*>)?(?:\(|AsyncMethod<)/.exec(line) ?? []
    return before !== indent || lines[index - 1]!.trim().endsWith("*/") ? [] : [`${file}: ${name}`]
  })
}

it("every method of a port says what it is for, where an adapter's author reads it", () => {
  const services = globSync("*/*.ts", { cwd: source }).filter((file) =>
    /Context\.(?:Service|Reference)</.test(readFileSync(join(source, file), "utf8")),
  )
  expect(services.length).toBeGreaterThan(20)
  expect([
    ...services.flatMap((file) => undocumented("    ", file)),
    ...undocumented("  ", "AsyncPorts.ts"),
  ]).toEqual([])
})
