import type { Case, PreviewGiven } from "../../kernel/rules/decisionTable.cases.ts"

/** Each line as `STATUS, then STATUS_AT_EFFECTIVE: VARIANT STATUS_AT_EFFECTIVE, …`. */
type Expect = ReadonlyArray<string>

const now = "2026-11-01T00:00:00Z"
const [A, B] = [["A"], ["A", "B"]]

export const judgeLinesCases: ReadonlyArray<Case<PreviewGiven, Expect>> = [
  {
    name: "no price then either",
    given: { now, variants: A, prices: [], lines: ["MAP 100 from 2026-12-15"] },
    expect: ["add, then add: A add"],
    why: "Without a price to follow, the line is new to the variant.",
  },
  {
    name: "a price scheduled in between",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 120 from 2026-12-01"],
      lines: ["MAP 100 from 2026-12-15"],
    },
    expect: ["unchanged, then changed: A changed"],
    why: "100 is in force today, and by the 15th it will be 120: going back to 100 is a real change.",
  },
  {
    name: "the amount that is scheduled already",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 120 from 2026-12-01"],
      lines: ["MAP 120.00 from 2026-12-15"],
    },
    expect: ["changed, then unchanged: A unchanged"],
    why: "Compared with today it changes; at its own instant 120 is in force without it.",
  },
  {
    name: "a price to come where there is none now",
    given: { now, variants: A, prices: ["A MAP 120 from 2026-12-01"], lines: ["MAP 120 from 2026-12-15"] },
    expect: ["add, then unchanged: A unchanged"],
    why: "The first price of the type comes before the line.",
  },
  {
    name: "a price scheduled after the line",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 120 from 2026-12-20"],
      lines: ["MAP 120 from 2026-12-15"],
    },
    expect: ["changed, then changed: A changed"],
    why: "What begins later is not in force at the line's instant.",
  },
  {
    name: "a price scheduled at the line's instant",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 120 from 2026-12-15"],
      lines: ["MAP 120 from 2026-12-15", "MAP 100 from 2026-12-15T00:00:00Z"],
    },
    expect: ["changed, then unchanged: A unchanged", "unchanged, then changed: A changed"],
    why: "At its instant a price is in force: the first line says the same, the second would take over.",
  },
  {
    name: "only a draft in between",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 120 from 2026-12-01 draft"],
      lines: ["MAP 100 from 2026-12-15"],
    },
    expect: ["unchanged, then unchanged: A unchanged"],
    why: "A draft is never in force, and may never be published.",
  },
  {
    name: "a line after another of the request",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01"],
      lines: ["MAP 80 from 2026-11-27", "MAP 100 from 2026-12-01"],
    },
    expect: ["changed, then changed: A changed", "unchanged, then changed: A changed"],
    why: "With the first line, 80 is in force when the second begins.",
  },
  {
    name: "the same lines the other way round",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01"],
      lines: ["MAP 100 from 2026-12-01", "MAP 80 from 2026-11-27"],
    },
    expect: ["unchanged, then changed: A changed", "changed, then changed: A changed"],
    why: "Earlier is what begins earlier, wherever it stands in the request.",
  },
  {
    name: "a line of another type before it",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01"],
      lines: ["MSRP 80 from 2026-11-27", "MAP 100 from 2026-12-01"],
    },
    expect: ["add, then add: A add", "unchanged, then unchanged: A unchanged"],
    why: "A line follows lines of its own type only.",
  },
  {
    name: "a scheduled price between two lines",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 120 from 2026-12-01"],
      lines: ["MAP 80 from 2026-11-27", "MAP 80 from 2026-12-15"],
    },
    expect: ["changed, then changed: A changed", "changed, then changed: A changed"],
    why: "The scheduled price ends the first line's, so that the second changes it again.",
  },
  {
    name: "two lines at one instant",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01"],
      lines: ["MAP 80 from 2026-12-01", "MAP 100 from 2026-12-01"],
    },
    expect: ["changed, then changed: A changed", "unchanged, then changed: A changed"],
    why: "The one written later takes over from the one before, whatever is in force today.",
  },
  {
    name: "a line in the past",
    given: {
      now,
      variants: A,
      prices: ["A MAP 90 from 2026-01-01", "A MAP 100 from 2026-10-01"],
      lines: ["MAP 90 from 2026-09-01", "MAP 100 from 2026-09-01T00:00:01Z"],
    },
    expect: ["changed, then unchanged: A unchanged", "unchanged, then changed: A changed"],
    why: "In September 90 was in force, whatever has come since.",
  },
  {
    name: "a line before every price",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01"],
      lines: ["MAP 100 from 2025-01-01"],
    },
    expect: ["unchanged, then add: A add"],
    why: "Then there was no price yet.",
  },
  {
    name: "a mixed colorway",
    given: {
      now,
      variants: B,
      prices: ["A MAP 100 from 2026-01-01", "B MAP 100 from 2026-01-01", "B MAP 120 from 2026-12-01"],
      lines: ["MAP 100 from 2026-12-15"],
    },
    expect: ["unchanged, then changed: A unchanged, B changed"],
    why: "Each variant is judged by its own prices: a draft is written where something changes.",
  },
  {
    name: "a day of the brand's zone",
    given: {
      now,
      time_zone: "America/New_York",
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 120 from 2026-12-01T03:00:00Z"],
      lines: ["MAP 120 from 2026-12-01", "MAP 100 from 2026-12-01T00:00:00Z"],
    },
    expect: ["changed, then unchanged: A unchanged", "unchanged, then unchanged: A unchanged"],
    why: "In New York the day begins at 05:00 UTC, two hours after the scheduled price.",
  },
]
