import { globSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

export const root = resolve(import.meta.dirname, "..")

/** Sources of the packages and of the workbench's page, from the root of the repository. */
export const sources: ReadonlyArray<string> = globSync(
  ["packages/*/src/**/*.ts", "packages/workbench/page/**/*.{ts,tsx}"],
  { cwd: root },
)

/** What a file imports, as it is written there: types too, and what is exported onwards. */
export const imports = (file: string): ReadonlyArray<string> =>
  [
    ...readFileSync(join(root, file), "utf8").matchAll(
      /^\s*(?:import\b(?:[^"';]*?\bfrom)?|export\b[^"';]*?\bfrom|\}\s*from|.*\bimport\()\s*"([^"]+)"/gm,
    ),
  ].map((match) => match[1]!)

/** For each source the sources of its own package that it imports. */
export const importsWithin = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const known = new Set(sources)
  return new Map(
    sources.map((file) => [
      file,
      imports(file)
        .filter((name) => name.startsWith("."))
        .map((name) => join(dirname(file), name))
        .filter((name) => known.has(name)),
    ]),
  )
}
