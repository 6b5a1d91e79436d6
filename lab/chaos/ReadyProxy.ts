import { once } from "node:events"
import { Agent, createServer, get, type IncomingMessage, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"

/** Milliseconds between two looks at who is ready. */
const pause = 100

/**
 * A proxy as stands before servers: it asks who is ready, keeps connections to them, and sends each request to one of
 * these in turn. It retries nothing; what it cannot hand on is a 502.
 */
export class ReadyProxy {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  readonly #ready = new Set<number>()
  readonly #server: Server
  readonly #timer: NodeJS.Timeout
  #turn = 0

  private constructor(ports: ReadonlyArray<number>) {
    this.#server = createServer((incoming, answer) => {
      const port = [...this.#ready][this.#turn++ % this.#ready.size]
      const fail = (why: string) => {
        if (!answer.headersSent) answer.writeHead(502)
        answer.end(why)
      }
      if (port === undefined) return fail("none is ready")
      const { method, url: path, headers } = incoming
      const outgoing = request({ agent: this.#agent, port, host: "127.0.0.1", method, path, headers })
      outgoing.on("error", (cause) => fail(String(cause)))
      outgoing.on("response", (response) => {
        const { connection: _, "keep-alive": __, ...others } = response.headers
        answer.writeHead(response.statusCode!, others)
        response.pipe(answer)
      })
      incoming.pipe(outgoing)
    })
    this.#timer = setInterval(() => {
      for (const port of ports) this.#look(port)
    }, pause)
  }

  static async before(ports: ReadonlyArray<number>): Promise<ReadyProxy> {
    const proxy = new ReadyProxy(ports)
    proxy.#server.listen(0, "127.0.0.1")
    await once(proxy.#server, "listening")
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  isReady(port: number): boolean {
    return this.#ready.has(port)
  }

  #look(port: number): void {
    const say = (isReady: boolean) => void (isReady ? this.#ready.add(port) : this.#ready.delete(port))
    get({ host: "127.0.0.1", port, path: "/readyz", timeout: 2_500 }, (answer: IncomingMessage) => {
      answer.resume()
      say(answer.statusCode === 200)
    }).on("error", () => say(false))
  }

  dispose(): void {
    clearInterval(this.#timer)
    this.#server.close()
    this.#server.closeAllConnections()
    this.#agent.destroy()
  }
}
