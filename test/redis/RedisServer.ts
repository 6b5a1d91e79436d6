import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { freePort } from "../hangtag.ts"

/** Why no Redis server can run here; the reason was printed. */
export const redisUnavailable: string | undefined = (() => {
  try {
    execFileSync("redis-server", ["--version"], { stdio: "ignore" })
    return undefined
  } catch {
    const reason = "this machine has no redis-server (Debian: apt-get install redis-server)"
    console.warn(`Tests on Redis are skipped: ${reason}`)
    return reason
  }
})()

export interface RedisOptions {
  /** Whether it knows after a stop what it knew before. Default true. */
  readonly remembers?: boolean
}

/** A Redis server on loopback in a folder of its own, which can be stopped and started. */
export class RedisServer {
  readonly url: string
  readonly #folder: string
  readonly #arguments: ReadonlyArray<string>
  #process: ChildProcess | undefined

  private constructor(port: number, remembers: boolean) {
    this.url = `redis://127.0.0.1:${port}`
    this.#folder = mkdtempSync(join(tmpdir(), "hangtag-redis-"))
    const settings = {
      port,
      bind: "127.0.0.1",
      dir: this.#folder,
      save: "",
      appendonly: remembers ? "yes" : "no",
    }
    this.#arguments = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  }

  static async create({ remembers = true }: RedisOptions = {}): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), remembers)
    await server.start()
    return server
  }

  /** Resolves when it takes connections. */
  async start(): Promise<void> {
    if (this.#process !== undefined) return
    const child = spawn("redis-server", this.#arguments, { stdio: ["ignore", "pipe", "ignore"] })
    this.#process = child
    const killed = () => child.kill("SIGKILL")
    process.once("exit", killed)
    let log = ""
    await new Promise<void>((ready, failed) => {
      child.stdout.on("data", (chunk) => {
        log += chunk
        if (log.includes("Ready to accept connections")) ready()
      })
      child.once("exit", () => {
        process.off("exit", killed)
        this.#process = undefined
        failed(new Error(`Redis did not start: ${log}`))
      })
    })
  }

  /** How many connections it has, by its own word. */
  async clients(): Promise<number> {
    const socket = connect(Number(new URL(this.url).port), "127.0.0.1").on("error", () => {})
    socket.end("CLIENT LIST\r\nQUIT\r\n")
    // one of them is the asker's
    return (
      (await text(socket).catch(() => "")).split("\n").filter((line) => /^(\$\d+\r)?id=/.test(line)).length -
      1
    )
  }

  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGKILL"): Promise<void> {
    const child = this.#process
    if (child === undefined) return
    child.kill(signal)
    await once(child, "exit")
  }

  /** Stops it and removes its folder. */
  async dispose(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
