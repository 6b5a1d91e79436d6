import { globSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { expect, it } from "vitest"

const source = join(import.meta.dirname, "../src")

/** Methods of services without a docstring before them. */
const undocumented = (file: string): ReadonlyArray<string> => {
  const lines = readFileSync(join(source, file), "utf8").split("\n")
  return lines.flatMap((line, index) => {
    const [, name] = /^ {4}readonly (\w+)\??: *(?:<[^>]*>)?\(/.exec(line) ?? []
    return name === undefined || lines[index - 1]!.trim().endsWith("*/") ? [] : [`${file}: ${name}`]
  })
}

it("every method of a port says what it is for, where an adapter's author reads it", () => {
  const services = globSync("*/*.ts", { cwd: source }).filter((file) =>
    /Context\.(?:Service|Reference)</.test(readFileSync(join(source, file), "utf8")),
  )
  expect(services.length).toBeGreaterThan(20)
  expect(services.flatMap(undocumented)).toEqual([])
})

// what editors show: TypeScript 5.9, 6 and 7.1 take a mapped member's docs from where it comes from, 7.0 does not
it("and so does every one of the promise types, in an editor of TypeScript 6", () => {
  const ts = createRequire(createRequire(import.meta.url).resolve("@microsoft/api-extractor"))("typescript")
  expect(ts.version).toMatch(/^6\./)
  const file = join(source, "AsyncPorts.ts")
  const program = ts.createProgram([file], {
    strict: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  const membersOf = (declared: object) => checker.getTypeAtLocation(declared).getProperties()
  const ports = program
    .getSourceFile(file)
    .statements.find(
      (each: { readonly name?: { readonly text: string } }) => each.name?.text === "AsyncPorts",
    )
  const shown: ReadonlyArray<readonly [string, string]> = membersOf(ports).flatMap(
    (port: { readonly name: string; readonly valueDeclaration: object }) =>
      membersOf(port.valueDeclaration).map(
        (method: {
          readonly name: string
          readonly getDocumentationComment: (types: object) => ReadonlyArray<object>
        }) => [
          `${port.name}.${method.name}`,
          ts.displayPartsToString(method.getDocumentationComment(checker)),
        ],
      ),
  )
  expect(shown.length).toBeGreaterThan(70)
  expect(shown.filter(([, docs]) => docs === "")).toEqual([])
}, 240_000)
