import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { ImportProblem } from "@hangtag/catalog-files"
import { Effect } from "effect"

/** Texts written to a file in their order, some thousand at a time; there may be a million of them. */
const textFile = (path: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => ({ file: openSync(path, "w"), held: [] as Array<string> }),
      catch: (cause) => cause,
    }),
    ({ file }) => Effect.sync(() => closeSync(file)),
  ).pipe(
    Effect.map(({ file, held }) => {
      const flush = () => void writeSync(file, held.splice(0).join(""))
      return {
        write: (text: string) => {
          if (held.push(text) >= 1_000) flush()
        },
        flush: Effect.sync(flush),
      }
    }),
  )

// a spreadsheet takes a text that begins so for a formula
const cell = (text: string) => `"${/^[=+\-@\t\r]/.test(text) ? "'" : ""}${text.replaceAll('"', '""')}"`

/** Writes each problem of an import into a csv file. */
export const problemReport = Effect.fnUntraced(function* (path: string) {
  const { write, flush } = yield* textFile(path)
  write("\uFEFFfile,line,kind,fault\r\n")
  yield* Effect.addFinalizer(() => flush)
  return ({ file, line, kind, fault }: ImportProblem) =>
    write(`${cell(file)},${line},${kind},${cell(fault)}\r\n`)
})

/** Keeps the problems of an import outside of memory, to be printed in the end as a list in JSON. */
export const problemList = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "hangtag-import-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true })),
  )
  const path = join(folder, "problems")
  const { write, flush } = yield* textFile(path)
  async function* lines() {
    for await (const line of createInterface({ input: createReadStream(path) })) yield line
  }
  return {
    add: (problem: ImportProblem) => write(`${JSON.stringify(problem)}\n`),
    print: Effect.andThen(
      flush,
      Effect.promise(async () => {
        let separator = ""
        for await (const line of lines()) {
          const wait = !process.stdout.write(`${separator}${line}`)
          if (wait) await new Promise((resolve) => process.stdout.once("drain", resolve))
          separator = ","
        }
      }),
    ),
  }
})
