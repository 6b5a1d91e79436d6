import type { Case } from "../../kernel/rules/decisionTable.cases.ts"

interface Given {
  readonly variants: ReadonlyArray<{
    readonly variant_key: string
    readonly name?: string
    readonly color?: string
    readonly size?: string
    readonly width?: string
    readonly vendor_color_code?: string
  }>
  readonly text: string
  /** 20 unless given. */
  readonly limit?: number
}

interface Expect {
  readonly keys: ReadonlyArray<string>
  readonly total: number
}

const keyed = (...keys: ReadonlyArray<string>) => keys.map((variant_key) => ({ variant_key }))
const found = (...keys: ReadonlyArray<string>): Expect => ({ keys, total: keys.length })

export const searchOrderCases: ReadonlyArray<Case<Given, Expect>> = [
  {
    name: "each field",
    given: {
      variants: [
        { variant_key: "1", name: "x red x" },
        { variant_key: "2", color: "red" },
        { variant_key: "3", size: "Red" },
        { variant_key: "4", width: "RED" },
        { variant_key: "5", vendor_color_code: "0red0" },
        { variant_key: "6-red" },
        { variant_key: "7", name: "re d" },
      ],
      text: "red",
    },
    expect: found("1", "2", "3", "4", "5", "6-red"),
    why: "Key, name, color, size, width and vendor color code are searched, whatever the case.",
  },
  {
    name: "exact key, beginnings, the rest",
    given: { variants: keyed("z10", "10", "0-10", "10-B", "100", "10-A"), text: "10" },
    expect: found("10", "10-A", "10-B", "100", "0-10", "z10"),
    why: "What was most likely meant comes first; within each group by key.",
  },
  {
    name: "ranks whatever the case",
    given: { variants: keyed("A-blk", "blk-2", "BLK-1", "Blk", "0-BLK"), text: "bLK" },
    expect: found("Blk", "BLK-1", "blk-2", "0-BLK", "A-blk"),
    why: "Keys match whatever the case, and so do their ranks.",
  },
  {
    name: "a key found by another field",
    given: {
      variants: [
        { variant_key: "B", color: "10" },
        { variant_key: "A-10" },
        { variant_key: "C", size: "10" },
      ],
      text: "10",
    },
    expect: found("A-10", "B", "C"),
    why: "Only the key ranks; the rest goes by key, by whichever field it was found.",
  },
  {
    name: "a limit",
    given: { variants: keyed("a1", "1", "b1", "1a"), text: "1", limit: 2 },
    expect: { keys: ["1", "1a"], total: 4 },
    why: "The first of the order; the total counts every match.",
  },
  {
    name: "characters that patterns use",
    given: { variants: keyed("50%", "50_", "50\\", "500"), text: "0%" },
    expect: found("50%"),
    why: "%, _ and \\ are plain characters.",
  },
  {
    name: "order by code point",
    given: { variants: keyed("x\u{1f600}", "x\ue000", "xb", "xB", "x"), text: "x" },
    expect: found("x", "xB", "xb", "x\ue000", "x\u{1f600}"),
    why: "One order everywhere, in memory and in SQL; capitals come first.",
  },
  {
    name: "nothing",
    given: { variants: keyed("A"), text: "zebra" },
    expect: found(),
    why: "An empty answer is an answer.",
  },
]
