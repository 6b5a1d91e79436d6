import type { WriteResult } from "@hangtag/core"
import { withoutControls } from "@hangtag/core/adapter"
import { type CatalogKind, catalogKinds } from "./CatalogEntry.ts"
import type { GoneFromShop, ImportProblem, ImportSummary, Listing } from "./ImportSummary.ts"
import { KeyTable } from "./KeyTable.ts"

const maxIgnoredFields = 50

type Counts = { inserted: number; updated: number; unchanged: number; rejected: number; withheld: number }
/** Where an entry came from; files are numbered in the order of the call. */
export interface Place {
  readonly file: number
  readonly line: number
}

/** Counts what an import does, and keeps its first problems by file and line whatever order they come in. */
export class ImportTally {
  readonly #files: ReadonlyArray<string>
  readonly #maxProblems: number
  readonly #kinds = Object.fromEntries(
    catalogKinds.map((kind) => [kind, { inserted: 0, updated: 0, unchanged: 0, rejected: 0, withheld: 0 }]),
  ) as Record<CatalogKind, Counts>
  readonly #ignored = new Map<string, number>()
  readonly #moved = { count: 0, first: [] as Array<string> }
  readonly #emptied = { count: 0, first: [] as Array<string> }
  readonly #duplicates = { count: 0, first: [] as Array<string> }
  readonly #repeatedKeys = new KeyTable(0)
  readonly #repeated = { variants: 0, with_handle_options: 0 }
  readonly #rezoned = { count: 0, parts: 0, first: [] as Array<string> }
  readonly #warnings: Array<string> = []
  #leftOutMarkets: ReadonlyArray<string> = []
  readonly #onProblem: (problem: ImportProblem) => void
  #gone: GoneFromShop | null = null
  #unreadable = 0
  #problems: Array<Place & Pick<ImportProblem, "kind" | "fault">> = []

  /** `onProblem` is called with each, in the order in which they are found. */
  constructor(
    files: ReadonlyArray<string>,
    maxProblems: number,
    onProblem: (problem: ImportProblem) => void = () => {},
  ) {
    this.#files = files
    this.#maxProblems = maxProblems
    this.#onProblem = onProblem
  }

  reject(kind: CatalogKind | "line", place: Place, reason: string) {
    // it may quote the file
    const fault = withoutControls(reason)
    if (kind === "line") this.#unreadable++
    else this.#kinds[kind].rejected++
    this.#problems.push({ ...place, kind, fault })
    this.#onProblem({ file: this.#files[place.file] ?? "", line: place.line, kind, fault })
    if (this.#problems.length > 2 * this.#maxProblems) this.#keepFirst()
  }

  withhold(kind: CatalogKind) {
    this.#kinds[kind].withheld++
  }

  move(what: string) {
    this.#list(this.#moved, what)
  }

  empty(what: string) {
    this.#list(this.#emptied, what)
  }

  repeat(variants: number, withOptions: number) {
    this.#repeated.variants += variants
    this.#repeated.with_handle_options += withOptions
  }

  rezone(records: number, what: string) {
    this.#list(this.#rezoned, what)
    this.#rezoned.count += records - 1
    this.#rezoned.parts++
  }

  duplicate(key: string) {
    if (this.#repeatedKeys.find(key) !== undefined) return
    this.#repeatedKeys.add(key)
    this.#list(this.#duplicates, key)
  }

  warn(text: string) {
    this.#warnings.push(text)
  }

  set leftOutMarkets(markets: ReadonlyArray<string>) {
    this.#leftOutMarkets = markets
  }

  set gone(gone: GoneFromShop) {
    this.#gone = gone
  }

  #list(listing: { count: number; first: Array<string> }, text: string) {
    listing.count++
    if (listing.first.length < this.#maxProblems) listing.first.push(text)
  }

  ignore(kind: CatalogKind, fields: ReadonlyArray<string>) {
    for (const field of new Set(fields)) {
      const name = `${kind}.${field}`
      if (this.#ignored.has(name) || this.#ignored.size < maxIgnoredFields) {
        this.#ignored.set(name, (this.#ignored.get(name) ?? 0) + 1)
      }
    }
  }

  /** Adds what the writer made of entries that came from `places`. */
  add(kind: CatalogKind, result: WriteResult, places: ReadonlyArray<Place>) {
    const counts = this.#kinds[kind]
    counts.inserted += result.inserted
    counts.updated += result.updated
    counts.unchanged += result.unchanged
    for (const { index, reason } of result.rejected) {
      const place = places[index]
      if (place !== undefined) this.reject(kind, place, reason)
    }
  }

  get rejected(): number {
    return this.#unreadable + catalogKinds.reduce((sum, kind) => sum + this.#kinds[kind].rejected, 0)
  }

  get written(): number {
    return catalogKinds.reduce((sum, kind) => {
      const { inserted, updated, unchanged } = this.#kinds[kind]
      return sum + inserted + updated + unchanged
    }, 0)
  }

  get summary(): ImportSummary {
    this.#keepFirst()
    const problems = this.#problems.map(
      ({ file, ...rest }): ImportProblem => ({ file: this.#files[file] ?? "", ...rest }),
    )
    const { rejected } = this
    return {
      kinds: this.#kinds,
      unreadable: this.#unreadable,
      rejected,
      problems,
      moved: this.#moved satisfies Listing,
      emptied: this.#emptied,
      rezoned: this.#rezoned,
      duplicates: this.#duplicates,
      repeated: this.#repeated,
      gone: this.#gone,
      left_out_markets: this.#leftOutMarkets,
      warnings: this.#warnings,
      ignoredFields: this.#ignored,
    }
  }

  #keepFirst() {
    this.#problems = this.#problems
      .sort((a, b) => a.file - b.file || a.line - b.line)
      .slice(0, this.#maxProblems)
  }
}
