import { type ChildProcess, execFile, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import pg from "pg"
import { freePort } from "./freePort.ts"
import { type ServerBinaries, serverBinaries } from "./serverBinaries.ts"

/** `fast` ends every session and shuts down; `immediate` is a crash, from which the next start recovers. */
export type StopMode = "fast" | "immediate"

const isReady = /ready to accept (read-only )?connections/

const environment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" }

/**
 * A real Postgres server on a free loopback port, in a temporary directory.
 *
 * Tests share the run's server (`testServer`); one that stops and starts it creates its own.
 */
export class PostgresServer {
  readonly url: string
  readonly #home: string
  readonly #binaries: ServerBinaries
  readonly #port: number
  readonly #settings: ReadonlyArray<string>
  #process: ChildProcess | undefined

  private constructor(
    home: string,
    binaries: ServerBinaries,
    port: number,
    password: string,
    settings: ReadonlyArray<string> = [],
  ) {
    this.#home = home
    this.#binaries = binaries
    this.#port = port
    this.#settings = settings
    this.url = `postgres://hangtag:${password}@127.0.0.1:${port}/postgres`
  }

  /** Of the programs in the folder `installed`, if given. Rejects with why it cannot run here. */
  static async create(installed?: string): Promise<PostgresServer> {
    const home = mkdtempSync(join(tmpdir(), "hangtag-postgres-"))
    try {
      chmodSync(home, 0o755)
      const binaries = await serverBinaries(home, installed)
      const password = randomBytes(12).toString("hex")
      const passwordFile = join(home, "password")
      writeFileSync(passwordFile, password)
      await promisify(execFile)(
        binaries.initdb,
        [
          "-D",
          join(home, "data"),
          "-U",
          "hangtag",
          "--auth=scram-sha-256",
          `--pwfile=${passwordFile}`,
        ].concat(["-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]),
        { cwd: home, env: environment, ...binaries.user },
      )
      const server = new PostgresServer(home, binaries, await freePort(), password)
      await server.start()
      return server
    } catch (cause) {
      rmSync(home, { recursive: true, force: true })
      throw cause
    }
  }

  /** Resolves when it takes connections. */
  async start(): Promise<void> {
    if (this.#process !== undefined) return
    const settings = [`port=${this.#port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="].concat([
      "fsync=off",
      "max_connections=200",
      ...this.#settings,
    ])
    const child = spawn(
      this.#binaries.postgres,
      ["-D", join(this.#home, "data"), ...settings.flatMap((setting) => ["-c", setting])],
      { cwd: this.#home, env: environment, stdio: ["ignore", "ignore", "pipe"], ...this.#binaries.user },
    )
    this.#process = child
    const killed = () => child.kill("SIGQUIT")
    process.once("exit", killed)
    let log = ""
    await new Promise<void>((ready, failed) => {
      child.stderr.on("data", (chunk) => {
        if (isReady.test(log)) return
        log += chunk
        if (isReady.test(log)) ready()
      })
      child.once("exit", () => {
        process.off("exit", killed)
        this.#process = undefined
        failed(new Error(`Postgres did not start: ${log}`))
      })
    })
  }

  /** Makes a server that follows this one, which is down for as long as its files are copied. */
  async standby(): Promise<PostgresServer> {
    const home = mkdtempSync(join(tmpdir(), "hangtag-standby-"))
    const { user } = this.#binaries
    chmodSync(home, 0o755)
    if (user !== undefined) chownSync(home, user.uid, user.gid)
    await this.stop("fast")
    await promisify(execFile)("cp", ["-a", join(this.#home, "data"), home])
    await this.start()
    writeFileSync(join(home, "data", "standby.signal"), "")
    const { password } = new URL(this.url)
    const follows = `primary_conninfo=host=127.0.0.1 port=${this.#port} user=hangtag password=${password}`
    const standby = new PostgresServer(home, this.#binaries, await freePort(), password, [follows])
    await standby.start()
    return standby
  }

  /** Makes another, empty database and gives its URL. */
  async database(name: string): Promise<string> {
    const client = new pg.Client(this.url)
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    return Object.assign(new URL(this.url), { pathname: name }).href
  }

  async stop(mode: StopMode): Promise<void> {
    const child = this.#process
    if (child === undefined) return
    child.kill(mode === "fast" ? "SIGINT" : "SIGQUIT")
    await once(child, "exit")
  }

  /** Stops it and removes its directory. */
  async dispose(): Promise<void> {
    await this.stop("immediate")
    rmSync(this.#home, { recursive: true, force: true })
  }
}
