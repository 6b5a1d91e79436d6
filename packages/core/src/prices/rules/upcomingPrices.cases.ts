import type { Case } from "../../kernel/rules/decisionTable.cases.ts"

export interface UpcomingGiven {
  /** ISO 8601 with offset. */
  readonly now: string
  /** The brand's; UTC unless given. */
  readonly time_zone?: string
  /** Each `VARIANT PRODUCT COLOR`. */
  readonly variants: ReadonlyArray<string>
  readonly prices: ReadonlyArray<string>
  /** When all prices of `A` written so far are withdrawn. */
  readonly withdrawn?: string
  readonly from?: string
  readonly until?: string
  /** The rows of a page; all pages are read. */
  readonly limit?: number
}

/**
 * Each row as `INSTANT BATCH PRODUCT COLOR: COUNT KIND, … of N variants, TYPE BEFORE → AFTER, …`, a dash for no batch or
 * price, and `LEAST to MOST` of several amounts.
 */
type Expect = ReadonlyArray<string>

const now = "2026-06-01T00:00:00Z"
const two = ["A P1 Black", "B P1 Black"]

export const upcomingPricesCases: ReadonlyArray<Case<UpcomingGiven, Expect>> = [
  {
    name: "a price to come",
    given: { now, variants: two, prices: ["A MAP 10 from 2026-01-01", "A MAP 12 from 2026-09-01 in FALL"] },
    expect: ["2026-09-01T00:00:00.000Z FALL P1 Black: 1 increase of 1 variants, MAP 10 → 12"],
    why: "What is in force already is not listed; what begins is, with its batch.",
  },
  {
    name: "one row an instant, batch and colorway",
    given: {
      now,
      variants: [...two, "R P1 Red", "C P2 Black"],
      prices: [
        "A MAP 10 from 2026-01-01",
        "A MAP 12 from 2026-09-01 in FALL",
        "B MAP 12 from 2026-09-01 in FALL",
        "B MSRP 20 from 2026-09-01 in FALL",
        "R MAP 12 from 2026-09-01 in FALL",
        "C MAP 12 from 2026-09-01 in FALL",
        "C MSRP 15 from 2026-09-01 in EXTRA",
        "C SALE 11 from 2026-09-01",
        "A MAP 10 from 2026-10-01 in FALL",
      ],
    },
    expect: [
      "2026-09-01T00:00:00.000Z - P2 Black: 1 new of 1 variants, SALE - → 11",
      "2026-09-01T00:00:00.000Z EXTRA P2 Black: 1 new of 1 variants, MSRP - → 15",
      "2026-09-01T00:00:00.000Z FALL P1 Black: 2 new, 1 increase of 2 variants, MAP 10 → 12, MSRP - → 20",
      "2026-09-01T00:00:00.000Z FALL P1 Red: 1 new of 1 variants, MAP - → 12",
      "2026-09-01T00:00:00.000Z FALL P2 Black: 1 new of 1 variants, MAP - → 12",
      "2026-10-01T00:00:00.000Z FALL P1 Black: 1 decrease of 1 variants, MAP 12 → 10",
    ],
    why: "By instant, batch (those of none first), product and color: a total order.",
  },
  {
    name: "several amounts",
    given: {
      now,
      variants: [...two, "C P1 Black"],
      prices: [
        "A MAP 100 from 2026-01-01",
        "B MAP 20.50 from 2026-01-01",
        "C MAP 3 from 2026-01-01",
        "A MAP 9.5 from 2026-09-01",
        "B MAP 30 from 2026-09-01",
        "C MAP 3.0 from 2026-09-01",
      ],
    },
    expect: [
      "2026-09-01T00:00:00.000Z - P1 Black: 1 increase, 1 decrease of 2 variants, MAP 20.5 to 100 → 9.5 to 30",
    ],
    why: "The lowest and the highest of those that change, as numbers; what stays is not among them.",
  },
  {
    name: "drafts",
    given: { now, variants: two, prices: ["A MAP 12 from 2026-09-01 draft in FALL"] },
    expect: [],
    why: "A draft goes live at no time unless it is published.",
  },
  {
    name: "the same amount again",
    given: {
      now,
      variants: two,
      prices: ["A MAP 10 from 2026-01-01", "A MAP 10.00 from 2026-09-01", "A MAP 11 from 2026-10-01"],
    },
    expect: ["2026-10-01T00:00:00.000Z - P1 Black: 1 increase of 1 variants, MAP 10 → 11"],
    why: "Another record takes over and no price changes.",
  },
  {
    name: "two at one instant",
    given: {
      now,
      variants: two,
      prices: [
        "A MAP 10 from 2026-01-01",
        "A MAP 12 from 2026-09-01 in FALL",
        "A MAP 9 from 2026-09-01T00:00:00Z in LATE",
      ],
    },
    expect: ["2026-09-01T00:00:00.000Z LATE P1 Black: 1 decrease of 1 variants, MAP 10 → 9"],
    why: "Only the one that came last is ever in force.",
  },
  {
    name: "now itself",
    given: {
      now,
      variants: two,
      prices: ["A MAP 10 from 2026-06-01", "A MAP 11 from 2026-06-01T00:00:00.000001Z"],
    },
    expect: ["2026-06-01T00:00:00.000001Z - P1 Black: 1 increase of 1 variants, MAP 10 → 11"],
    why: "What begins now is in force; what comes next begins after.",
  },
  {
    name: "days of the brand's zone",
    given: {
      now,
      time_zone: "America/New_York",
      variants: two,
      prices: [
        "A MAP 10 from 2026-08-31T23:00:00",
        "A MAP 11 from 2026-09-01",
        "A MAP 12 from 2026-09-02",
        "A MAP 13 from 2026-09-03",
      ],
      from: "2026-09-01",
      until: "2026-09-03",
    },
    expect: [
      "2026-09-01T04:00:00.000Z - P1 Black: 1 increase of 1 variants, MAP 10 → 11",
      "2026-09-02T04:00:00.000Z - P1 Black: 1 increase of 1 variants, MAP 11 → 12",
    ],
    why: "From an instant, inclusive, until another one, exclusive; a date is the start of that day.",
  },
  {
    name: "the past, with what was withdrawn",
    given: {
      now,
      variants: two,
      prices: ["A MAP 10 from 2026-01-01", "A MAP 12 from 2026-09-01 in FALL", "B MAP 9 from 2026-03-01"],
      withdrawn: "2026-05-01T00:00:00Z",
      from: "2026-01-01",
    },
    expect: [
      "2026-01-01T00:00:00.000Z - P1 Black: 1 new of 1 variants, MAP - → 10",
      "2026-03-01T00:00:00.000Z - P1 Black: 1 new of 1 variants, MAP - → 9",
      "2026-05-01T00:00:00.000Z - P1 Black: 1 withdrawn of 1 variants, MAP 10 → -",
    ],
    why: "A price that is withdrawn ends then, and one to come never begins.",
  },
  {
    name: "page by page",
    given: {
      now,
      limit: 1,
      variants: [...two, "C P2 Black"],
      prices: [
        "A MAP 12 from 2026-09-01 in FALL",
        "B MAP 12 from 2026-09-01 in FALL",
        "C MAP 12 from 2026-09-01 in FALL",
        "C MAP 12 from 2026-10-01",
        "C MAP 13 from 2026-11-01",
      ],
    },
    expect: [
      "2026-09-01T00:00:00.000Z FALL P1 Black: 2 new of 2 variants, MAP - → 12",
      "2026-09-01T00:00:00.000Z FALL P2 Black: 1 new of 1 variants, MAP - → 12",
      "2026-11-01T00:00:00.000Z - P2 Black: 1 increase of 1 variants, MAP 12 → 13",
    ],
    why: "Each page goes on after the last row of the one before, and every row is met once.",
  },
]
