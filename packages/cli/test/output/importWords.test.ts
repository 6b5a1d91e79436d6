import { describe, expect, it } from "@effect/vitest"
import type { ImportSummary } from "@hangtag/catalog-files"
import { importWords } from "../../src/output/importWords.ts"

const none = { count: 0, first: [] }
const nothing: ImportSummary = {
  kinds: {} as ImportSummary["kinds"],
  ...{ unreadable: 0, rejected: 0, problems: [], moved: none, emptied: none, duplicates: none },
  ...{ repeated: { variants: 0, with_handle_options: 0 }, gone: null, rezoned: { ...none, parts: 0 } },
  ...{ left_out_markets: [], warnings: [], ignoredFields: new Map() },
}

describe("what an import did, in words", () => {
  const first = ["5 of brand kb", "2 of brand kb2"]
  it.each<[name: string, changed: Partial<ImportSummary>, line: string]>([
    [
      "all brands whose prices to come were moved are named",
      { rezoned: { count: 7, parts: 2, first } },
      "7 prices to come (--move-to-come moves them): 5 of brand kb, 2 of brand kb2",
    ],
    [
      "brands that are not named are counted, and not their prices",
      { rezoned: { count: 12, parts: 3, first } },
      "12 prices to come (--move-to-come moves them): 5 of brand kb, 2 of brand kb2 … and 1 more",
    ],
    [
      "of what came elsewhere each is named",
      { moved: { count: 3, first: ["variant A in P1", "variant B in P1"] } },
      "moved: 3, until now variant A in P1, variant B in P1 … and 1 more",
    ],
  ])("%s", (_, changed, line) => {
    const lines = importWords({ ...nothing, ...changed })
    expect(lines).toHaveLength(1)
    expect(lines[0]!.slice(-line.length)).toBe(line)
  })
})
