import { spawn } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"
import { hangtagProgram } from "./programs.ts"

export { freePort } from "../packages/postgres/test/support/freePort.ts"

export const root = resolve(import.meta.dirname, "..")

export interface Running {
  readonly pid: number
  readonly isRunning: () => boolean
  readonly output: () => string
  /** Waits until it has printed `words`; fails where it ends without. */
  readonly says: (words: string) => Promise<void>
  readonly signal: (signal: NodeJS.Signals) => void
  /** Sends the signal and waits for the end; gives the exit code, or null after a signal that killed it. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>
}

type Environment = Readonly<Record<string, string>>

const start = (command: ReadonlyArray<string>, env: Environment) => {
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const kill = () => child.kill("SIGKILL")
  process.once("exit", kill)
  child.once("exit", () => process.off("exit", kill))
  let output = ""
  const printed: Array<Buffer> = []
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk
    printed.push(chunk)
  })
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk
  })
  const ended = once(child, "close").then(([code]) => code as number | null)
  return { child, output: () => output, printed: () => Buffer.concat(printed).toString("utf8"), ended }
}

/** Starts a script as a process and waits until it says `words`. */
export const script = async (
  command: ReadonlyArray<string>,
  words: string,
  env: Environment,
): Promise<Running> => {
  const { child, output, ended } = start(command, env)
  const says = (words: string) =>
    new Promise<void>((ready, failed) => {
      const look = () => output().includes(words) && ready()
      child.stdout.on("data", look)
      ended.then(() => failed(new Error(`${command.join(" ")} ended: ${output()}`)))
      look()
    })
  await says(words)
  return {
    says,
    pid: child.pid!,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output,
    signal: (signal) => {
      child.kill(signal)
    },
    stop: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** Starts `hangtag …` as a process and waits until it says `words`. */
export const hangtag = (args: ReadonlyArray<string>, words: string, env: Environment): Promise<Running> =>
  script([hangtagProgram, ...args], words, env)

/** Runs `hangtag …` to its end; `printed` is its standard output alone. */
export const run = async (args: ReadonlyArray<string>, env: Environment) => {
  const { output, printed, ended } = start([hangtagProgram, ...args], env)
  return { code: await ended, output: output(), printed: printed() }
}
