import type { ReadStream } from "node:fs"
import type { SheetBlock, SheetRow } from "./SheetRow.ts"

const blockRows = 500

/** Gathers the rows that are read from a file into blocks. */
export class RowBlocks {
  readonly #source: ReadStream
  #rows: Array<SheetRow> = []
  #bytes = 0

  constructor(source: ReadStream) {
    this.#source = source
  }

  /** Tells whether the block is full, and to be taken. */
  add(row: SheetRow): boolean {
    return this.#rows.push(row) >= blockRows
  }

  take(): SheetBlock {
    const { bytesRead } = this.#source
    const block = { rows: this.#rows, bytes: bytesRead - this.#bytes }
    this.#rows = []
    this.#bytes = bytesRead
    return block
  }
}
