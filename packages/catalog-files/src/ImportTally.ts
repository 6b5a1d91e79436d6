import type { WriteResult } from "@hangtag/core"
import { type CatalogKind, catalogKinds } from "./CatalogEntry.ts"
import type { ImportProblem, ImportSummary } from "./ImportSummary.ts"

const maxIgnoredFields = 50

type Counts = { inserted: number; updated: number; unchanged: number; rejected: number }
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
    catalogKinds.map((kind) => [kind, { inserted: 0, updated: 0, unchanged: 0, rejected: 0 }]),
  ) as Record<CatalogKind, Counts>
  readonly #ignored = new Map<string, number>()
  #unreadable = 0
  #problems: Array<Place & { readonly fault: string }> = []

  constructor(files: ReadonlyArray<string>, maxProblems: number) {
    this.#files = files
    this.#maxProblems = maxProblems
  }

  reject(kind: CatalogKind | "line", place: Place, fault: string) {
    if (kind === "line") this.#unreadable++
    else this.#kinds[kind].rejected++
    this.#problems.push({ ...place, fault })
    if (this.#problems.length > 2 * this.#maxProblems) this.#keepFirst()
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
      ({ file, line, fault }): ImportProblem => ({ file: this.#files[file] ?? "", line, fault }),
    )
    const { rejected } = this
    return {
      kinds: this.#kinds,
      unreadable: this.#unreadable,
      rejected,
      problems,
      ignoredFields: this.#ignored,
    }
  }

  #keepFirst() {
    this.#problems = this.#problems
      .sort((a, b) => a.file - b.file || a.line - b.line)
      .slice(0, this.#maxProblems)
  }
}
