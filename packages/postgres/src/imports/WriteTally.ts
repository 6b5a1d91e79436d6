import type { WriteResult } from "@hangtag/core"

/** Counts what became of the entries of one call. */
export class WriteTally {
  readonly #counts = { inserted: 0, updated: 0, unchanged: 0 }
  readonly #rejected: Array<{ readonly index: number; readonly reason: string }> = []

  add(outcome: "inserted" | "updated" | "unchanged", count = 1): void {
    this.#counts[outcome] += count
  }

  reject(index: number, reason: string): void {
    this.#rejected.push({ index, reason })
  }

  get result(): WriteResult {
    return { ...this.#counts, rejected: this.#rejected }
  }
}
