import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import type { Readable, Writable } from "node:stream"
import { workerProgram } from "../../test/programs.ts"
import type { Checkpoint } from "./checkpoints.ts"
import { compileCache } from "./compileCache.ts"

/** A worker in a process of its own. */
export class WorkerProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #ended: Promise<unknown>
  #output = ""

  constructor(url: string, folder: string, stopAt?: Checkpoint) {
    this.#child = spawn(process.execPath, [workerProgram, url, folder], {
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: compileCache,
        ...(stopAt !== undefined && { CHECKPOINT: stopAt }),
      },
      stdio: ["pipe", "pipe", "inherit"],
    })
    this.#ended = once(this.#child, "exit")
    this.#child.stdout.on("data", (chunk) => {
      this.#output += chunk
    })
  }

  /** Resolves when the process has said the words; rejects when it ends without. */
  async says(words: string): Promise<void> {
    const ended = this.#ended.then(() => {
      throw new Error(`a worker ended before it said: ${words}`)
    })
    ended.catch(() => {})
    while (!this.#output.includes(words)) await Promise.race([once(this.#child.stdout, "data"), ended])
  }

  /** Lets it go on from its checkpoint. */
  release(): void {
    this.#child.stdin.write("go on\n")
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child.kill(signal)
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    this.#child.kill(signal)
    await this.#ended
  }
}
