import { BackendReader } from "./BackendReader.ts"
import { concatBytes } from "./concatBytes.ts"
import { cycleLength, trackStatements } from "./frontendCycle.ts"
import { cancelled, closeStatements, rollback } from "./wireMessages.ts"

/** Runs one cycle of wire messages to its end; what `onOutput` is given is only valid during the call. */
export type RunCycle = (cycle: Uint8Array, onOutput: (bytes: Uint8Array) => void) => Promise<void>

/** Hands bytes to the client of a connection, which may keep them. */
export type Emit = (connection: number, bytes: Uint8Array) => void

interface Connection {
  readonly id: number
  input: Uint8Array
  readonly statements: Set<string>
}

interface Waiting {
  readonly connection: Connection
  readonly cycle: Uint8Array
}

const pieceSize = 256 * 1024

/**
 * Many connections over one Postgres session.
 *
 * Cycles run one at a time, first come, first served. A connection in a transaction owns the session until the
 * transaction ends, and only its cycles run meanwhile. A connection that goes away in a transaction is rolled
 * back, and its prepared statements are closed, before anybody else runs.
 *
 * Isolated per connection: transactions, unnamed statements and portals (they live within a cycle), named
 * statements as long as the client makes their names unique, as `@effect/sql-pg` does. Shared by all, being the
 * session's: SET without LOCAL, session advisory locks, temporary tables, and LISTEN (a notification reaches
 * every connection, and UNLISTEN by one ends it for all).
 */
export class SharedSession {
  readonly #runCycle: RunCycle
  readonly #emit: Emit
  readonly #connections = new Map<number, Connection>()
  #waiting: Array<Waiting> = []
  readonly #cleanups: Array<Uint8Array> = []
  #owner: Connection | undefined

  constructor(runCycle: RunCycle, emit: Emit) {
    this.#runCycle = runCycle
    this.#emit = emit
  }

  /** True while no one is in a transaction and nothing is left to clean up. */
  get isFree(): boolean {
    return this.#owner === undefined && this.#cleanups.length === 0
  }

  receive(id: number, bytes: Uint8Array): void {
    let connection = this.#connections.get(id)
    if (connection === undefined) {
      connection = { id, input: new Uint8Array(0), statements: new Set() }
      this.#connections.set(id, connection)
    }
    let input = connection.input.length === 0 ? bytes : concatBytes([connection.input, bytes])
    for (let length = cycleLength(input); length > 0; length = cycleLength(input)) {
      this.#waiting.push({ connection, cycle: input.subarray(0, length) })
      input = input.subarray(length)
    }
    connection.input = input
  }

  /** Answers for what the connection still has waiting; what runs already, or runs in a transaction, goes on. */
  cancel(id: number): void {
    const dropped = this.#waiting.filter(({ connection }) => connection.id === id)
    if (dropped.length === 0 || this.#owner?.id === id) return
    this.#waiting = this.#waiting.filter(({ connection }) => connection.id !== id)
    for (const _ of dropped) this.#emit(id, cancelled.slice())
  }

  disconnect(id: number): void {
    const connection = this.#connections.get(id)
    if (connection === undefined) return
    this.#connections.delete(id)
    this.#waiting = this.#waiting.filter((waiting) => waiting.connection !== connection)
    if (this.#owner === connection) {
      this.#owner = undefined
      this.#cleanups.push(rollback)
    }
    if (connection.statements.size > 0) this.#cleanups.push(closeStatements(connection.statements))
  }

  /** Runs the next cycle that may run; false when there is none. To be called again only after it has ended. */
  async runNext(): Promise<boolean> {
    const cleanup = this.#cleanups.shift()
    if (cleanup !== undefined) {
      await this.#runCycle(cleanup, () => {})
      return true
    }
    const next =
      this.#owner === undefined ? 0 : this.#waiting.findIndex(({ connection }) => connection === this.#owner)
    const [waiting] = next < 0 ? [] : this.#waiting.splice(next, 1)
    if (waiting === undefined) return false
    await this.#run(waiting)
    return true
  }

  async #run({ connection, cycle }: Waiting): Promise<void> {
    let pieces: Array<Uint8Array> = []
    let size = 0
    const flush = () => {
      if (size > 0) this.#emit(connection.id, pieces.length === 1 ? pieces[0]! : concatBytes(pieces))
      pieces = []
      size = 0
    }
    const reader = new BackendReader((notification) => {
      for (const other of this.#connections.values())
        if (other !== connection) this.#emit(other.id, notification.slice())
    })
    trackStatements(cycle, connection.statements)
    await this.#runCycle(cycle, (bytes) => {
      reader.read(bytes)
      pieces.push(bytes.slice())
      size += bytes.length
      if (size >= pieceSize) flush()
    })
    flush()
    const inTransaction = reader.status !== "I"
    const gone = this.#connections.get(connection.id) !== connection
    this.#owner = inTransaction && !gone ? connection : undefined
    if (inTransaction && gone) this.#cleanups.push(rollback)
  }
}
