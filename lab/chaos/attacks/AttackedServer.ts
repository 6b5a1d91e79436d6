import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { connect } from "node:net"
import { setTimeout } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { allPermissions } from "@hangtag/core"
import type { TokenIssuer } from "../../../packages/http-adapter/test/support/TokenIssuer.ts"
import { freePort, hangtag, type Running } from "../../../test/hangtag.ts"
import type { Attack, Call, Target } from "./Attack.ts"
import { attacker, others } from "./catalog.ts"
import type { Watched, Watching } from "./watch.ts"

/** How an attack went: what others met, how often it was answered how, and the process's memory in MB. */
export interface Outcome extends Watched {
  readonly statuses: Readonly<Record<number, number>>
  /** At its peak over what it was when the attack began. */
  readonly memory: number
  /** And over what it was before the first attack. */
  readonly memoryInAll: number
}

/** A token for an hour, of a caller who may do everything, by default. */
const tokenOf = (issuer: TokenIssuer, claims: object): Promise<string> => {
  const now = Math.floor(Date.now() / 1_000)
  return issuer.sign({ iat: now, exp: now + 3_600, permissions: [...allPermissions], ...claims })
}

/** `hangtag serve` with its defaults, on a database that holds the attacked catalog. */
export class AttackedServer {
  readonly #running: Running
  readonly #watcher: Worker
  readonly #port: number
  readonly #issuer: TokenIssuer | undefined
  readonly #tokens: Readonly<Record<string, string>>
  readonly #agent = new Agent({ keepAlive: true })
  #baseline = 0

  private constructor(running: Running, watching: Watching, issuer: TokenIssuer | undefined) {
    this.#running = running
    this.#port = watching.port
    this.#tokens = watching.tokens
    this.#issuer = issuer
    this.#watcher = new Worker(new URL("watch.ts", import.meta.url), { workerData: watching })
  }

  /** With an issuer callers are authenticated by its tokens; without one everybody is. */
  static async start(env: Readonly<Record<string, string>>, issuer?: TokenIssuer): Promise<AttackedServer> {
    const port = await freePort()
    const trusted: Record<string, string> = {}
    const tokens: Record<string, string> = {}
    if (issuer !== undefined) {
      trusted.AUTH_ISSUER = issuer.issuer
      trusted.AUTH_AUDIENCE = issuer.audience
      trusted.AUTH_JWKS_URL = issuer.jwksUrl
      for (const organization of [attacker, ...others])
        tokens[organization] = await tokenOf(issuer, { sub: "ann", org_id: organization })
    }
    const settings = {
      DATABASE_URL: "embedded",
      HANGTAG_DEMO: "off",
      LOG_LEVEL: "error",
      PORT: String(port),
      ...trusted,
      ...env,
    }
    const running = await hangtag(["serve"], "serves on", settings)
    return new AttackedServer(running, { port, tokens }, issuer)
  }

  /** What others meet while no one attacks; what the process holds then is what all attacks together are measured from. */
  async quiet(seconds: number): Promise<Watched> {
    const seen = await this.#watched(() => setTimeout(seconds * 1000))
    this.#baseline = this.#memory("VmRSS")
    return seen
  }

  /** Attacks once, and again until N seconds are over. */
  async attack({ run }: Attack, seconds: number): Promise<Outcome> {
    const statuses: Record<number, number> = {}
    const counted = (sent: Promise<number>) =>
      sent.then((status) => {
        statuses[status] = (statuses[status] ?? 0) + 1
        return status
      })
    const target: Target = {
      send: (call) => counted(this.#send(call)),
      speak: (words) => counted(this.#speak(words)),
      port: this.#port,
      hold: Math.min(3, Math.max(0.1, seconds)),
      tokenOf: (claims) => tokenOf(this.#issuer!, claims),
    }
    const before = this.#memory("VmRSS")
    this.#forgetPeak()
    const until = performance.now() + seconds * 1000
    const seen = await this.#watched(async () => {
      do await run(target)
      while (performance.now() < until)
    })
    const peak = this.#memory("VmHWM")
    return { ...seen, statuses, memory: peak - before, memoryInAll: peak - this.#baseline }
  }

  /** MB that the process holds more than when it was quiet at first. */
  get left(): number {
    return this.#memory("VmRSS") - this.#baseline
  }

  /** Whether it is the process that was started. */
  get lives(): boolean {
    return this.#running.isRunning()
  }

  output(): string {
    return this.#running.output()
  }

  async stop(): Promise<void> {
    this.#watcher.postMessage("end")
    this.#agent.destroy()
    await this.#running.stop("SIGKILL")
  }

  async #watched(work: () => Promise<unknown>): Promise<Watched> {
    const seen = once(this.#watcher, "message")
    this.#watcher.postMessage("watch")
    await work()
    this.#watcher.postMessage("stop")
    return (await seen)[0] as Watched
  }

  /** Linux tells it; 0 elsewhere. */
  #memory(figure: "VmRSS" | "VmHWM"): number {
    if (process.platform !== "linux" || !this.lives) return 0
    const kilobytes = new RegExp(`^${figure}:\\s+(\\d+) kB`, "m").exec(
      readFileSync(`/proc/${this.#running.pid}/status`, "utf8"),
    )?.[1]
    return Math.round(Number(kilobytes) / 1024)
  }

  #forgetPeak(): void {
    if (process.platform === "linux" && this.lives)
      writeFileSync(`/proc/${this.#running.pid}/clear_refs`, "5")
  }

  #send({ method, path, headers, body }: Call): Promise<number> {
    const content =
      body === undefined || typeof body === "string" || body instanceof Uint8Array
        ? body
        : JSON.stringify(body)
    return new Promise((done) => {
      const sent = request(
        {
          host: "127.0.0.1",
          port: this.#port,
          agent: this.#agent,
          path,
          method: method ?? (content === undefined ? "GET" : "POST"),
          headers: {
            "x-organization-id": attacker,
            ...(attacker in this.#tokens && { authorization: `Bearer ${this.#tokens[attacker]}` }),
            ...(content !== undefined && { "content-length": Buffer.byteLength(content) }),
            ...headers,
          },
        },
        (response) =>
          response
            .resume()
            .on("end", () => done(response.statusCode!))
            .on("error", () => done(0)),
      )
      sent
        .on("error", (error: NodeJS.ErrnoException) => {
          // a connection that was kept, and that the server closed just then, as it may
          const isStale = sent.reusedSocket && ["ECONNRESET", "EPIPE"].includes(error.code ?? "")
          done(isStale ? this.#send({ method, path, headers, body } as Call) : 0)
        })
        .end(content)
    })
  }

  #speak(words: string | Uint8Array): Promise<number> {
    return new Promise((done) => {
      const socket = connect(this.#port, "127.0.0.1", () => socket.write(words))
      const end = (status: number) => {
        done(status)
        socket.destroy()
      }
      socket.on("data", (answer) => end(Number(/^HTTP\/1\.1 (\d{3})/.exec(String(answer))?.[1] ?? 0)))
      socket.on("close", () => end(0)).on("error", () => end(0))
    })
  }
}
