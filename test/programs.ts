import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** In a run of tests: what answers with the folder of bundled programs (`globalSetup.ts`). */
const desk = process.env.TEST_PROGRAMS
const bundled = async (url: string) => {
  const answer = await fetch(url)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}
const folder = desk === undefined ? undefined : await bundled(desk)

const program = (name: string, source: string) =>
  folder === undefined ? join(root, source) : join(folder, `${name}.js`)

/** What `hangtag` runs. */
export const hangtagProgram = program("hangtag", "packages/cli/src/main.ts")

/** An export worker with checkpoints. */
export const workerProgram = program("worker", "lab/chaos/worker.ts")
