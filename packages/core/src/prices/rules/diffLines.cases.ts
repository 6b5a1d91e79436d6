import type { Case, PreviewGiven } from "../../kernel/rules/decisionTable.cases.ts"

/** Each line as `STATUS: VARIANT STATUS, …`; the counts follow from the variants. */
type Expect = ReadonlyArray<string>

const now = "2026-06-01T00:00:00Z"
const lines = ["MAP 20 from 2026-07-01"]
const [A, B, C] = [["A"], ["A", "B"], ["A", "B", "C"]]

export const diffLinesCases: ReadonlyArray<Case<PreviewGiven, Expect>> = [
  {
    name: "no price of the type",
    given: { now, variants: A, prices: [], lines },
    expect: ["add: A add"],
    why: "Without an incumbent the line is new to the variant.",
  },
  {
    name: "another amount",
    given: { now, variants: A, prices: ["A MAP 19.99 from 2026-01-01"], lines },
    expect: ["changed: A changed"],
    why: "The incumbent's amount would be replaced.",
  },
  {
    name: "the same amount",
    given: { now, variants: A, prices: ["A MAP 20 from 2026-01-01"], lines },
    expect: ["unchanged: A unchanged"],
    why: "Nothing that a customer sees would change, whenever the line begins.",
  },
  {
    name: "equal amounts written differently",
    given: {
      now,
      variants: C,
      prices: [
        "A MAP 19.99 from 2026-01-01",
        "B MAP 19.990 from 2026-01-01",
        "C MAP 000000000000019.9900 from 2026-01-01",
      ],
      lines: ["MAP 19.99 from 2026-07-01", "MAP 19.9900 from 2026-07-01"],
    },
    expect: [
      "unchanged: A unchanged, B unchanged, C unchanged",
      "unchanged: A unchanged, B unchanged, C unchanged",
    ],
    why: "Amounts are numbers: 19.99, 19.990 and 000000000000019.9900 are one.",
  },
  {
    name: "amounts that floating point would take for equal",
    given: {
      now,
      variants: B,
      prices: ["A MAP 0.3 from 2026-01-01", "B MAP 9007199254740992 from 2026-01-01"],
      lines: ["MAP 0.30000000000000004 from 2026-07-01", "MAP 9007199254740993 from 2026-07-01"],
    },
    expect: ["changed: A changed, B changed", "changed: A changed, B changed"],
    why: "Amounts are compared digit by digit, never as floating point.",
  },
  {
    name: "zero however written",
    given: { now, variants: A, prices: ["A MAP 0 from 2026-01-01"], lines: ["MAP 0.00 from 2026-07-01"] },
    expect: ["unchanged: A unchanged"],
    why: "Zero is a price like any other, not the absence of one.",
  },
  {
    name: "add and unchanged",
    given: { now, variants: B, prices: ["B MAP 20 from 2026-01-01"], lines },
    expect: ["add: A add, B unchanged"],
    why: "Without a change, one variant that gains a price makes the line an add.",
  },
  {
    name: "add and changed",
    given: { now, variants: B, prices: ["B MAP 19 from 2026-01-01"], lines },
    expect: ["changed: A add, B changed"],
    why: "One variant that changes makes the line changed, whatever the others are.",
  },
  {
    name: "changed and unchanged",
    given: { now, variants: B, prices: ["A MAP 20 from 2026-01-01", "B MAP 19 from 2026-01-01"], lines },
    expect: ["changed: A unchanged, B changed"],
    why: "One variant that changes makes the line changed, whatever the others are.",
  },
  {
    name: "add, changed and unchanged",
    given: { now, variants: C, prices: ["B MAP 20 from 2026-01-01", "C MAP 19 from 2026-01-01"], lines },
    expect: ["changed: A add, B unchanged, C changed"],
    why: "A mixed colorway shows in the counts; changed comes before add, add before unchanged.",
  },
  {
    name: "add on every variant",
    given: { now, variants: B, prices: ["A MSRP 20 from 2026-01-01"], lines },
    expect: ["add: A add, B add"],
    why: "A price of another type is no incumbent.",
  },
  {
    name: "several lines of one type",
    given: {
      now,
      variants: A,
      prices: ["A MAP 20 from 2026-01-01"],
      lines: ["MAP 15 from 2026-07-01", "MAP 20 from 2026-08-01", "MAP 15 from 2026-07-01"],
    },
    expect: ["changed: A changed", "unchanged: A unchanged", "changed: A changed"],
    why: "Each line is compared with the price in force now, not with the lines before it; none is merged.",
  },
  {
    name: "lines of several types",
    given: {
      now,
      variants: A,
      prices: ["A MAP 20 from 2026-01-01", "A MSRP 30 from 2026-01-01"],
      lines: ["MSRP 20 from 2026-07-01", "MAP 20 from 2026-07-01", "OUTLET 20 from 2026-07-01"],
    },
    expect: ["changed: A changed", "unchanged: A unchanged", "add: A add"],
    why: "A line meets the incumbent of its own type, and lines keep their order.",
  },
  {
    name: "types that differ in case",
    given: { now, variants: A, prices: ["A map 20 from 2026-01-01"], lines },
    expect: ["add: A add"],
    why: "Price types are text, compared exactly.",
  },
  {
    name: "only a draft",
    given: { now, variants: A, prices: ["A MAP 20 from 2026-01-01 draft"], lines },
    expect: ["add: A add"],
    why: "A draft is not in force, so it is no incumbent.",
  },
  {
    name: "only a price to come",
    given: { now, variants: A, prices: ["A MAP 20 from 2026-06-02"], lines },
    expect: ["add: A add"],
    why: "A price that has not begun is no incumbent.",
  },
  {
    name: "a price that has been replaced",
    given: {
      now,
      variants: A,
      prices: ["A MAP 20 from 2026-01-01", "A MAP 25 from 2026-02-01"],
      lines,
    },
    expect: ["changed: A changed"],
    why: "Only the price in force counts, not one that held before.",
  },
  {
    name: "a price that begins at this moment",
    given: { now, variants: A, prices: ["A MAP 25 from 2026-01-01", "A MAP 20 from 2026-06-01"], lines },
    expect: ["unchanged: A unchanged"],
    why: "A price holds from its instant, inclusive.",
  },
  {
    name: "a line that begins in the past",
    given: {
      now,
      variants: A,
      prices: ["A MAP 20 from 2026-01-01", "A MAP 25 from 2026-05-01"],
      lines: ["MAP 20 from 2026-02-01"],
    },
    expect: ["changed: A changed"],
    why: "The incumbent is the price in force now, not at the line's instant.",
  },
  {
    name: "no lines",
    given: { now, variants: A, prices: ["A MAP 20 from 2026-01-01"] },
    expect: [],
    why: "Without lines the preview fills the dialog and compares nothing.",
  },
]
