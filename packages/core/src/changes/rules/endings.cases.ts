import type { Case } from "../../kernel/rules/decisionTable.cases.ts"
import type { StoryExpect, StoryGiven } from "./priceChange.cases.ts"

const now = "2026-11-01T00:00:00Z"
const variants = ["A"]
const hundred = ["A MAP 100 from 2026-01-01"]
/** A list of its own price, below `base`. */
const inEurope = { now, variants, lists: ["EU"], prices: [...hundred, "A MAP@EU 90 from 2026-01-01"] }
/** DE below EU, where each has a price. */
const inGermany = {
  ...inEurope,
  lists: ["EU", "DE below EU"],
  prices: [...inEurope.prices, "A MAP@DE 95 from 2026-01-01"],
}
const base = "A MAP: 100 from 2026-01-01"
const sale = "MAP@EU 80 from 2026-12-01 until 2026-12-10"

export const endingsCases: ReadonlyArray<Case<StoryGiven, StoryExpect>> = [
  {
    name: "a list that falls back",
    given: { ...inEurope, steps: [{ write: ["A MAP@EU fall_back from 2026-12-01"] }] },
    expect: { told: [], timeline: [base, "A MAP@EU: 90 from 2026-01-01, 100 of base from 2026-12-01"] },
    why: "From its instant on the list has no price of its own, and shows that of the list above it.",
  },
  {
    name: "a list that does not offer",
    given: { ...inEurope, steps: [{ write: ["A MAP@EU not_offered from 2026-12-01"] }] },
    expect: { told: [], timeline: [base, "A MAP@EU: 90 from 2026-01-01, not_offered from 2026-12-01"] },
    why: "It shows no price, though the list above it has one.",
  },
  {
    name: "a list below one that does not offer",
    given: {
      ...inGermany,
      steps: [{ write: ["A MAP@EU not_offered from 2026-12-01", "A MAP@DE fall_back from 2027-01-01"] }],
    },
    expect: {
      told: [],
      timeline: [
        base,
        "A MAP@EU: 90 from 2026-01-01, not_offered from 2026-12-01",
        "A MAP@DE: 95 from 2026-01-01, not_offered of EU from 2027-01-01",
      ],
    },
    why: "Its own price holds; once it falls back it finds what the list above it says, and looks no further.",
  },
  {
    name: "a price after an ending",
    given: {
      ...inEurope,
      steps: [
        { write: ["A MAP@EU not_offered from 2026-12-01"] },
        { generate: "X", lines: ["MAP@EU 92 from 2027-01-01"], shows: "follows" },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0; follows none (A); leapfrogged kept A MAP@EU not_offered",
        "published 1: 1 record",
      ],
      timeline: [base, "A MAP@EU: 90 from 2026-01-01, not_offered from 2026-12-01, 92 from 2027-01-01"],
    },
    why: "An ending holds until a price begins; a line follows no price then.",
  },
  {
    name: "an ending that is to come",
    given: {
      ...inEurope,
      steps: [
        { write: ["A MAP@EU fall_back from 2026-12-01"] },
        { generate: "X", lines: ["MAP@EU 92 from 2026-11-15"] },
        { generate: "Y", lines: ["MAP@EU 92 from 2026-12-01"] },
        { generate: "Z", lines: ["MAP@EU 92 from 2026-12-01"], on_collision: { same_instant: "withdraw" } },
        { publish: "Z" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0; overridden_later kept A MAP@EU fall_back",
        "refused; same_instant rejected A MAP@EU fall_back",
        "created 1, skipped 0, withdrawals 1; same_instant withdrawn A MAP@EU fall_back, leapfrogged kept A MAP@EU 92 draft",
        "published 1: 2 records",
      ],
      timeline: [base, "A MAP@EU: 90 from 2026-01-01, 92 from 2026-12-01"],
    },
    why: "A line meets it as it meets a price.",
  },
  {
    name: "an ending that came meanwhile",
    given: {
      ...inEurope,
      steps: [
        { generate: "X", lines: ["MAP@EU 92 from 2026-12-01"] },
        { write: ["A MAP@EU fall_back from 2026-10-15"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "refused; moved A MAP@EU incumbent 90 → fall_back"],
      timeline: [base, "A MAP@EU: 90 from 2026-01-01, - from 2026-10-15, 100 of base from 2026-11-01"],
    },
    why: "What the batch was judged by has moved. Before the list stood below another it had nothing to fall back to.",
  },
  {
    name: "a temporary price after an ending",
    given: {
      ...inEurope,
      steps: [
        { write: ["A MAP@EU not_offered from 2026-10-15"] },
        { generate: "X", lines: [sale] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0, returns 1", "published 1: 2 records"],
      timeline: [
        base,
        "A MAP@EU: 90 from 2026-01-01, not_offered from 2026-10-15, 80 from 2026-12-01, not_offered from 2026-12-10",
      ],
    },
    why: "It returns to what holds beneath it: not being offered.",
  },
  {
    name: "a temporary price of base after an ending",
    given: {
      now,
      variants,
      prices: [...hundred, "A MAP fall_back from 2026-10-15"],
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-12-01 until 2026-12-10"] },
        { generate: "X", lines: ["MAP 80 from 2026-12-01 until 2026-12-10 return none"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "refused; no return A MAP",
        "created 1, skipped 0, returns 1; no return A MAP",
        "published 1: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, - from 2026-10-15, 80 from 2026-12-01, - from 2026-12-10"],
    },
    why: "A price that has ended is no price to return to, and nothing is above `base`.",
  },
  {
    name: "a price beneath a sale that returns by an ending",
    given: {
      ...inEurope,
      prices: hundred,
      steps: [
        { generate: "S", lines: [sale] },
        { publish: "S" },
        { generate: "X", lines: ["MAP@EU 85 from 2026-11-20"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "published 1: 2 records",
        "created 1, skipped 0; overridden_later kept A MAP@EU 80",
        "published 2: 3 records",
      ],
      timeline: [
        base,
        "A MAP@EU: 100 of base from 2026-11-01, 85 from 2026-11-20, 80 from 2026-12-01, 85 from 2026-12-10",
      ],
    },
    why: "The ending is a return: what comes to hold beneath the sale takes its place.",
  },
  {
    name: "a list's first price, taken back",
    given: {
      ...inEurope,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP@EU 85 from 2026-11-05"] },
        { publish: "X" },
        { at: "2026-11-10T00:00:00Z", revert: "X", as: "R" },
        { publish: "R" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "1 record: returned 1",
        "published 2: 1 record",
      ],
      timeline: [
        base,
        "A MAP@EU: 100 of base from 2026-11-01, 85 from 2026-11-05, 100 of base from 2026-11-10",
      ],
    },
    why: "It falls back, as if the price had never been; in `base` a price stays.",
  },
  {
    name: "a sale that returns by an ending, taken back",
    given: {
      ...inEurope,
      prices: hundred,
      steps: [
        { generate: "X", lines: [sale] },
        { publish: "X" },
        { at: "2026-12-05T00:00:00Z", revert: "X", as: "R" },
        { publish: "R" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "published 1: 2 records",
        "2 records: withdrawn 1, returned 1",
        "published 2: 2 records",
      ],
      timeline: [
        base,
        "A MAP@EU: 100 of base from 2026-11-01, 80 from 2026-12-01, 100 of base from 2026-12-05",
      ],
    },
    why: "Its end is withdrawn, and an ending of now takes its place.",
  },
  {
    name: "adjusting what has ended",
    given: {
      ...inEurope,
      steps: [
        { write: ["A MAP@EU fall_back from 2026-11-05"] },
        {
          adjust: "X",
          select: { all: true, price_list: "EU" },
          by: { percent: "10" },
          from: "2026-12-01",
          dry_run: true,
        },
        {
          adjust: "X",
          select: { all: true, price_list: "EU" },
          by: { percent: "10" },
          from: "2026-11-04",
          dry_run: true,
        },
      ],
    },
    expect: {
      told: [
        "; created 0, skipped 0, no price 1; would be refused",
        "MAP 90 → 99; created 1, skipped 0, no price 0; overridden_later kept A MAP@EU fall_back",
      ],
      timeline: [base, "A MAP@EU: 90 from 2026-01-01, 100 of base from 2026-11-05"],
    },
    why: "A variant whose price has ended has no price of the list to adjust.",
  },
  {
    name: "filling a batch with what has ended",
    given: {
      now,
      variants: ["A", "B"],
      prices: [...hundred, "B MAP 90 from 2026-01-01", "A MAP fall_back from 2026-10-15"],
      steps: [{ fill: ["A", "B"] }],
    },
    expect: {
      told: ["filled: 1 added, 0 updated, 0 unchanged"],
      timeline: ["A MAP: 100 from 2026-01-01, - from 2026-10-15", "B MAP: 90 from 2026-01-01"],
    },
    why: "An ending is no price in force: there is nothing to republish.",
  },
  {
    name: "a line that ends a price",
    given: {
      ...inEurope,
      steps: [
        { generate: "X", lines: ["MAP@EU fall_back from 2026-12-01"], shows: "follows" },
        { generate: "X", lines: ["MAP@EU fall_back from 2026-12-01"] },
        { publish: "X" },
        { revert: "X", as: "R" },
        { publish: "R" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0; follows 90 (A)",
        "created 0, skipped 1",
        "published 1: 1 record",
        "1 record: withdrawn 1",
        "published 2: 1 record",
      ],
      timeline: [base, "A MAP@EU: 90 from 2026-01-01"],
    },
    why: "A price change ends a price as it sets one: once, published with the rest, and taken back.",
  },
  {
    name: "a line that ends what has ended",
    given: {
      ...inEurope,
      variants: ["A", "B"],
      steps: [
        { write: ["A MAP@EU fall_back from 2026-11-15"] },
        { generate: "X", lines: ["MAP@EU fall_back from 2026-12-01"] },
        { generate: "Y", lines: ["MAP@EU not_offered from 2026-12-01"] },
      ],
    },
    expect: {
      told: ["refused empty", "created 2, skipped 0; leapfrogged kept A MAP@EU fall_back"],
      timeline: [base, "A MAP@EU: 90 from 2026-01-01, 100 of base from 2026-11-15"],
    },
    why: "Where a list has no price of its own nothing ends; that it does not offer is something else.",
  },
  {
    name: "a line that ends a price of base",
    given: {
      now,
      variants: ["A", "B"],
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP fall_back from 2026-12-01"], shows: "follows" },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 1, skipped 1; follows 100 (A), none (B)", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, - from 2026-12-01"],
    },
    why: "Nothing is above it: from then on there is no price, where there was one.",
  },
  {
    name: "a line that ends a price, and a price from then on",
    given: {
      ...inEurope,
      steps: [
        { generate: "X", lines: ["MAP@EU fall_back from 2026-12-01", "MAP@EU 95 from 2027-01-01"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 2, skipped 0", "published 1: 2 records"],
      timeline: [base, "A MAP@EU: 90 from 2026-01-01, 100 of base from 2026-12-01, 95 from 2027-01-01"],
    },
    why: "It holds until a price begins.",
  },
  {
    name: "a line that ends a price, until",
    given: {
      ...inEurope,
      steps: [{ generate: "X", lines: ["MAP@EU fall_back from 2026-12-01 until 2026-12-10"] }],
    },
    expect: {
      told: [
        "refused; Value error, what ends a price should have no effective_until: a line from then on says what holds after it",
      ],
      timeline: [base, "A MAP@EU: 90 from 2026-01-01"],
    },
    why: "An end has no end: a price does.",
  },
  {
    name: "a line that ends a price during a sale",
    given: {
      ...inEurope,
      steps: [
        { generate: "S", lines: [sale] },
        { publish: "S" },
        { generate: "X", lines: ["MAP@EU fall_back from 2026-11-15"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "published 1: 2 records",
        "created 1, skipped 0; overridden_later kept A MAP@EU 80",
        "published 2: 3 records",
      ],
      timeline: [
        base,
        "A MAP@EU: 90 from 2026-01-01, 100 of base from 2026-11-15, 80 from 2026-12-01, 100 of base from 2026-12-10",
      ],
    },
    why: "The sale returns to what holds beneath it then: no price of the list's own.",
  },
  {
    name: "a line that ends a price, where guard rails block",
    given: {
      ...inEurope,
      prices: [...inEurope.prices, "A MSRP 120 from 2026-01-01", "A MSRP@EU 95 from 2026-01-01"],
      policy: { enforcement: "block", map_at_most_msrp: true },
      steps: [
        { generate: "X", lines: ["MAP@EU fall_back from 2026-12-01"] },
        { generate: "Y", lines: ["MAP@EU fall_back from 2026-12-01", "MSRP@EU fall_back from 2026-12-01"] },
        { publish: "Y" },
      ],
    },
    expect: {
      told: ["refused; above_msrp", "created 2, skipped 0", "published 1: 2 records"],
      timeline: [
        base,
        "A MSRP: 120 from 2026-01-01",
        "A MAP@EU: 90 from 2026-01-01, 100 of base from 2026-12-01",
        "A MSRP@EU: 95 from 2026-01-01, 120 of base from 2026-12-01",
      ],
    },
    why: "What the list shows from then on is compared: MAP of base is above the MSRP that stays.",
  },
  {
    name: "a line that ends an MSRP below which MAP stays",
    given: {
      ...inEurope,
      prices: ["A MSRP 100 from 2026-01-01", "A MSRP@EU 130 from 2026-01-01", "A MAP@EU 120 from 2026-01-01"],
      policy: { enforcement: "block", map_at_most_msrp: true },
      steps: [{ generate: "X", lines: ["MSRP@EU fall_back from 2026-12-01"] }],
    },
    expect: {
      told: ["refused; below_map"],
      timeline: [
        "A MSRP: 100 from 2026-01-01",
        "A MAP@EU: 120 from 2026-01-01",
        "A MSRP@EU: 130 from 2026-01-01",
      ],
    },
    why: "What is shown in its place is below the MAP.",
  },
  {
    name: "lines of some variants",
    given: {
      now,
      variants: ["A", "B"],
      prices: [...hundred, "B MAP 100 from 2026-01-01"],
      steps: [
        {
          generate: "X",
          lines: ["MAP 110 from 2026-12-01 of A", "MAP fall_back from 2026-12-01 of B"],
          shows: "follows",
        },
        { generate: "Y", lines: ["MAP 110 from 2026-12-01 of C"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 2, skipped 0; follows 100 (A), 100 (B)", "refused", "published 1: 2 records"],
      timeline: [
        "A MAP: 100 from 2026-01-01, 110 from 2026-12-01",
        "B MAP: 100 from 2026-01-01, - from 2026-12-01",
      ],
    },
    why: "A line may be about some sizes; one that is not of the colorway is a mistake.",
  },
]
