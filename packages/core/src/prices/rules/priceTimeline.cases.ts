import type { Case } from "../../kernel/rules/decisionTable.cases.ts"

export interface TimelineGiven {
  /** ISO 8601 with offset. */
  readonly now: string
  /** The brand's; UTC unless given. */
  readonly time_zone?: string
  /** Of variant `A` and type `MAP`. */
  readonly prices: ReadonlyArray<string>
  /** When everything written so far is withdrawn. */
  readonly withdrawn?: string
  /** Written after that. */
  readonly written_since?: ReadonlyArray<string>
  readonly from?: string
  readonly until?: string
}

/** Each segment as `FROM … UNTIL: AMOUNT STATE`, a dash where there is no bound or price; then the drafts. */
type Expect = ReadonlyArray<string>

const now = "2026-06-01T00:00:00Z"
const zone = "America/New_York"

export const priceTimelineCases: ReadonlyArray<Case<TimelineGiven, Expect>> = [
  {
    name: "one price",
    given: { now, prices: ["A MAP 10 from 2026-01-01"] },
    expect: ["2026-01-01T00:00:00.000Z … -: 10 in_force"],
    why: "It holds from its instant on, without end.",
  },
  {
    name: "past, present and future",
    given: {
      now,
      prices: ["A MAP 12 from 2026-09-01", "A MAP 10 from 2026-01-01", "A MAP 11 from 2026-06-01"],
    },
    expect: [
      "2026-01-01T00:00:00.000Z … 2026-06-01T00:00:00.000Z: 10 past",
      "2026-06-01T00:00:00.000Z … 2026-09-01T00:00:00.000Z: 11 in_force",
      "2026-09-01T00:00:00.000Z … -: 12 scheduled",
    ],
    why: "Each holds from its instant, inclusive, until the next one's.",
  },
  {
    name: "two at one instant",
    given: { now, prices: ["A MAP 10 from 2026-01-01", "A MAP 11 from 2026-01-01T00:00:00Z"] },
    expect: ["2026-01-01T00:00:00.000Z … -: 11 in_force"],
    why: "The one that came later is in force; the other never was.",
  },
  {
    name: "drafts",
    given: {
      now,
      prices: [
        "A MAP 10 from 2026-01-01",
        "A MAP 12 from 2026-09-01 draft in FALL",
        "A MAP 8 from 2026-02-01 draft",
      ],
    },
    expect: [
      "2026-01-01T00:00:00.000Z … -: 10 in_force",
      "2026-02-01T00:00:00.000Z … -: 8 draft",
      "2026-09-01T00:00:00.000Z … -: 12 draft in FALL",
    ],
    why: "A draft stands beside the line of what is in force, never in it.",
  },
  {
    name: "a part of it",
    given: {
      now,
      prices: [
        "A MAP 10 from 2026-01-01",
        "A MAP 11 from 2026-03-01",
        "A MAP 12 from 2026-09-01",
        "A MAP 9 from 2026-10-01 draft",
      ],
      from: "2026-02-01",
      until: "2026-10-01",
    },
    expect: [
      "2026-02-01T00:00:00.000Z … 2026-03-01T00:00:00.000Z: 10 past",
      "2026-03-01T00:00:00.000Z … 2026-09-01T00:00:00.000Z: 11 in_force",
      "2026-09-01T00:00:00.000Z … 2026-10-01T00:00:00.000Z: 12 scheduled",
    ],
    why: "The segments fill what is asked for, and nothing beyond it.",
  },
  {
    name: "a time before the first price",
    given: { now, prices: ["A MAP 10 from 2026-01-01"], from: "2025-12-01", until: "2026-02-01" },
    expect: [
      "2025-12-01T00:00:00.000Z … 2026-01-01T00:00:00.000Z: - past",
      "2026-01-01T00:00:00.000Z … 2026-02-01T00:00:00.000Z: 10 in_force",
    ],
    why: "Where there was no price a segment says so; one that is cut off goes on beyond the cut.",
  },
  {
    name: "days of the brand's zone",
    given: {
      now,
      time_zone: zone,
      prices: ["A MAP 10 from 2026-01-01"],
      from: "2026-03-08",
      until: "2026-03-09",
    },
    expect: ["2026-03-08T05:00:00.000Z … 2026-03-09T04:00:00.000Z: 10 in_force"],
    why: "On that day clocks go forward in New York: it has 23 hours.",
  },
  {
    name: "a price that was withdrawn",
    given: {
      now,
      prices: ["A MAP 10 from 2026-01-01", "A MAP 11 from 2026-02-01", "A MAP 12 from 2026-09-01"],
      withdrawn: "2026-05-01T00:00:00Z",
    },
    expect: [
      "2026-01-01T00:00:00.000Z … 2026-02-01T00:00:00.000Z: 10 past",
      "2026-02-01T00:00:00.000Z … 2026-05-01T00:00:00.000Z: 11 past",
      "2026-05-01T00:00:00.000Z … -: - in_force",
    ],
    why: "From then on there is no price: no older one comes back, and what was to come does not.",
  },
  {
    name: "a price after one that was withdrawn",
    given: {
      now,
      prices: ["A MAP 10 from 2026-01-01"],
      withdrawn: "2026-05-01T00:00:00Z",
      written_since: ["A MAP 14 from 2026-07-01"],
    },
    expect: [
      "2026-01-01T00:00:00.000Z … 2026-05-01T00:00:00.000Z: 10 past",
      "2026-05-01T00:00:00.000Z … 2026-07-01T00:00:00.000Z: - in_force",
      "2026-07-01T00:00:00.000Z … -: 14 scheduled",
    ],
    why: "The gap between them is a segment without a price.",
  },
  {
    name: "to the microsecond",
    given: { now, prices: ["A MAP 10 from 2026-01-01", "A MAP 11 from 2026-06-01T00:00:00.000001Z"] },
    expect: [
      "2026-01-01T00:00:00.000Z … 2026-06-01T00:00:00.000001Z: 10 in_force",
      "2026-06-01T00:00:00.000001Z … -: 11 scheduled",
    ],
    why: "Instants are microseconds, and none is rounded.",
  },
]

export interface ExplainGiven extends Pick<TimelineGiven, "now" | "time_zone" | "prices" | "withdrawn"> {
  readonly at?: string
}

/** The sentence, then each record as `AMOUNT: VERDICT`, in the order in which the rule looks at them. */
export const explainPriceCases: ReadonlyArray<Case<ExplainGiven, Expect>> = [
  {
    name: "no record",
    given: { now, prices: [] },
    expect: ["No price is in force: there is no record"],
    why: "There is nothing to look at.",
  },
  {
    name: "one record",
    given: { now, prices: ["A MAP 10 from 2026-01-01"] },
    expect: [
      "10 is in force: of one record it is the active one that began last, at 2026-01-01T00:00:00.000Z",
      "10: in_force",
    ],
    why: "It has begun, and nothing has replaced it.",
  },
  {
    name: "every verdict",
    given: {
      now,
      prices: [
        "A MAP 9 from 2026-01-01",
        "A MAP 10 from 2026-02-01",
        "A MAP 11 from 2026-02-01",
        "A MAP 12 from 2026-03-01 draft",
        "A MAP 13 from 2026-09-01",
      ],
    },
    expect: [
      "11 is in force: of 5 records it is the active one that began last, at 2026-02-01T00:00:00.000Z",
      "13: not_begun",
      "12: draft",
      "11: in_force",
      "10: replaced",
      "9: replaced",
    ],
    why: "From the latest on: what has not begun and drafts are passed over, and the first that is left wins.",
  },
  {
    name: "at a day of the brand's zone",
    given: {
      now,
      time_zone: zone,
      prices: ["A MAP 10 from 2026-01-01", "A MAP 11 from 2026-02-01T04:59:59Z"],
      at: "2026-02-01",
    },
    expect: [
      "11 is in force: of 2 records it is the active one that began last, at 2026-02-01T04:59:59.000Z",
      "11: in_force",
      "10: replaced",
    ],
    why: "The day begins in New York at 05:00 UTC.",
  },
  {
    name: "before the first price",
    given: { now, prices: ["A MAP 10 from 2026-01-01"], at: "2025-01-01" },
    expect: ["No price is in force: no active record has begun", "10: not_begun"],
    why: "Then there was no price yet.",
  },
  {
    name: "a withdrawn price",
    given: {
      now,
      prices: ["A MAP 9 from 2026-01-01", "A MAP 10 from 2026-02-01"],
      withdrawn: "2026-05-01T00:00:00Z",
    },
    expect: [
      "No price is in force: the one that began last, 10, was withdrawn, and no older one comes back",
      "10: withdrawn",
      "9: replaced",
    ],
    why: "What was withdrawn leaves no price behind.",
  },
  {
    name: "before it was withdrawn",
    given: {
      now,
      prices: ["A MAP 9 from 2026-01-01", "A MAP 10 from 2026-02-01"],
      withdrawn: "2026-05-01T00:00:00Z",
      at: "2026-04-30",
    },
    expect: [
      "10 is in force: of 2 records it is the active one that began last, at 2026-02-01T00:00:00.000Z",
      "10: in_force",
      "9: replaced",
    ],
    why: "Before that instant it is what it was.",
  },
]
