import type { Case } from "./decisionTable.cases.ts"
import type { StoryGiven } from "./priceChange.cases.ts"

/** The story is told, then the change sheet of batch `X` is written. */
export interface SheetGiven extends StoryGiven {
  /** When it is; at the end of the story unless told. */
  readonly sheet_at?: string
}

const now = "2026-11-01T00:00:00Z"
const A = ["A"]
const hundred = ["A MAP 100 from 2026-01-01"]
const scheduled = [...hundred, "A MAP 120 from 2026-12-01"]

/** A row as `VARIANT TYPE CHANGE: PREVIOUS → NEW (DIFFERENCE, PERCENT) from EFFECTIVE_FROM [until EFFECTIVE_UNTIL]`. */
export const changeSheetCases: ReadonlyArray<Case<SheetGiven, ReadonlyArray<string>>> = [
  {
    name: "less, more, and a first price",
    given: {
      now,
      variants: ["A", "B", "C"],
      prices: [...hundred, "B MAP 80.5 from 2026-01-01"],
      steps: [{ generate: "X", lines: ["MAP 95.00 from 2026-12-01"] }],
    },
    expect: [
      "A MAP decrease: 100 → 95.00 (-5.00, -5) from 2026-12-01",
      "B MAP increase: 80.5 → 95.00 (14.50, 18.01) from 2026-12-01",
      "C MAP new: - → 95.00 (-, -) from 2026-12-01",
    ],
    why: "By product, variant and type; the difference is exact, the percent has two places.",
  },
  {
    name: "once it is published",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP 95 from 2026-12-01"] }, { publish: "X" }],
      sheet_at: "2027-01-01T00:00:00Z",
    },
    expect: ["A MAP decrease: 100 → 95 (-5, -5) from 2026-12-01"],
    why: "The sheet is the same before and after, also when the price has been in force for long.",
  },
  {
    name: "a temporary price",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP 80 from 2026-11-27 until 2026-12-05"] }],
    },
    expect: ["A MAP decrease: 100 → 80 (-20, -20) from 2026-11-27 until 2026-12-05"],
    why: "Its end is told by until: the price that comes back is none that changes.",
  },
  {
    name: "against what is in force then, not now",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [{ generate: "X", lines: ["MAP 110 from 2026-12-15"] }],
    },
    expect: ["A MAP decrease: 120 → 110 (-10, -8.33) from 2026-12-15"],
    why: "By the 15th 120 is in force.",
  },
  {
    name: "until what comes next",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [{ generate: "X", lines: ["MAP 90 from 2026-11-15"] }],
    },
    expect: ["A MAP decrease: 100 → 90 (-10, -10) from 2026-11-15 until 2026-12-01"],
    why: "A price holds until the next one takes over, whoever wrote that.",
  },
  {
    name: "several lines of one batch",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        {
          generate: "X",
          lines: ["MAP 139.95 from 2026-12-01", "MAP 119.95 from 2026-12-24 until 2026-12-27"],
        },
      ],
    },
    expect: [
      "A MAP increase: 100 → 139.95 (39.95, 39.95) from 2026-12-01 until 2026-12-24",
      "A MAP increase: 100 → 119.95 (19.95, 19.95) from 2026-12-24 until 2026-12-27",
      "A MAP increase: 100 → 139.95 (39.95, 39.95) from 2026-12-27",
    ],
    why: "Previous is what would be in force if there were no such batch: a dealer knows no other.",
  },
  {
    name: "a price that is withdrawn",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        {
          generate: "X",
          lines: ["MAP 110 from 2026-12-01"],
          on_collision: { same_instant: "withdraw" },
        },
        { publish: "X" },
      ],
    },
    expect: [
      "A MAP withdrawn: 120 → - (-, -) from 2026-12-01",
      "A MAP increase: 100 → 110 (10, 10) from 2026-12-01",
    ],
    why: "What was announced and will not come stands with its own amount, before what comes instead.",
  },
  {
    name: "a withdrawn price that is returned to",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        {
          generate: "X",
          lines: ["MAP 80 from 2026-11-27 until 2026-12-05"],
          on_collision: { overridden_later: "withdraw" },
        },
      ],
    },
    expect: [
      "A MAP decrease: 100 → 80 (-20, -20) from 2026-11-27 until 2026-12-05",
      "A MAP withdrawn: 120 → - (-, -) from 2026-12-01",
    ],
    why: "From the 5th on 120 is in force with the batch and without it.",
  },
  {
    name: "what changes nothing",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP 100.00 from 2026-12-01"], include_unchanged: true }],
    },
    expect: [],
    why: "A sheet of changes has none; the job's message counts what it left out.",
  },
  {
    name: "taken over at once",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01"] },
        { publish: "X" },
        { write: ["A MAP 70 from 2026-12-01"] },
      ],
    },
    expect: [],
    why: "A price that is in force at no time is no change to a dealer.",
  },
  {
    name: "drafts of others",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "Y", lines: ["MAP 50 from 2026-11-20"] },
        { generate: "X", lines: ["MAP 90 from 2026-12-01"], on_collision: { leapfrogged: "keep" } },
      ],
    },
    expect: ["A MAP decrease: 100 → 90 (-10, -10) from 2026-12-01"],
    why: "A draft is in force at no time.",
  },
  {
    name: "from nothing",
    given: {
      now,
      variants: A,
      prices: ["A MAP 0 from 2026-01-01"],
      steps: [{ generate: "X", lines: ["MAP 90 from 2026-12-01"] }],
    },
    expect: ["A MAP increase: 0 → 90 (90, -) from 2026-12-01"],
    why: "There is no percent of zero.",
  },
  {
    name: "the batch that takes it back",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "Y", lines: ["MAP 90 from 2026-11-10"] },
        { publish: "Y" },
        { revert: "Y", as: "X", at: "2026-11-20T00:00:00Z" },
      ],
    },
    expect: ["A MAP increase: 90 → 100 (10, 11.11) from 2026-11-20T00:00:00.000Z"],
    why: "It is a price change as any other.",
  },
  {
    name: "discarded",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP 90 from 2026-12-01"] }, { discard: "X" }],
    },
    expect: [],
    why: "It holds nothing any more.",
  },
]
