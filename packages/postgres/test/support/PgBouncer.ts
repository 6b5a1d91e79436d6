import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { freePort } from "./freePort.ts"
import { unprivilegedUser } from "./serverBinaries.ts"

const environment = { PATH: [process.env.PATH, "/usr/sbin"].join(delimiter), LC_ALL: "C" }

/** Why no PgBouncer can run here; the reason was printed. */
export const pgBouncerUnavailable: string | undefined = (() => {
  try {
    execFileSync("pgbouncer", ["--version"], { stdio: "ignore", env: environment })
    return undefined
  } catch {
    const reason = "this machine has no pgbouncer (Debian: apt-get install pgbouncer)"
    console.warn(`Tests behind PgBouncer are skipped: ${reason}`)
    return reason
  }
})()

export interface PgBouncerOptions {
  readonly mode: "session" | "transaction" | "statement"
  /** How many sessions it opens on the server for a user of a database. */
  readonly poolSize: number
}

/** Debian's PgBouncer on loopback before a server, in a folder of its own, with its own settings but for these. */
export class PgBouncer {
  /** The server's URL, by way of it. */
  readonly url: string
  readonly #server: URL
  readonly #folder: string
  readonly #port: number
  #process: ChildProcess | undefined

  private constructor(server: URL, port: number) {
    this.#server = server
    this.#port = port
    this.#folder = mkdtempSync(join(tmpdir(), "hangtag-pgbouncer-"))
    chmodSync(this.#folder, 0o755)
    this.url = Object.assign(new URL(server), { port: String(port) }).href
  }

  static async create(serverUrl: string, options: PgBouncerOptions): Promise<PgBouncer> {
    const pooler = new PgBouncer(new URL(serverUrl), await freePort())
    pooler.#configure(options)
    await pooler.#start()
    return pooler
  }

  #configure({ mode, poolSize }: PgBouncerOptions) {
    const { hostname, port, username, password } = this.#server
    const settings = {
      listen_addr: "127.0.0.1",
      listen_port: this.#port,
      unix_socket_dir: "",
      auth_type: "scram-sha-256",
      auth_file: join(this.#folder, "users.txt"),
      pool_mode: mode,
      default_pool_size: poolSize,
      max_client_conn: 1000,
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
    writeFileSync(join(this.#folder, "users.txt"), `"${username}" "${password}"\n`)
    writeFileSync(
      join(this.#folder, "pgbouncer.ini"),
      `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join("\n")}\n`,
    )
  }

  async #start() {
    // it refuses to run as root
    const user = process.getuid?.() === 0 ? unprivilegedUser() : {}
    const child = spawn("pgbouncer", [join(this.#folder, "pgbouncer.ini")], {
      cwd: this.#folder,
      env: environment,
      stdio: ["ignore", "ignore", "pipe"],
      ...user,
    })
    this.#process = child
    const killed = () => child.kill("SIGKILL")
    process.once("exit", killed)
    let log = ""
    await new Promise<void>((ready, failed) => {
      child.stderr!.on("data", (chunk) => {
        if (log.includes("process up")) return
        log += chunk
        if (log.includes("process up")) ready()
      })
      child.once("exit", () => {
        process.off("exit", killed)
        this.#process = undefined
        failed(new Error(`PgBouncer did not start: ${log}`))
      })
    })
  }

  /** Has it read other settings while it runs. */
  reconfigure(options: PgBouncerOptions): void {
    this.#configure(options)
    this.#process?.kill("SIGHUP")
  }

  /** Stops it, ends its clients' connections, and starts it again. */
  async restart(): Promise<void> {
    await this.#stop()
    await this.#start()
  }

  async #stop() {
    const child = this.#process
    if (child === undefined) return
    child.kill("SIGKILL")
    await once(child, "exit")
  }

  /** Stops it and removes its folder. */
  async dispose(): Promise<void> {
    await this.#stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
