import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../..")

/** `hangtag worker` in a process of its own. */
export class WorkerProcess {
  readonly #process: ChildProcess

  private constructor(child: ChildProcess) {
    this.#process = child
  }

  /** Resolves when it takes exports. `BENCH_NODE` gives Node options, such as `--cpu-prof`. */
  static async start(environment: NodeJS.ProcessEnv): Promise<WorkerProcess> {
    const options = process.env.BENCH_NODE?.split(" ") ?? []
    const child = spawn(process.execPath, [...options, "packages/cli/src/main.ts", "worker"], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    })
    const killed = () => child.kill("SIGKILL")
    process.once("exit", killed)
    child.once("exit", () => process.off("exit", killed))
    const ready = Promise.withResolvers<void>()
    // read on: a process whose output is no longer read ends
    child.stdout.on("data", (text) => String(text).includes("takes exports") && ready.resolve())
    child.once("exit", (code) => ready.reject(new Error(`hangtag worker ended with ${code}`)))
    await ready.promise
    return new WorkerProcess(child)
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  /** Peak resident memory in bytes. */
  peakMemory(): number {
    const status = readFileSync(`/proc/${this.#process.pid}/status`, "utf8")
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024
  }

  async stop(): Promise<void> {
    this.#process.kill("SIGTERM")
    await once(this.#process, "exit")
  }
}
