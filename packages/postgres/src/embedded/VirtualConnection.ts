import { Duplex } from "node:stream"
import { welcome } from "./wireMessages.ts"

/** The other end of a virtual connection. */
export interface VirtualServer {
  readonly send: (connection: number, bytes: Uint8Array) => void
  readonly cancel: (connection: number) => void
  readonly disconnect: (connection: number) => void
}

const CANCEL_REQUEST = 80877102

/**
 * A client's connection to the embedded database, in place of a socket.
 *
 * The startup packet is answered here, so that connecting never waits for another's statement. A connection's
 * number is its process id, by which a cancel request finds it.
 */
export class VirtualConnection extends Duplex {
  readonly #id: number
  readonly #server: VirtualServer
  #started = false
  #scheduled = false
  readonly #backlog: Array<Uint8Array> = []

  constructor(id: number, server: VirtualServer) {
    super()
    this.#id = id
    this.#server = server
  }

  receive(bytes: Uint8Array): void {
    this.#backlog.push(bytes)
    this.#deliver()
  }

  /** What `pg` does with a socket: this is connected from the start. */
  connect(): void {
    queueMicrotask(() => this.emit("connect"))
  }
  setNoDelay(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#started) this.#server.send(this.#id, chunk)
    else this.#start(chunk)
    done()
  }

  override _final(done: () => void): void {
    this.#server.disconnect(this.#id)
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#server.disconnect(this.#id)
    done(error)
  }

  /** One piece per turn of the event loop, so that a large result leaves room for everything else. */
  #deliver(): void {
    const bytes = this.#scheduled ? undefined : this.#backlog.shift()
    if (bytes === undefined || this.destroyed) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#deliver()
    })
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  /** The client writes its first packet in one piece, and a stream within the process keeps it so. */
  #start(packet: Buffer): void {
    if (packet.readInt32BE(4) === CANCEL_REQUEST) {
      this.#server.cancel(packet.readInt32BE(8))
      this.destroy()
      return
    }
    this.#started = true
    this.push(welcome(this.#id))
  }
}
