import type { ExportRow } from "@hangtag/core/adapter"

/** Reads rows one by one out of batches, asking for the next batch only when the last row has been taken. */
export class RowCursor {
  #batches: AsyncIterator<ReadonlyArray<ExportRow>>
  #columns: number
  #rows: ReadonlyArray<ExportRow> = []
  #index = 0
  #done = false

  constructor(batches: AsyncIterable<ReadonlyArray<ExportRow>>, columns: number) {
    this.#batches = batches[Symbol.asyncIterator]()
    this.#columns = columns
  }

  /** The row at hand; undefined when `pull` has to fetch more. */
  peek(): ExportRow | undefined {
    const row = this.#rows[this.#index]
    if (row !== undefined && row.length !== this.#columns) {
      throw new Error(`An export row has ${row.length} cells for ${this.#columns} columns`)
    }
    return row
  }

  advance(): void {
    this.#index++
  }

  /** The row at hand, fetched if need be; undefined at the end. */
  async pull(): Promise<ExportRow | undefined> {
    while (this.#index >= this.#rows.length && !this.#done) {
      this.#rows = await this.#next()
      this.#index = 0
    }
    return this.peek()
  }

  /** The first rows, which stay to be read. Independent of how the rows are cut into batches. */
  async sample(size: number): Promise<ReadonlyArray<ExportRow>> {
    while (this.#rows.length < size && !this.#done) this.#rows = this.#rows.concat(await this.#next())
    return this.#rows.slice(0, size)
  }

  async close(): Promise<void> {
    if (this.#done) return
    this.#done = true
    await this.#batches.return?.()
  }

  async #next(): Promise<ReadonlyArray<ExportRow>> {
    const result = await this.#batches.next()
    if (!result.done) return result.value
    this.#done = true
    return []
  }
}
