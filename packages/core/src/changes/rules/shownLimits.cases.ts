import type { Case } from "../../kernel/rules/decisionTable.cases.ts"
import type { StoryExpect, StoryGiven } from "./priceChange.cases.ts"

/** EU falls back to `base`; a policy that lets no MAP be above the MSRP blocks what breaks it. */
const inEurope = {
  now: "2026-11-01T00:00:00Z",
  variants: ["A"],
  lists: ["EU"],
  policy: { map_at_most_msrp: true, enforcement: "block" },
} as const
const shown = { all: true, price_list: "EU", where: "resolved" } as const
const [map, msrp] = ["A MAP 100 from 2026-01-01", "A MSRP 150 from 2026-01-01"]
const taken = "created 1, skipped 0"
const base = ["A MAP: 100 from 2026-01-01", "A MSRP: 150 from 2026-01-01"]

export const shownLimitsCases: ReadonlyArray<Case<StoryGiven, StoryExpect>> = [
  {
    name: "a MAP above the MSRP that its list falls back to",
    given: {
      ...inEurope,
      prices: [map, msrp],
      steps: [
        { generate: "X", lines: ["MAP@EU 160 from 2026-12-01"] },
        { generate: "Y", lines: ["MAP@EU 150 from 2026-12-01"] },
      ],
    },
    expect: {
      told: ["refused; above_msrp", taken],
      timeline: [...base, "A MAP@EU: 100 of base from 2026-11-01", "A MSRP@EU: 150 of base from 2026-11-01"],
    },
    why: "What a list shows side by side is compared, whatever list it is of.",
  },
  {
    name: "a MAP below an MSRP of its list's own",
    given: {
      ...inEurope,
      prices: [map, msrp, "A MSRP@EU 170 from 2026-01-01"],
      steps: [{ generate: "X", lines: ["MAP@EU 160 from 2026-12-01"] }],
    },
    expect: {
      told: [taken],
      timeline: [...base, "A MAP@EU: 100 of base from 2026-11-01", "A MSRP@EU: 170 from 2026-01-01"],
    },
    why: "Its own price covers that of the list above.",
  },
  {
    name: "an MSRP below the MAP that its list falls back to",
    given: {
      ...inEurope,
      prices: [map, msrp],
      steps: [
        { generate: "X", lines: ["MSRP@EU 90 from 2026-12-01"] },
        { generate: "Y", lines: ["MSRP@EU 100 from 2026-12-01"] },
      ],
    },
    expect: {
      told: ["refused; below_map", taken],
      timeline: [...base, "A MAP@EU: 100 of base from 2026-11-01", "A MSRP@EU: 150 of base from 2026-11-01"],
    },
    why: "The list would show 100 beside 90.",
  },
  {
    name: "a MAP to come in the list above",
    given: {
      ...inEurope,
      prices: [map, "A MAP 120 from 2027-01-01", msrp],
      steps: [{ generate: "X", lines: ["MSRP@EU 110 from 2026-12-01"] }],
    },
    expect: {
      told: ["refused; below_map"],
      timeline: [
        "A MAP: 100 from 2026-01-01, 120 from 2027-01-01",
        base[1]!,
        "A MAP@EU: 100 of base from 2026-11-01, 120 of base from 2027-01-01",
        "A MSRP@EU: 150 of base from 2026-11-01",
      ],
    },
    why: "An MSRP is compared as long as it holds, with what the list will show then.",
  },
  {
    name: "a temporary MSRP that ends and uncovers that of the list above",
    given: {
      ...{
        ...inEurope,
        prices: ["A MAP 100 from 2026-01-01", "A MSRP 105 from 2026-01-01", "A MAP@EU 110 from 2026-01-01"],
      },
      steps: [{ generate: "X", lines: ["MSRP@EU 130 from 2026-12-01 until 2026-12-10"] }],
    },
    expect: {
      told: ["refused; below_map"],
      timeline: [
        "A MAP: 100 from 2026-01-01",
        "A MSRP: 105 from 2026-01-01",
        "A MAP@EU: 110 from 2026-01-01",
        "A MSRP@EU: 105 of base from 2026-11-01",
      ],
    },
    why: "From the tenth on the list shows 110 beside 105.",
  },
  {
    name: "both lists in one change",
    given: {
      ...inEurope,
      prices: [map, msrp],
      steps: [{ generate: "X", lines: ["MSRP 170 from 2026-12-01", "MAP@EU 160 from 2026-12-01"] }],
    },
    expect: {
      told: ["created 2, skipped 0"],
      timeline: [...base, "A MAP@EU: 100 of base from 2026-11-01", "A MSRP@EU: 150 of base from 2026-11-01"],
    },
    why: "Judged is what all of the change leaves behind.",
  },
  {
    name: "an MSRP that its list does not offer",
    given: {
      ...inEurope,
      prices: [map, msrp],
      steps: [
        { write: ["A MSRP@EU not_offered from 2026-11-15"] },
        { generate: "X", lines: ["MAP@EU 160 from 2026-12-01"] },
      ],
    },
    expect: {
      told: [taken],
      timeline: [
        ...base,
        "A MAP@EU: 100 of base from 2026-11-01",
        "A MSRP@EU: 150 of base from 2026-11-01, not_offered from 2026-11-15",
      ],
    },
    why: "No MSRP is shown that a MAP could be above.",
  },
  {
    name: "an adjustment in a list",
    given: {
      ...inEurope,
      prices: [map, msrp, "A MAP@EU 140 from 2026-01-01"],
      steps: [
        { adjust: "X", select: { all: true, price_list: "EU" }, by: { percent: "10" }, from: "2026-12-01" },
      ],
    },
    expect: {
      told: ["refused; above_msrp"],
      timeline: [...base, "A MAP@EU: 140 from 2026-01-01", "A MSRP@EU: 150 of base from 2026-11-01"],
    },
    why: "154 would stand beside the 150 of the list above.",
  },
  {
    name: "own prices of a list adjusted",
    given: {
      ...{
        ...inEurope,
        variants: ["A", "B"],
        prices: [map, "A MAP@EU 90 from 2026-01-01", "B MAP 50 from 2026-01-01"],
      },
      steps: [
        { adjust: "X", select: { all: true, price_list: "EU" }, by: { percent: "10" }, from: "2026-12-01" },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["MAP 90 → 99; created 1, skipped 0, no price 1", "published 1: 1 record"],
      timeline: [
        "A MAP: 100 from 2026-01-01",
        "B MAP: 50 from 2026-01-01",
        "A MAP@EU: 90 from 2026-01-01, 99 from 2026-12-01",
        "B MAP@EU: 50 of base from 2026-11-01",
      ],
    },
    why: "B has no price of its own there: it goes on as the list above does.",
  },
  {
    name: "what a list shows, adjusted",
    given: {
      ...{
        ...inEurope,
        variants: ["A", "B"],
        prices: [map, "A MAP@EU 90 from 2026-01-01", "B MAP 50 from 2026-01-01", "B MAP 60 from 2026-11-20"],
      },
      steps: [
        {
          adjust: "X",
          select: { all: true, price_list: "EU", where: "resolved" },
          by: { percent: "10" },
          from: "2026-12-01",
        },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["MAP 90 → 99, 60 → 66; created 2, skipped 0, no price 0", "published 1: 2 records"],
      timeline: [
        "A MAP: 100 from 2026-01-01",
        "B MAP: 50 from 2026-01-01, 60 from 2026-11-20",
        "A MAP@EU: 90 from 2026-01-01, 99 from 2026-12-01",
        "B MAP@EU: 50 of base from 2026-11-01, 60 of base from 2026-11-20, 66 from 2026-12-01",
      ],
    },
    why: "B gets a price of its own, from what the list would show on that day.",
  },
  {
    name: "a price of the list above that moved after it was adjusted",
    given: {
      ...inEurope,
      prices: [map],
      steps: [
        { adjust: "X", select: shown, by: { percent: "10" }, from: "2026-12-01" },
        { write: ["A MAP 120 from 2026-11-20"] },
        { publish: "X" },
        { adjust: "X", select: shown, by: { percent: "10" }, from: "2026-12-01" },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "MAP 100 → 110; created 1, skipped 0, no price 0",
        "refused; moved A MAP@EU above 100 → 120",
        "MAP 120 → 132; created 1, skipped 0, no price 0",
        "published 1: 1 record",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 120 from 2026-11-20",
        "A MAP@EU: 100 of base from 2026-11-01, 120 of base from 2026-11-20, 132 from 2026-12-01",
      ],
    },
    why: "110 was a tenth more than what is shown no longer. Adjusted again it is made of what is.",
  },
  {
    name: "a price of the list above that moved, as accepted",
    given: {
      ...inEurope,
      prices: [map],
      steps: [
        { adjust: "X", select: shown, by: { percent: "10" }, from: "2026-12-01" },
        { write: ["A MAP 120 from 2026-11-20"] },
        { publish: "X", accept: true },
      ],
    },
    expect: {
      told: ["MAP 100 → 110; created 1, skipped 0, no price 0", "published 1: 1 record"],
      timeline: [
        "A MAP: 100 from 2026-01-01, 120 from 2026-11-20",
        "A MAP@EU: 100 of base from 2026-11-01, 120 of base from 2026-11-20, 110 from 2026-12-01",
      ],
    },
    why: "As of whatever else a batch was judged by.",
  },
  {
    name: "prices of the list above for other days than an adjustment's",
    given: {
      ...inEurope,
      prices: [map, "A MAP 105 from 2026-11-20"],
      steps: [
        { adjust: "X", select: shown, by: { percent: "10" }, from: "2026-12-01" },
        { write: ["A MAP 90 from 2026-11-10", "A MAP 130 from 2026-12-02"] },
        { generate: "Y", lines: ["MAP 140 from 2026-12-01"] },
        { at: "2026-11-21T00:00:00Z", publish: "X" },
      ],
    },
    expect: {
      told: [
        "MAP 105 → 115.5; created 1, skipped 0, no price 0",
        `${taken}; leapfrogged kept A MAP 90, leapfrogged kept A MAP 105, overridden_later kept A MAP 130`,
        "published 1: 1 record",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 90 from 2026-11-10, 105 from 2026-11-20, 130 from 2026-12-02",
        "A MAP@EU: 100 of base from 2026-11-01, 90 of base from 2026-11-10, 105 of base from 2026-11-20, 115.5 from 2026-12-01",
      ],
    },
    why: "What the list above shows on the first of December is what it was, whatever is there before or after it, and however others mean to change it. Time that passes moves nothing.",
  },
  {
    name: "a list between that gets a price after the one above it was adjusted",
    given: {
      ...inEurope,
      lists: ["EU", "FR below EU"],
      prices: [map],
      steps: [
        {
          adjust: "X",
          select: { all: true, price_list: "FR", where: "resolved" },
          by: { percent: "10" },
          from: "2026-12-01",
        },
        { write: ["A MAP@EU 95 from 2026-11-20"] },
        { publish: "X" },
        { remove: "X", lines: ["MAP@FR from 2026-12-01"] },
        { generate: "X", lines: ["MAP@FR 96 from 2026-12-01"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "MAP 100 → 110; created 1, skipped 0, no price 0",
        "refused; moved A MAP@FR above 100 → 95",
        "removed 1 record, 0 withdrawals; left 0, 0",
        taken,
        "published 1: 1 record",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01",
        "A MAP@EU: 100 of base from 2026-11-01, 95 from 2026-11-20",
        "A MAP@FR: 100 of base from 2026-11-01, 95 of EU from 2026-11-20, 96 from 2026-12-01",
      ],
    },
    why: "What the list would show is another price, though the one that was adjusted holds. An amount that is typed comes from no list above.",
  },
  {
    name: "a price of the list above, where own ones were adjusted",
    given: {
      ...inEurope,
      prices: [map, "A MAP@EU 90 from 2026-01-01"],
      steps: [
        { adjust: "X", select: shown, by: { percent: "10" }, from: "2026-12-01" },
        { write: ["A MAP 120 from 2026-11-20"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["MAP 90 → 99; created 1, skipped 0, no price 0", "published 1: 1 record"],
      timeline: [
        "A MAP: 100 from 2026-01-01, 120 from 2026-11-20",
        "A MAP@EU: 90 from 2026-01-01, 99 from 2026-12-01",
      ],
    },
    why: "The amount was made of the list's own price.",
  },
  {
    name: "a sale of the list above that begins after what is beneath it was adjusted",
    given: {
      ...inEurope,
      prices: [map],
      steps: [
        { adjust: "X", select: shown, by: { percent: "10" }, from: "2026-12-01" },
        { generate: "S", lines: ["MAP 80 from 2026-11-20 until 2026-12-05"] },
        { publish: "S" },
        { publish: "X" },
        { revert: "S", as: "R" },
        { publish: "R" },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "MAP 100 → 110; created 1, skipped 0, no price 0",
        "created 1, skipped 0, returns 1",
        "published 1: 2 records",
        "refused; moved A MAP@EU above 100 → 80",
        "2 records: withdrawn 2",
        "published 2: 2 records",
        "published 3: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01", "A MAP@EU: 100 of base from 2026-11-01, 110 from 2026-12-01"],
    },
    why: "Taken back, the sale is not there on that day, and what is beneath it is what was adjusted.",
  },
  {
    name: "what a list does not offer, adjusted",
    given: {
      ...inEurope,
      prices: [map],
      steps: [
        { write: ["A MAP@EU not_offered from 2026-11-15"] },
        {
          adjust: "X",
          select: { all: true, price_list: "EU", where: "resolved" },
          by: { percent: "10" },
          from: "2026-12-01",
        },
      ],
    },
    expect: {
      told: ["refused empty"],
      timeline: [
        "A MAP: 100 from 2026-01-01",
        "A MAP@EU: 100 of base from 2026-11-01, not_offered from 2026-11-15",
      ],
    },
    why: "The list shows no price that could be adjusted.",
  },
  {
    name: "an MSRP of the list above that fell before publishing",
    given: {
      ...inEurope,
      prices: [map, msrp],
      steps: [
        { generate: "X", lines: ["MAP@EU 140 from 2026-12-01"] },
        { write: ["A MSRP 130 from 2026-11-15"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [taken, "refused; above_msrp (held MAP@EU 140 from 2026-12-01)"],
      timeline: [
        "A MAP: 100 from 2026-01-01",
        "A MSRP: 150 from 2026-01-01, 130 from 2026-11-15",
        "A MAP@EU: 100 of base from 2026-11-01",
        "A MSRP@EU: 150 of base from 2026-11-01, 130 of base from 2026-11-15",
      ],
    },
    why: "What is published is judged anew, by what its list shows then.",
  },
  {
    name: "an MSRP of the list above that the same batch raises",
    given: {
      ...inEurope,
      prices: [map, msrp],
      steps: [
        { generate: "X", lines: ["MSRP 170 from 2026-12-01", "MAP@EU 160 from 2026-12-01"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 2, skipped 0", "published 1: 2 records"],
      timeline: [
        "A MAP: 100 from 2026-01-01",
        "A MSRP: 150 from 2026-01-01, 170 from 2026-12-01",
        "A MAP@EU: 100 of base from 2026-11-01, 160 from 2026-12-01",
        "A MSRP@EU: 150 of base from 2026-11-01, 170 of base from 2026-12-01",
      ],
    },
    why: "All that the batch holds counts as published.",
  },
  {
    name: "a first price of a list that is far above what the list showed",
    given: {
      ...inEurope,
      policy: { max_increase_percent: "10", enforcement: "block" },
      prices: [map],
      steps: [
        { generate: "X", lines: ["MAP@EU 111 from 2026-12-01"] },
        { generate: "Y", lines: ["MAP@EU 110 from 2026-12-01"] },
        { write: ["A MAP 90 from 2026-11-15"] },
        { publish: "Y" },
      ],
    },
    expect: {
      told: ["refused; large_change", taken, "refused; large_change (held MAP@EU 110 from 2026-12-01)"],
      timeline: [
        "A MAP: 100 from 2026-01-01, 90 from 2026-11-15",
        "A MAP@EU: 100 of base from 2026-11-01, 90 of base from 2026-11-15",
      ],
    },
    why: "Its shop showed 100 until then: that the price was not the list's own is no matter to who pays it.",
  },
  {
    name: "an end that uncovers a far higher price",
    given: {
      ...inEurope,
      policy: { max_increase_percent: "10", enforcement: "block" },
      prices: [map, "A MAP@EU 70 from 2026-01-01"],
      steps: [{ generate: "X", lines: ["MAP@EU fall_back from 2026-12-01"] }],
    },
    expect: {
      told: ["refused; large_change"],
      timeline: ["A MAP: 100 from 2026-01-01", "A MAP@EU: 70 from 2026-01-01"],
    },
    why: "From 70 to 100, as the line 100 would.",
  },
  {
    name: "a price where nothing was offered",
    given: {
      ...inEurope,
      policy: { max_increase_percent: "10", enforcement: "block" },
      prices: [map, "A MAP@EU 70 from 2026-01-01"],
      steps: [
        { write: ["A MAP@EU not_offered from 2026-11-15"] },
        { generate: "X", lines: ["MAP@EU 500 from 2026-12-01"] },
      ],
    },
    expect: {
      told: [`${taken}; leapfrogged kept A MAP@EU not_offered`],
      timeline: ["A MAP: 100 from 2026-01-01", "A MAP@EU: 70 from 2026-01-01, not_offered from 2026-11-15"],
    },
    why: "The list showed no price before, whatever is above it.",
  },
  {
    name: "a first price of a list of another magnitude",
    given: {
      ...inEurope,
      policy: { enforcement: "block" },
      prices: ["A OUTLET 100 from 2026-01-01"],
      steps: [{ generate: "X", lines: ["OUTLET@EU 10 from 2026-12-01"] }],
    },
    expect: {
      told: ["refused; unlikely_amount"],
      timeline: ["A OUTLET: 100 from 2026-01-01", "A OUTLET@EU: 100 of base from 2026-11-01"],
    },
    why: "A tenth of what its shop showed is a slip, of each type of price.",
  },
]
