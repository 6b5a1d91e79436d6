import { globSync, readFileSync } from "node:fs"
import { Instrumenter } from "@stryker-mutator/instrumenter"

/** A change of one place of a rule. */
export interface Mutant {
  readonly id: string
  readonly file: string
  readonly line: number
  readonly kind: string
  readonly from: string
  readonly to: string
}

const quiet = new Proxy({}, { get: (_, name) => (name.toString().startsWith("is") ? () => false : () => {}) })

/** The rules of the rooms with all their mutants in them, by path, and what these are. */
export const instrumented = async (
  root: string,
  rooms: ReadonlyArray<string>,
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly mutants: ReadonlyArray<Mutant> }> => {
  const paths = rooms
    .flatMap((room) => globSync(`packages/core/src/${room}/rules/*.ts`, { cwd: root }))
    .filter((path) => !path.endsWith(".cases.ts"))
  const sources = new Map(paths.map((path) => [`${root}${path}`, readFileSync(`${root}${path}`, "utf8")]))
  const result = await new Instrumenter(quiet as never).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, ignorers: [], excludedMutations: [] },
  )
  const mutants = result.mutants.map(
    ({ id, fileName, location: { start, end }, mutatorName, replacement }) => {
      const lines = sources
        .get(fileName)!
        .split("\n")
        .slice(start.line, end.line + 1)
      lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column)
      lines[0] = lines[0]!.slice(start.column)
      const short = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 100)
      return {
        id,
        file: fileName.slice(`${root}packages/core/src/`.length),
        line: start.line + 1,
        kind: mutatorName,
        from: short(lines.join("\n")),
        to: short(replacement),
      }
    },
  )
  return { files: new Map(result.files.map(({ name, content }) => [name, content])), mutants }
}
