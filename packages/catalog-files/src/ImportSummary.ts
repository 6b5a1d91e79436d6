import type { CatalogKind } from "./CatalogEntry.ts"

/** What became of the entries of one kind; one with only `unchanged` was there already. */
export interface ImportCounts {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
}

/** A line that was not taken, and why: `fault` goes on from the words "the line". */
export interface ImportProblem {
  readonly file: string
  readonly line: number
  readonly fault: string
}

export interface ImportProgress {
  /** Bytes read in all passes over all files so far. */
  readonly doneBytes: number
  /** The bytes that all passes will read; `doneBytes` reaches it. */
  readonly totalBytes: number
  /** Entries written so far, whatever became of them. */
  readonly entries: number
  readonly rejected: number
}

export interface ImportSummary {
  readonly kinds: Readonly<Record<CatalogKind, ImportCounts>>
  /** Lines that are no entry of any kind. */
  readonly unreadable: number
  /** Lines not taken, `unreadable` ones among them; an import is clean when it is 0. */
  readonly rejected: number
  /** The first of them, in the order of the files and lines. */
  readonly problems: ReadonlyArray<ImportProblem>
  /** Fields that nothing reads, `product.lables` say, by the number of lines that carry them. */
  readonly ignoredFields: ReadonlyMap<string, number>
}
