import type { ReadStream } from "node:fs"
import type { Shown } from "./cells/shownAs.ts"

/** A row of a sheet with the number of the line that it begins on. */
export interface SheetRow {
  readonly line: number
  readonly cells: ReadonlyArray<string>
  /** What numbers of a workbook are shown as, by their places, where not as numbers alone. */
  readonly shown?: ReadonlyMap<number, Shown>
  /** Why it cannot be read though it is there, after the words "the line". */
  readonly fault?: string
  /** Whether its cells may be others than were written: it breaks off, or others have run into it. */
  readonly isBroken?: boolean
}

export interface SheetBlock {
  readonly rows: ReadonlyArray<SheetRow>
  /** Bytes read since the last block. */
  readonly bytes: number
  /** Why no row comes after these though the file goes on. */
  readonly fault?: { readonly line: number; readonly text: string }
}

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
