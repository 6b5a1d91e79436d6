import type { Case, PreviewGiven } from "../../kernel/rules/decisionTable.cases.ts"

/** The prices in force, by variant and type. */
type Expect = ReadonlyArray<string>

const now = "2026-06-01T00:00:00Z"
const variants = ["A"]

export const priceInForceCases: ReadonlyArray<Case<PreviewGiven, Expect>> = [
  {
    name: "none",
    given: { now, variants, prices: [] },
    expect: [],
    why: "A variant may have no price.",
  },
  {
    name: "one that began",
    given: { now, variants, prices: ["A MAP 20 from 2026-01-01"] },
    expect: ["A MAP 20 from 2026-01-01"],
    why: "A price holds until another takes over; nothing ends it.",
  },
  {
    name: "the latest to begin",
    given: {
      now,
      variants,
      prices: ["A MAP 2 from 2026-02-01", "A MAP 3 from 2026-03-01", "A MAP 1 from 2026-01-01"],
    },
    expect: ["A MAP 3 from 2026-03-01"],
    why: "The greatest instant wins, not the order of writing.",
  },
  {
    name: "one that begins now",
    given: { now, variants, prices: ["A MAP 1 from 2026-01-01", "A MAP 2 from 2026-06-01T00:00:00Z"] },
    expect: ["A MAP 2 from 2026-06-01T00:00:00Z"],
    why: "Half-open: a price holds from its instant, inclusive.",
  },
  {
    name: "one that begins a microsecond later",
    given: { now, variants, prices: ["A MAP 1 from 2026-01-01", "A MAP 2 from 2026-06-01T00:00:00.000001Z"] },
    expect: ["A MAP 1 from 2026-01-01"],
    why: "Half-open: a price holds until the next one's instant, exclusive.",
  },
  {
    name: "a tie",
    given: {
      now,
      variants,
      prices: ["A MAP 3 from 2026-01-01", "A MAP 1 from 2026-01-01", "A MAP 2 from 2026-01-01"],
    },
    expect: ["A MAP 2 from 2026-01-01"],
    why: "Of prices that begin at once the one written last holds.",
  },
  {
    name: "a tie of a date and a date-time",
    given: { now, variants, prices: ["A MAP 1 from 2026-01-01T00:00:00Z", "A MAP 2 from 2026-01-01"] },
    expect: ["A MAP 2 from 2026-01-01"],
    why: "The instant counts, however it was written.",
  },
  {
    name: "a tie in the brand's time zone",
    given: {
      now,
      time_zone: "America/New_York",
      variants,
      prices: [
        "A MAP 1 from 2026-01-01",
        "A MAP 2 from 2026-01-01T05:00:00Z",
        "A MAP 3 from 2026-01-01T04:59:59Z",
      ],
    },
    expect: ["A MAP 2 from 2026-01-01T05:00:00Z"],
    why: "A date begins at midnight in the brand's zone.",
  },
  {
    name: "only a price to come",
    given: { now, variants, prices: ["A MAP 1 from 2026-06-02"] },
    expect: [],
    why: "A price that has not begun is not in force.",
  },
  {
    name: "only drafts",
    given: { now, variants, prices: ["A MAP 1 from 2026-01-01 draft", "A MAP 2 from 2026-02-01 draft"] },
    expect: [],
    why: "A draft is never in force.",
  },
  {
    name: "a draft later than the active one",
    given: { now, variants, prices: ["A MAP 1 from 2026-01-01", "A MAP 2 from 2026-02-01 draft"] },
    expect: ["A MAP 1 from 2026-01-01"],
    why: "A draft neither holds nor ends what holds.",
  },
  {
    name: "a markdown that was taken back",
    given: {
      now,
      variants,
      prices: ["A MAP 20 from 2026-01-01", "A MAP 15 from 2026-03-01", "A MAP 20 from 2026-04-01"],
    },
    expect: ["A MAP 20 from 2026-04-01"],
    why: "The return is a price of its own, with its own record.",
  },
  {
    name: "types and variants apart",
    given: {
      now,
      variants: ["B", "A"],
      prices: [
        "B MSRP 4 from 2026-01-01",
        "A MSRP 2 from 2026-01-01",
        "B MAP 3 from 2026-01-01",
        "A MAP 1 from 2026-02-01",
      ],
    },
    expect: [
      "A MAP 1 from 2026-02-01",
      "A MSRP 2 from 2026-01-01",
      "B MAP 3 from 2026-01-01",
      "B MSRP 4 from 2026-01-01",
    ],
    why: "Each variant has one price in force per type, listed by variant key and type.",
  },
  {
    name: "an amount and a date as they were written",
    given: { now, variants, prices: ["A MAP 20.500 from 2026-01-01T09:30+05:45"] },
    expect: ["A MAP 20.500 from 2026-01-01T09:30+05:45"],
    why: "What came in is given back unchanged.",
  },
  {
    name: "a batch's price",
    given: { now, variants, prices: ["A MAP 1 from 2026-02-01", "A MAP 2 from 2026-01-01 in SPRING"] },
    expect: ["A MAP 1 from 2026-02-01"],
    why: "Which batch a price came from settles nothing.",
  },
]
