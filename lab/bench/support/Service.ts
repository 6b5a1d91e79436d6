import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { setTimeout as delay } from "node:timers/promises"
import { freePort } from "../../../packages/postgres/test/support/freePort.ts"

const root = join(import.meta.dirname, "../../..")

const answers = (url: string) =>
  new Promise<boolean>((resolve) => {
    request(url, (response) => resolve(response.resume().statusCode === 200))
      .once("error", () => resolve(false))
      .end()
  })

/** An HTTP server in a process of its own, on a free port of its own. */
export class Service {
  readonly url: string
  /** Milliseconds from the start of the process to its first answer. */
  readonly startTime: number
  readonly #process: ChildProcess

  private constructor(child: ChildProcess, url: string, startTime: number) {
    this.#process = child
    this.url = url
    this.startTime = startTime
  }

  /** Runs a program of this repository with `PORT` set, until `/healthz` answers 200. */
  static async start(program: ReadonlyArray<string>, environment: NodeJS.ProcessEnv = {}): Promise<Service> {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const start = performance.now()
    const child = spawn(process.execPath, program, {
      cwd: root,
      env: { ...process.env, PORT: String(port), ...environment },
      stdio: ["ignore", "ignore", "inherit"],
    })
    const killed = () => child.kill("SIGKILL")
    process.once("exit", killed)
    child.once("exit", () => process.off("exit", killed))
    while (!(await answers(`${url}/healthz`))) {
      if (child.exitCode !== null) throw new Error(`${program.join(" ")} ended with ${child.exitCode}`)
      await delay(5)
    }
    return new Service(child, url, performance.now() - start)
  }

  /** Peak resident memory in bytes. */
  peakMemory(): number {
    const status = readFileSync(`/proc/${this.#process.pid}/status`, "utf8")
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return
    this.#process.kill("SIGTERM")
    await once(this.#process, "exit")
  }
}
