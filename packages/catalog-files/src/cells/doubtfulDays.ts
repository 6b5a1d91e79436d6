import type { Attributes } from "@hangtag/core"
import { writtenDate } from "@hangtag/core/adapter"

const slashed = /^\d\d?\/\d\d?\/\d{4}$/

/** Adds up texts of attributes that are two days, `01/02/2026`, by attribute: they are kept, and no one can tell which day is meant. */
export const doubtfulDays = () => {
  const found = new Map<string, { count: number; readonly first: string }>()
  return {
    add: (attributes: Attributes, line: number): void => {
      for (const [key, value] of Object.entries(attributes)) {
        if (typeof value !== "string" || !slashed.test(value)) continue
        const read = writtenDate(value)
        if (typeof read !== "object" || !("problem" in read) || !/ or /.test(read.problem)) continue
        const known = found.get(key)
        if (known === undefined) found.set(key, { count: 1, first: `${value} on line ${line}` })
        else known.count++
      }
    },
    warnings: (file: string): ReadonlyArray<string> =>
      [...found].map(
        ([key, { count, first }]) =>
          `${file}: ${count} ${count === 1 ? "value" : "values"} of ${key} can be read as two days, such as ${first}: they are kept as they are; write days as 2026-12-01`,
      ),
  }
}
