import type { Case, PreviewGiven } from "../../kernel/rules/decisionTable.cases.ts"

/** Each future record as its price, then what it collides with: `: KIND line INDEX, …`. */
type Expect = ReadonlyArray<string>

const now = "2026-06-01T00:00:00Z"
const variants = ["A"]
const newYork = "America/New_York"

export const futureRecordsCases: ReadonlyArray<Case<PreviewGiven, Expect>> = [
  {
    name: "equal to now is not future",
    given: { now, variants, prices: ["A MAP 1 from 2026-06-01", "A MAP 2 from 2026-06-01T00:00:00Z draft"] },
    expect: [],
    why: "Future is strictly later; a price at this moment is in force.",
  },
  {
    name: "a microsecond after now",
    given: { now, variants, prices: ["A MAP 1 from 2026-06-01T00:00:00.000001Z"] },
    expect: ["A MAP 1 from 2026-06-01T00:00:00.000001Z"],
    why: "Strictly later by however little.",
  },
  {
    name: "a microsecond before now",
    given: { now, variants, prices: ["A MAP 1 from 2026-05-31T23:59:59.999999Z"] },
    expect: [],
    why: "What has begun is not future.",
  },
  {
    name: "drafts and active ones",
    given: { now, variants, prices: ["A MAP 1 from 2026-07-01 draft", "A MAP 2 from 2026-08-01"] },
    expect: ["A MAP 1 from 2026-07-01 draft", "A MAP 2 from 2026-08-01"],
    why: "Both can collide with a new batch.",
  },
  {
    name: "records without lines",
    given: { now, variants, prices: ["A MSRP 2 from 2026-07-01", "A MAP 1 from 2026-07-01 in FALL"] },
    expect: ["A MAP 1 from 2026-07-01 in FALL", "A MSRP 2 from 2026-07-01"],
    why: "All future records of the colorway are listed, of any type, with the batch they came from.",
  },
  {
    name: "of every variant, in order",
    given: {
      now,
      variants: ["B", "A"],
      prices: [
        "B MAP 1 from 2026-07-01",
        "A MSRP 2 from 2026-07-01",
        "A MAP 4 from 2026-08-01",
        "A MAP 3 from 2026-07-01",
        "A MAP 5 from 2026-07-01",
      ],
    },
    expect: [
      "A MAP 3 from 2026-07-01",
      "A MAP 5 from 2026-07-01",
      "A MAP 4 from 2026-08-01",
      "A MSRP 2 from 2026-07-01",
      "B MAP 1 from 2026-07-01",
    ],
    why: "By variant key, price type, instant and then order of writing: a total order.",
  },
  {
    name: "the same instant",
    given: { now, variants, prices: ["A MAP 1 from 2026-07-01"], lines: ["MAP 9 from 2026-07-01"] },
    expect: ["A MAP 1 from 2026-07-01: same_instant line 0"],
    why: "Both begin at once; the one written last would hold.",
  },
  {
    name: "overridden later",
    given: { now, variants, prices: ["A MAP 1 from 2026-08-01"], lines: ["MAP 9 from 2026-07-01"] },
    expect: ["A MAP 1 from 2026-08-01: overridden_later line 0"],
    why: "The record takes over after the line's instant.",
  },
  {
    name: "leapfrogged",
    given: { now, variants, prices: ["A MAP 1 from 2026-07-01"], lines: ["MAP 9 from 2026-08-01"] },
    expect: ["A MAP 1 from 2026-07-01: leapfrogged line 0"],
    why: "The record holds in between, until the line begins.",
  },
  {
    name: "a microsecond apart",
    given: {
      now,
      variants,
      prices: ["A MAP 1 from 2026-07-01T00:00:00.000001Z", "A MAP 2 from 2026-06-30T23:59:59.999999Z"],
      lines: ["MAP 9 from 2026-07-01"],
    },
    expect: [
      "A MAP 2 from 2026-06-30T23:59:59.999999Z: leapfrogged line 0",
      "A MAP 1 from 2026-07-01T00:00:00.000001Z: overridden_later line 0",
    ],
    why: "Instants are compared to the microsecond.",
  },
  {
    name: "several lines of one type",
    given: {
      now,
      variants,
      prices: ["A MAP 1 from 2026-08-01"],
      lines: [
        "MAP 7 from 2026-09-01",
        "MAP 8 from 2026-08-01",
        "MSRP 9 from 2026-08-01",
        "MAP 9 from 2026-07-01",
      ],
    },
    expect: ["A MAP 1 from 2026-08-01: leapfrogged line 0, same_instant line 1, overridden_later line 3"],
    why: "Every line of the type is told, in the order submitted, by its index.",
  },
  {
    name: "another type",
    given: { now, variants, prices: ["A MSRP 1 from 2026-07-01"], lines: ["MAP 9 from 2026-07-01"] },
    expect: ["A MSRP 1 from 2026-07-01"],
    why: "Only the same variant and price type collide.",
  },
  {
    name: "a line in the past",
    given: { now, variants, prices: ["A MAP 1 from 2026-07-01"], lines: ["MAP 9 from 2026-01-01"] },
    expect: ["A MAP 1 from 2026-07-01: overridden_later line 0"],
    why: "A line that begins in the past is overridden all the same.",
  },
  {
    name: "equal amounts",
    given: { now, variants, prices: ["A MAP 9 from 2026-07-01"], lines: ["MAP 9.00 from 2026-07-01"] },
    expect: ["A MAP 9 from 2026-07-01: same_instant line 0"],
    why: "A collision is about time; that the amounts agree does not lift it.",
  },
  {
    name: "a draft twin",
    given: {
      now,
      variants,
      prices: ["A MAP 9 from 2026-07-01 draft in FALL", "A MAP 9 from 2026-07-01"],
      lines: ["MAP 9 from 2026-07-01"],
    },
    expect: [
      "A MAP 9 from 2026-07-01 draft in FALL: same_instant line 0",
      "A MAP 9 from 2026-07-01: same_instant line 0",
    ],
    why: "A draft and an active record that agree in all else are two records; both are told.",
  },
  {
    name: "a date against a date-time in UTC",
    given: { now, variants, prices: ["A MAP 1 from 2026-07-01T00:00:00Z"], lines: ["MAP 9 from 2026-07-01"] },
    expect: ["A MAP 1 from 2026-07-01T00:00:00Z: same_instant line 0"],
    why: "A date is the start of its day.",
  },
  {
    name: "a date against a date-time in the brand's zone",
    given: {
      now,
      time_zone: newYork,
      variants,
      prices: [
        "A MAP 1 from 2026-07-01T00:00:00",
        "A MAP 2 from 2026-07-01T00:00:00Z",
        "A MAP 3 from 2026-07-01T04:00:00Z",
        "A MAP 4 from 2026-07-01T00:00:00-05:00",
      ],
      lines: ["MAP 9 from 2026-07-01"],
    },
    expect: [
      "A MAP 2 from 2026-07-01T00:00:00Z: leapfrogged line 0",
      "A MAP 1 from 2026-07-01T00:00:00: same_instant line 0",
      "A MAP 3 from 2026-07-01T04:00:00Z: same_instant line 0",
      "A MAP 4 from 2026-07-01T00:00:00-05:00: overridden_later line 0",
    ],
    why: "Midnight in New York in summer is 04:00 in UTC; an offset that is written wins over the zone.",
  },
  {
    name: "the day that clocks jump forward",
    given: {
      now: "2026-03-01T00:00:00Z",
      time_zone: newYork,
      variants,
      prices: [
        "A MAP 1 from 2026-03-08T05:00:00Z",
        "A MAP 2 from 2026-03-08T07:00:00Z",
        "A MAP 3 from 2026-03-09T04:00:00Z",
      ],
      lines: ["MAP 7 from 2026-03-08", "MAP 8 from 2026-03-08T02:00", "MAP 9 from 2026-03-09"],
    },
    expect: [
      "A MAP 1 from 2026-03-08T05:00:00Z: same_instant line 0, leapfrogged line 1, leapfrogged line 2",
      "A MAP 2 from 2026-03-08T07:00:00Z: overridden_later line 0, same_instant line 1, leapfrogged line 2",
      "A MAP 3 from 2026-03-09T04:00:00Z: overridden_later line 0, overridden_later line 1, same_instant line 2",
    ],
    why: "The day has 23 hours; 02:00 does not exist and is 03:00, an hour after 01:00.",
  },
  {
    name: "the day that clocks fall back",
    given: {
      now: "2026-10-01T00:00:00Z",
      time_zone: newYork,
      variants,
      prices: [
        "A MAP 1 from 2026-11-01T05:30:00Z",
        "A MAP 2 from 2026-11-01T06:30:00Z",
        "A MAP 3 from 2026-11-02T05:00:00Z",
      ],
      lines: ["MAP 8 from 2026-11-01T01:30", "MAP 9 from 2026-11-02"],
    },
    expect: [
      "A MAP 1 from 2026-11-01T05:30:00Z: same_instant line 0, leapfrogged line 1",
      "A MAP 2 from 2026-11-01T06:30:00Z: overridden_later line 0, leapfrogged line 1",
      "A MAP 3 from 2026-11-02T05:00:00Z: overridden_later line 0, same_instant line 1",
    ],
    why: "01:30 comes twice and is the first of the two; the next midnight is at the other offset.",
  },
  {
    name: "now in the brand's evening",
    given: {
      now: "2026-07-01T03:59:59Z",
      time_zone: newYork,
      variants,
      prices: ["A MAP 1 from 2026-07-01", "A MAP 2 from 2026-06-30"],
    },
    expect: ["A MAP 1 from 2026-07-01"],
    why: "In New York it is still June 30.",
  },
]
