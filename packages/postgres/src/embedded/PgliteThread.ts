import type { Duplex } from "node:stream"
import type { Worker } from "node:worker_threads"
import { spawnThread } from "./spawnThread.ts"
import type { ThreadRequest, ThreadResponse, ThreadStart } from "./ThreadMessage.ts"
import { VirtualConnection, type VirtualServer } from "./VirtualConnection.ts"

/**
 * The embedded Postgres in its thread, as connections.
 *
 * When the thread dies, every connection breaks with the reason, and so does every later attempt to connect.
 */
export class PgliteThread implements VirtualServer {
  readonly #worker: Worker
  readonly #connections = new Map<number, VirtualConnection>()
  readonly #opened = Promise.withResolvers<void>()
  readonly #exited = Promise.withResolvers<void>()
  #dump: PromiseWithResolvers<Uint8Array> | undefined
  #stopped: Error | undefined
  #lastId = 0

  private constructor(start: ThreadStart) {
    this.#worker = spawnThread()
    this.#worker.on("message", this.#onResponse)
    this.#worker.on("error", (cause) => this.#stop(`its thread failed: ${cause}`))
    this.#worker.on("exit", (code) => {
      this.#stop(`its thread ended with code ${code}`)
      this.#exited.resolve()
    })
    this.#send({ kind: "open", ...start })
  }

  /** Rejects with what Postgres said, when it does not open. */
  static async open(start: ThreadStart): Promise<PgliteThread> {
    const thread = new PgliteThread(start)
    await thread.#opened.promise
    return thread
  }

  readonly connect = (): Duplex => {
    if (this.#stopped !== undefined) throw this.#stopped
    const id = ++this.#lastId
    const connection = new VirtualConnection(id, this)
    this.#connections.set(id, connection)
    return connection
  }

  /** Resolves with the reason once it has died or was closed, and writes no more. */
  async stopped(): Promise<Error> {
    await this.#exited.promise
    return this.#stopped ?? new Error("The embedded Postgres has stopped")
  }

  /** The whole data directory as a plain tar, between two transactions. */
  dump(): Promise<Uint8Array> {
    if (this.#stopped !== undefined) return Promise.reject(this.#stopped)
    if (this.#dump === undefined) {
      this.#dump = Promise.withResolvers()
      this.#send({ kind: "dump" })
    }
    return this.#dump.promise
  }

  /** Waits for the statement that runs, shuts Postgres down and ends the thread. */
  async close(): Promise<void> {
    for (const connection of this.#connections.values()) connection.destroy()
    if (this.#stopped === undefined) this.#send({ kind: "close" })
    await this.#exited.promise
  }

  send(connection: number, bytes: Uint8Array): void {
    // A copy: the client's buffer may be a slice of a pool, of which the whole would be transferred.
    const copy = new Uint8Array(bytes)
    this.#send({ kind: "bytes", connection, bytes: copy }, [copy.buffer])
  }

  cancel(connection: number): void {
    this.#send({ kind: "cancel", connection })
  }

  disconnect(connection: number): void {
    if (this.#connections.delete(connection)) this.#send({ kind: "disconnect", connection })
  }

  #send(request: ThreadRequest, transfer: ReadonlyArray<ArrayBuffer> = []): void {
    this.#worker.postMessage(request, [...transfer])
  }

  readonly #onResponse = (response: ThreadResponse): void => {
    if (response.kind === "bytes") this.#connections.get(response.connection)?.receive(response.bytes)
    else if (response.kind === "ready") this.#opened.resolve()
    else if (response.kind === "stopped") this.#stop(response.reason)
    else if (response.kind === "closed") this.#stop("it was closed")
    else {
      this.#dump?.resolve(response.bytes)
      this.#dump = undefined
    }
  }

  #stop(reason: string): void {
    if (this.#stopped !== undefined) return
    this.#stopped = new Error(`The embedded Postgres has stopped: ${reason}`)
    this.#opened.reject(new Error(reason))
    this.#dump?.reject(this.#stopped)
    for (const connection of this.#connections.values()) connection.destroy(this.#stopped)
    void this.#worker.terminate()
  }
}
