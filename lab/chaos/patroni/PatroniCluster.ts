import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import type { StopMode } from "../../../packages/postgres/test/support/PostgresServer.ts"
import { unprivilegedUser } from "../../../packages/postgres/test/support/serverBinaries.ts"
import { freePort } from "../../../test/hangtag.ts"

/** The newest of Debian's servers; its programs are not on the path. */
const programs = (() => {
  const all = "/usr/lib/postgresql"
  const versions = existsSync(all) ? readdirSync(all).map(Number).filter(Number.isInteger) : []
  return versions.length === 0 ? undefined : join(all, String(Math.max(...versions)), "bin")
})()

/** Why no cluster can run here; the reason was printed. */
export const patroniUnavailable: string | undefined = (() => {
  try {
    for (const program of ["patroni", "etcd"]) execFileSync(program, ["--version"], { stdio: "ignore" })
    if (programs !== undefined && existsSync(join(programs, "postgres"))) return undefined
  } catch {}
  const reason = "this machine has no Patroni (Debian: apt-get install patroni etcd-server postgresql)"
  console.warn(`Tests on a failover are skipped: ${reason}`)
  return reason
})()

interface Node {
  readonly name: string
  readonly port: number
  readonly api: number
  process: ChildProcess | undefined
}

/** Seconds without a word of the leader after which another is chosen: the least that Patroni takes. */
const ttl = 20

/**
 * Three servers that Patroni keeps, and the etcd in which they choose one that takes writes: it has always another that has
 * all it has committed (`synchronous_mode`), so that none of it is lost where it dies.
 */
export class PatroniCluster {
  readonly url: string
  readonly #home: string
  readonly #nodes: ReadonlyArray<Node>
  readonly #etcd: readonly [client: number, peer: number]
  readonly #password: string
  #etcdProcess: ChildProcess | undefined
  #down: Node | undefined

  private constructor(home: string, nodes: ReadonlyArray<Node>, etcd: readonly [number, number]) {
    this.#home = home
    this.#nodes = nodes
    this.#etcd = etcd
    this.#password = randomBytes(12).toString("hex")
    process.once("exit", this.#crashAll)
    const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")
    this.url = `postgres://hangtag:${this.#password}@${hosts}/postgres?target_session_attrs=read-write`
  }

  readonly #crashAll = () => {
    for (const node of this.#nodes) this.#crash(node)
  }

  static async create(): Promise<PatroniCluster> {
    const home = mkdtempSync(join(tmpdir(), "hangtag-patroni-"))
    chmodSync(home, 0o755)
    const nodes: Array<Node> = []
    for (const name of ["one", "two", "three"])
      nodes.push({ name, port: await freePort(), api: await freePort(), process: undefined })
    const cluster = new PatroniCluster(home, nodes, [await freePort(), await freePort()])
    try {
      cluster.#etcdProcess = cluster.#spawn("etcd", cluster.#etcdArguments())
      for (const node of nodes) cluster.#begin(node)
      await cluster.#until(
        "three servers",
        async () => (await cluster.#leader()) !== undefined && (await cluster.#following()) === 2,
      )
      return cluster
    } catch (cause) {
      await cluster.dispose()
      throw cause
    }
  }

  #etcdArguments(): ReadonlyArray<string> {
    const [client, peer] = this.#etcd.map((port) => `http://127.0.0.1:${port}`)
    const urls = { "listen-client-urls": client, "advertise-client-urls": client }
    const peers = { "listen-peer-urls": peer, "initial-advertise-peer-urls": peer }
    const settings = {
      "data-dir": join(this.#home, "etcd"),
      ...urls,
      ...peers,
      "initial-cluster": `default=${peer}`,
    }
    return Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  }

  #spawn(program: string, args: ReadonlyArray<string>): ChildProcess {
    const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
    if (user !== undefined) chownSync(this.#home, user.uid, user.gid)
    const child = spawn(program, args, {
      cwd: this.#home,
      stdio: "ignore",
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
      ...user,
    })
    const killed = () => child.kill("SIGKILL")
    process.once("exit", killed)
    child.once("exit", () => process.off("exit", killed))
    return child
  }

  #begin(node: Node): void {
    const file = join(this.#home, `${node.name}.json`)
    const login = (username: string) => ({ username, password: this.#password })
    const parameters = { fsync: "off", unix_socket_directories: "" }
    // YAML holds JSON
    const settings = {
      scope: "hangtag",
      name: node.name,
      restapi: { listen: `127.0.0.1:${node.api}`, connect_address: `127.0.0.1:${node.api}` },
      etcd3: { host: `127.0.0.1:${this.#etcd[0]}` },
      bootstrap: {
        dcs: {
          ttl,
          loop_wait: 2,
          retry_timeout: 5,
          synchronous_mode: true,
          maximum_lag_on_failover: 0,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: "on" } },
        },
        initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "no-sync"],
      },
      postgresql: {
        listen: `127.0.0.1:${node.port}`,
        connect_address: `127.0.0.1:${node.port}`,
        bin_dir: programs,
        data_dir: join(this.#home, node.name),
        parameters,
        pgpass: join(this.#home, `${node.name}.pgpass`),
        pg_hba: [
          "host replication all 127.0.0.1/32 scram-sha-256",
          "host all all 127.0.0.1/32 scram-sha-256",
        ],
        authentication: {
          superuser: login("hangtag"),
          replication: login("replicator"),
          rewind: login("rewinder"),
        },
      },
    }
    writeFileSync(file, JSON.stringify(settings))
    node.process = this.#spawn("patroni", [file])
  }

  async #ask(
    path: string,
    init?: RequestInit,
  ): Promise<{ readonly status: number; readonly body: unknown } | undefined> {
    for (const { api } of this.#nodes) {
      try {
        const answer = await fetch(`http://127.0.0.1:${api}/${path}`, {
          signal: AbortSignal.timeout(2_000),
          ...init,
        })
        const text = await answer.text()
        return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : text }
      } catch {}
    }
    return undefined
  }

  async #members(): Promise<
    ReadonlyArray<{ readonly name: string; readonly role: string; readonly state: string }>
  > {
    const answer = (await this.#ask("cluster"))?.body as { readonly members?: [] } | undefined
    return answer?.members ?? []
  }

  async #leader(): Promise<Node | undefined> {
    const leader = (await this.#members()).find(({ role, state }) => role === "leader" && state === "running")
    return this.#nodes.find(({ name }) => name === leader?.name && name !== this.#down?.name)
  }

  async #following(): Promise<number> {
    const members = await this.#members()
    const isFollowing = (role: string, state: string) =>
      role !== "leader" && /^(running|streaming)$/.test(state)
    const hasSynchronous = members.some(({ role }) => role === "sync_standby")
    return hasSynchronous ? members.filter(({ role, state }) => isFollowing(role, state)).length : 0
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + 120_000
    while (!(await isSo())) {
      if (Date.now() > end)
        throw new Error(`${what}: not within two minutes: ${JSON.stringify(await this.#members())}`)
      await setTimeout(200)
    }
  }

  /** `immediate`: the host of the server that takes writes dies; `fast`: its part goes to another, as before an upgrade. */
  async stop(mode: StopMode): Promise<void> {
    const leader = await this.#leader()
    if (leader === undefined) throw new Error("no server takes writes")
    if (mode === "immediate") {
      this.#down = leader
      await this.#die(leader)
      await this.#until("another leader", async () => (await this.#leader()) !== undefined)
      return
    }
    const answer = await this.#ask("switchover", {
      method: "POST",
      body: JSON.stringify({ leader: leader.name }),
      signal: AbortSignal.timeout(60_000),
    })
    if (answer?.status !== 200) throw new Error(`no switchover: ${JSON.stringify(answer)}`)
  }

  /** Starts what was killed, and waits until two servers follow the one that takes writes. */
  async start(): Promise<void> {
    const node = this.#down
    this.#down = undefined
    if (node !== undefined) this.#begin(node)
    await this.#until("two that follow", async () => (await this.#following()) === 2)
  }

  /** As its host would: Patroni first, which starts the server anew, then the server, which outlives Patroni. */
  async #die(node: Node): Promise<void> {
    await end(node.process)
    const pid = this.#crash(node)
    while (pid !== undefined && existsSync(`/proc/${pid}`)) await setTimeout(20)
  }

  #crash({ name }: Node): number | undefined {
    const file = join(this.#home, name, "postmaster.pid")
    if (!existsSync(file)) return undefined
    const pid = Number(readFileSync(file, "utf8").split("\n")[0])
    rmSync(file) // its number may be another's later
    try {
      process.kill(pid, "SIGQUIT")
      return pid
    } catch {
      return undefined // one of an earlier life
    }
  }

  /** Ends all of it and removes its folder. */
  async dispose(): Promise<void> {
    process.off("exit", this.#crashAll)
    for (const node of this.#nodes) await this.#die(node)
    await end(this.#etcdProcess)
    rmSync(this.#home, { recursive: true, force: true })
  }
}

const end = async (child: ChildProcess | undefined) => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.kill("SIGKILL")
  await once(child, "exit")
}
