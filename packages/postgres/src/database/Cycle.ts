import type { HostConnection } from "@hangtag/core"
import { hostParameter, hostReader } from "./hostValues.ts"

/** One statement of a cycle; only what the last one answers is read. */
export interface Part {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
  /** Whether the connection may keep it prepared. */
  readonly prepare: boolean
}

/** What a cycle answers: the rows of its last statement. */
export interface Answer {
  readonly command: string
  readonly rowCount: number
  readonly rows: ReadonlyArray<never>
}

/** The part of the protocol that `pg` gives whatever it is given to submit. */
interface Wire {
  readonly stream: { readonly cork: () => void; readonly uncork: () => void }
  readonly parse: (message: object) => void
  readonly bind: (message: object) => void
  readonly describe: (message: object) => void
  readonly execute: (message: object) => void
  readonly close: (message: object) => void
  readonly sync: () => void
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

type Texts = ReadonlyArray<string | null>

/** How the rows of a statement are read: as lists, or as objects, which begin as copies of an empty one: to add a member at a time took twice as long. */
const rowsOf = (fields: ReadonlyArray<Field>) => {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, read: hostReader(dataTypeID) }))
  const empty = Object.fromEntries(fields.map(({ name }): [string, unknown] => [name, null]))
  return {
    list: (texts: Texts): ReadonlyArray<unknown> =>
      texts.map((text, index) => (text === null ? null : columns[index]!.read(text))),
    object: (texts: Texts): Readonly<Record<string, unknown>> => {
      const row = { ...empty }
      for (let index = 0; index < texts.length; index++) {
        const text = texts[index]!
        if (text === null) continue
        const { name, read } = columns[index]!
        row[name] = read(text)
      }
      return row
    },
  }
}

type Rows = ReturnType<typeof rowsOf>

interface Kept {
  readonly name: string
  /** Null until the first cycle with it has been answered. */
  rows: Rows | null
}

const most = 100

/** The statements that a connection keeps prepared, the ones used longest ago first. */
class Prepared {
  static readonly #all = new WeakMap<HostConnection, Prepared>()
  readonly #kept = new Map<string, Kept>()
  // on the embedded database all connections are one session
  readonly #prefix = `hangtag_${Math.random().toString(36).slice(2)}_`
  #count = 0

  static of(connection: HostConnection): Prepared {
    const known = Prepared.#all.get(connection) ?? new Prepared()
    Prepared.#all.set(connection, known)
    return known
  }

  get(key: string): Kept {
    const kept = this.#kept.get(key) ?? { name: this.#prefix + ++this.#count, rows: null }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept
  }

  forget(key: string): void {
    this.#kept.delete(key)
  }

  forgetAll(): void {
    this.#kept.clear()
  }

  /** The name of one too many, which is forgotten. */
  surplus(): string | undefined {
    if (this.#kept.size <= most) return undefined
    const [[key, { name }]] = this.#kept as Iterable<[string, Kept]> as [[string, Kept]]
    this.#kept.delete(key)
    return name
  }
}

interface Sent {
  readonly key: string
  readonly kept: Kept | undefined
}

/**
 * Statements that are sent in one piece and answered in one: one round trip, and one transaction where none was begun,
 * also behind a pooler. So a scope that is set to the end of the transaction holds for the statement behind it.
 *
 * `pg` submits it as it does a cursor. The first failure is the cycle's, and nothing behind it is done.
 */
export class Cycle {
  readonly #parts: ReadonlyArray<Part & { readonly values: ReadonlyArray<ReturnType<typeof hostParameter>> }>
  readonly #prepared: Prepared
  readonly #asArrays: boolean
  readonly #done: (error: unknown, answer?: Answer) => void
  readonly #sent: Array<Sent> = []
  readonly #rows: Array<unknown> = []
  #at = 0
  #reading: Rows | null = null
  #command = ""

  /** Throws what cannot be sent; `done` is called once, when the connection is free again or gone. */
  constructor(
    connection: HostConnection,
    parts: ReadonlyArray<Part>,
    asArrays: boolean,
    done: (error: unknown, answer?: Answer) => void,
  ) {
    this.#parts = parts.map((part) => ({ ...part, values: part.params.map(hostParameter) }))
    this.#prepared = Prepared.of(connection)
    this.#asArrays = asArrays
    this.#done = done
  }

  /** Of `pg`. */
  submit(wire: Wire): null {
    wire.stream.cork()
    for (const { text, values, prepare } of this.#parts) {
      const types = values.map(({ oid }) => oid)
      const key = `${text}\0${types}`
      const kept = prepare ? this.#prepared.get(key) : undefined
      this.#sent.push({ key, kept })
      const statement = kept?.name ?? ""
      if (kept === undefined || kept.rows === null) wire.parse({ name: statement, text, types })
      wire.bind({ statement, values: values.map(({ value }) => value) })
      if (kept === undefined || kept.rows === null) wire.describe({ type: "P" })
      wire.execute({})
    }
    const name = this.#prepared.surplus()
    if (name !== undefined) wire.close({ type: "S", name })
    wire.sync()
    wire.stream.uncork()
    this.#begin()
    return null
  }

  #begin(): void {
    this.#reading = this.#sent[this.#at]?.kept?.rows ?? null
  }

  handleRowDescription({ fields }: { readonly fields: ReadonlyArray<Field> }): void {
    this.#reading = rowsOf(fields)
  }

  handleDataRow({ fields: texts }: { readonly fields: Texts }): void {
    if (this.#at < this.#parts.length - 1) return
    const { list, object } = this.#reading!
    this.#rows.push(this.#asArrays ? list(texts) : object(texts))
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#command = text
    this.#end()
  }

  handleEmptyQuery(): void {
    this.#end()
  }

  #end(): void {
    const sent = this.#sent[this.#at++]
    if (sent?.kept !== undefined) sent.kept.rows = this.#reading ?? rowsOf([])
    this.#begin()
  }

  handleError(error: unknown): void {
    // whether it was kept is unknown
    for (const { key, kept } of this.#sent) if (kept?.rows === null) this.#prepared.forget(key)
    const { code } = error as { readonly code?: unknown }
    if (code === "26000" || code === "0A000") this.#prepared.forgetAll()
    this.#done(error)
  }

  handleReadyForQuery(): void {
    const [command = ""] = this.#command.split(" ", 1)
    const rowCount = Number(this.#command.split(" ").at(-1)) || 0
    this.#done(null, { command, rowCount, rows: this.#rows as Array<never> })
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(wire: { readonly sendCopyFail: (why: string) => void }): void {
    wire.sendCopyFail("COPY is not read from here")
  }

  handleCopyData(): void {}
}
