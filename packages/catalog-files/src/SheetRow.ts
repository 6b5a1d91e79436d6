/** A row of a sheet with the number of the line that it begins on. */
export interface SheetRow {
  readonly line: number
  readonly cells: ReadonlyArray<string>
  /** Why it cannot be read though it is there, after the words "the line". */
  readonly fault?: string
}

export interface SheetBlock {
  readonly rows: ReadonlyArray<SheetRow>
  /** Bytes read since the last block. */
  readonly bytes: number
  /** Why no row comes after these though the file goes on. */
  readonly fault?: { readonly line: number; readonly text: string }
}
