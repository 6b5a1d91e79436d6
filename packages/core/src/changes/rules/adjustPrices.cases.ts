import type { Case } from "../../kernel/rules/decisionTable.cases.ts"
import type { StoryExpect, StoryGiven } from "./priceChange.cases.ts"

const now = "2026-11-01T00:00:00Z"
const [A, B] = [["A"], ["A", "B"]]
const hundred = ["A MAP 100 from 2026-01-01"]
const scheduled = [...hundred, "A MAP 120 from 2026-12-01"]
const less = { percent: "-10" }

/** What an adjustment comes to: each price and what it becomes, then the counts. */
export const adjustPricesCases: ReadonlyArray<Case<StoryGiven, StoryExpect>> = [
  {
    name: "every variant from its own price",
    given: {
      now,
      variants: B,
      prices: [...hundred, "B MAP 80 from 2026-01-01"],
      steps: [{ adjust: "X", by: less, from: "2026-12-01" }, { publish: "X" }],
    },
    expect: {
      told: ["MAP 100 → 90, 80 → 72; created 2, skipped 0, no price 0", "published 1: 2 records"],
      timeline: [
        "A MAP: 100 from 2026-01-01, 90 from 2026-12-01",
        "B MAP: 80 from 2026-01-01, 72 from 2026-12-01",
      ],
    },
    why: "A percent is taken of each price.",
  },
  {
    name: "the price in force at the instant",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [{ adjust: "X", by: less, from: "2026-12-15" }, { publish: "X" }],
    },
    expect: {
      told: [
        "MAP 120 → 108; created 1, skipped 0, no price 0; leapfrogged kept A MAP 120",
        "published 1: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01, 108 from 2026-12-15"],
    },
    why: "On the 15th 120 is in force; today's price does not matter.",
  },
  {
    name: "each from what it follows on its own day",
    given: {
      now,
      variants: B,
      prices: [...scheduled, "B MAP 110 from 2026-01-01"],
      steps: [{ adjust: "X", by: { percent: "-5" }, from: "2026-12-15", dry_run: true }],
    },
    expect: {
      told: ["MAP 120 → 114, 110 → 104.5; created 2, skipped 0, no price 0; leapfrogged kept A MAP 120"],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01", "B MAP: 110 from 2026-01-01"],
    },
    why: "The same prices that a line of that day is compared with, and the sheet has: today's 100 counts for nothing.",
  },
  {
    name: "what the brand has nothing of",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        {
          adjust: "X",
          select: { product_keys: ["P1", "p1"], label_keys: ["fal"], source: "scrapper", colors: ["black"] },
          types: ["MAP", "Map"],
          by: less,
          from: "2026-12-01",
        },
      ],
    },
    expect: {
      told: [
        "refused; Value error, the brand has no such product; Value error, no product of the brand has this label; Value error, no variant of the brand has this color; Value error, no product of the brand has this source; Value error, the brand has no prices of this type: it has MAP",
      ],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "Most often a key is misspelled; each is named, also beside those that exist.",
  },
  {
    name: "nothing left to adjust",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { adjust: "X", leave_out: ["Black"], by: less, from: "2026-12-01" },
        { adjust: "X", leave_out: ["Black"], by: less, from: "2026-12-01", dry_run: true },
      ],
    },
    expect: {
      told: ["refused empty", "; created 0, skipped 0, no price 0; would be refused"],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "There would be an empty batch.",
  },
  {
    name: "prices that stay as they are, or are none then",
    given: {
      now,
      variants: B,
      prices: [...hundred, "B MAP 80 from 2026-12-15"],
      steps: [
        { adjust: "X", by: { set: "100" }, from: "2026-12-01" },
        { adjust: "X", by: { set: "100" }, from: "2026-12-01", dry_run: true },
      ],
    },
    expect: {
      told: ["refused empty", "MAP 100 → 100; created 0, skipped 1, no price 1; would be refused"],
      timeline: ["A MAP: 100 from 2026-01-01", "B MAP: 80 from 2026-12-15"],
    },
    why: "Nothing would change, and a batch without changes is of no use.",
  },
  {
    name: "no word of what to adjust",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ adjust: "X", select: {}, by: less, from: "2026-12-01" }],
    },
    expect: {
      told: [
        "refused; Value error, say which product_keys, label_keys, source or colors, or all: true for the whole brand",
      ],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "Most often a member is misspelled; a whole brand has to be asked for.",
  },
  {
    name: "all, and some",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ adjust: "X", select: { all: true, colors: ["Black"] }, by: less, from: "2026-12-01" }],
    },
    expect: {
      told: ["refused; Value error, all is the whole brand: leave the other members out, or all"],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "One of the two is not meant, and it cannot be known which.",
  },
  {
    name: "one color",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ adjust: "X", select: { colors: ["Black"] }, by: less, from: "2026-12-01" }],
    },
    expect: {
      told: ["MAP 100 → 90; created 1, skipped 0, no price 0"],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "What a member selects needs no `all`.",
  },
  {
    name: "only looked at",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [{ adjust: "X", by: less, from: "2026-12-01", dry_run: true }],
    },
    expect: {
      told: [
        "MAP 120 → 108; created 1, skipped 0, no price 0; same_instant rejected A MAP 120; would be refused Black collides",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01"],
    },
    why: "A preview writes nothing and is refused for nothing; it tells what would be.",
  },
  {
    name: "a price at the very instant",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { adjust: "X", by: less, from: "2026-12-01" },
        { adjust: "X", by: less, from: "2026-12-01", on_collision: { same_instant: "withdraw" } },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "refused; same_instant rejected A MAP 120",
        "MAP 120 → 108; created 1, skipped 0, no price 0, withdrawals 1; same_instant withdrawn A MAP 120",
        "published 1: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 108 from 2026-12-01"],
    },
    why: "It is in force at its instant, and so it is what is adjusted; collisions are those of a price change.",
  },
  {
    name: "the same again",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { adjust: "X", by: less, from: "2026-12-15", on_collision: { leapfrogged: "withdraw" } },
        { adjust: "X", by: less, from: "2026-12-15", on_collision: { leapfrogged: "withdraw" } },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "MAP 120 → 108; created 1, skipped 0, no price 0, withdrawals 1; leapfrogged withdrawn A MAP 120",
        "MAP 120 → 108; created 0, skipped 1, no price 0; leapfrogged withdrawn A MAP 120",
        "published 1: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 108 from 2026-12-15"],
    },
    why: "Adjusting into the same batch adjusts what was there before, not what it wrote: nothing changes.",
  },
  {
    name: "upon what the batch holds",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { adjust: "X", by: { amount: "10" }, from: "2026-12-01" },
        { adjust: "X", by: less, from: "2026-12-15" },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "MAP 100 → 110; created 1, skipped 0, no price 0",
        "MAP 110 → 99; created 1, skipped 0, no price 0",
        "published 1: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 110 from 2026-12-01, 99 from 2026-12-15"],
    },
    why: "By the 15th the batch itself will have made it 110.",
  },
  {
    name: "where a temporary price of the batch ends",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-12-01 until 2026-12-05"] },
        { adjust: "X", by: less, from: "2026-12-05" },
        { adjust: "X", by: less, from: "2026-12-05" },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "MAP 100 → 90; created 1, skipped 0, no price 0",
        "MAP 100 → 90; created 0, skipped 1, no price 0",
        "published 1: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-12-01, 90 from 2026-12-05"],
    },
    why: "Without the adjustment it would have returned to 100.",
  },
  {
    name: "what the batch was to withdraw, and has begun meanwhile",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 120 from 2026-11-10"],
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-05"], on_collision: { overridden_later: "withdraw" } },
        { adjust: "X", by: less, from: "2026-12-01", at: "2026-11-12T00:00:00Z" },
        { publish: "X", backdated: true },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, withdrawals 1; overridden_later withdrawn A MAP 120",
        "MAP 120 → 108; created 1, skipped 0, no price 0",
        "published 1: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-05, 120 from 2026-11-10, 108 from 2026-12-01"],
    },
    why: "It is in force by then.",
  },
  {
    name: "for some days",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        {
          adjust: "X",
          by: less,
          round: { ending: "9.95" },
          from: "2026-11-27",
          until: "2026-12-05",
          on_collision: { overridden_later: "withdraw" },
        },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "MAP 100 → 89.95; created 1, skipped 0, no price 0, returns 1, withdrawals 1; overridden_later withdrawn A MAP 120",
        "published 1: 3 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 89.95 from 2026-11-27, 120 from 2026-12-05"],
    },
    why: "Then what would be in force without it: as every temporary price.",
  },
  {
    name: "one price for all",
    given: {
      now,
      variants: ["A", "B", "C"],
      prices: [...hundred, "B MAP 90.0 from 2026-01-01"],
      steps: [{ adjust: "X", by: { set: "90" }, from: "2026-12-01" }],
    },
    expect: {
      told: ["MAP 100 → 90, 90.0 → 90; created 1, skipped 1, no price 1"],
      timeline: ["A MAP: 100 from 2026-01-01", "B MAP: 90.0 from 2026-01-01"],
    },
    why: "What has that price already is skipped; what has none at the instant is not adjusted, and counted.",
  },
  {
    name: "several types",
    given: {
      now,
      variants: A,
      prices: [...hundred, "A MSRP 101 from 2026-01-01"],
      steps: [{ adjust: "X", types: ["MSRP", "MAP", "MSRP"], by: { amount: "1" }, from: "2026-12-01" }],
    },
    expect: {
      told: ["MSRP 101 → 102, MAP 100 → 101; created 2, skipped 0, no price 0"],
      timeline: ["A MAP: 100 from 2026-01-01", "A MSRP: 101 from 2026-01-01"],
    },
    why: "Each type by its own price, each once; MAP is held against the MSRP that the adjustment makes.",
  },
  {
    name: "MAP above the adjusted MSRP",
    given: {
      now,
      variants: A,
      prices: [...hundred, "A MSRP 100 from 2026-01-01"],
      policy: { enforcement: "block" },
      steps: [{ adjust: "X", by: { amount: "1" }, from: "2026-12-01" }],
    },
    expect: {
      told: ["refused; above_msrp"],
      timeline: ["A MAP: 100 from 2026-01-01", "A MSRP: 100 from 2026-01-01"],
    },
    why: "The policy's guard rails are those of every price change.",
  },
  {
    name: "the same again, held against the MSRP that the batch holds",
    given: {
      now,
      variants: A,
      prices: [...hundred, "A MSRP 105 from 2026-01-01"],
      policy: { enforcement: "block" },
      steps: [
        { adjust: "X", types: ["MAP", "MSRP"], by: { percent: "10" }, from: "2026-12-01" },
        { adjust: "X", types: ["MAP", "MSRP"], by: { percent: "10" }, from: "2026-12-01" },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "MAP 100 → 110, MSRP 105 → 115.5; created 2, skipped 0, no price 0",
        "MAP 100 → 110, MSRP 105 → 115.5; created 0, skipped 2, no price 0",
        "published 1: 2 records",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 110 from 2026-12-01",
        "A MSRP: 105 from 2026-01-01, 115.5 from 2026-12-01",
      ],
    },
    why: "What was written is not judged by the prices that it follows.",
  },
  {
    name: "below zero",
    given: {
      now,
      variants: B,
      prices: [...hundred, "B MAP 20 from 2026-01-01"],
      steps: [{ adjust: "X", by: { amount: "-30" }, from: "2026-12-01" }],
    },
    expect: {
      told: ["refused; Value error, the MAP of variant B, 20, would be below zero"],
      timeline: ["A MAP: 100 from 2026-01-01", "B MAP: 20 from 2026-01-01"],
    },
    why: "Everything or nothing, and the variant is named.",
  },
  {
    name: "an end before the beginning",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ adjust: "X", by: less, from: "2026-12-01", until: "2026-12-01T00:00:00Z" }],
    },
    expect: {
      told: ["refused; Value error, effective_until should be after effective_from"],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "Half-open: a price that ends when it begins is in force at no time.",
  },
  {
    name: "a currency without digits behind the point",
    given: {
      now,
      variants: A,
      lists: ["JP in JPY"],
      prices: ["A MAP@JP 1990 from 2026-01-01"],
      steps: [
        { adjust: "X", select: { all: true, price_list: "JP" }, by: { percent: "-5" }, from: "2026-12-01" },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["MAP 1990 → 1891; created 1, skipped 0, no price 0", "published 1: 1 record"],
      timeline: ["A MAP@JP: 1990 from 2026-01-01, 1891 from 2026-12-01"],
    },
    why: "Five percent less is 1890.5, and there is no half yen: half up, unless another rounding is asked for.",
  },
  {
    name: "a currency with three",
    given: {
      now,
      variants: A,
      lists: ["base in KWD"],
      prices: ["A MAP 10.005 from 2026-01-01"],
      steps: [
        { adjust: "X", by: { percent: "10" }, from: "2026-12-01" },
        { adjust: "X", by: { set: "11.0055" }, from: "2026-12-01" },
      ],
    },
    expect: {
      told: [
        "MAP 10.005 → 11.006; created 1, skipped 0, no price 0",
        "MAP 10.005 → 11.0055; created 1, skipped 0, no price 0",
      ],
      timeline: ["A MAP: 10.005 from 2026-01-01"],
    },
    why: "Thousandths of a dinar are coins. An amount that is set is taken as it is.",
  },
  {
    name: "rounded down, in a currency without digits behind the point",
    given: {
      now,
      variants: A,
      lists: ["JP in JPY"],
      prices: ["A MAP@JP 1990 from 2026-01-01"],
      steps: [
        {
          adjust: "X",
          select: { all: true, price_list: "JP" },
          by: { percent: "-5" },
          round: { mode: "down" },
          from: "2026-12-01",
        },
      ],
    },
    expect: {
      told: ["MAP 1990 → 1890; created 1, skipped 0, no price 0"],
      timeline: ["A MAP@JP: 1990 from 2026-01-01"],
    },
    why: "To what, where nothing says it, is what the currency has: whole yen.",
  },
  {
    name: "rounded up, in a currency with three",
    given: {
      now,
      variants: A,
      lists: ["base in KWD"],
      prices: ["A MAP 10.005 from 2026-01-01"],
      steps: [
        { adjust: "X", by: { percent: "10.001" }, round: { mode: "up" }, from: "2026-12-01" },
        { adjust: "X", by: { set: "11.0051" }, round: { mode: "half_up" }, from: "2026-12-01" },
      ],
    },
    expect: {
      told: [
        "MAP 10.005 → 11.006; created 1, skipped 0, no price 0",
        "MAP 10.005 → 11.005; created 1, skipped 0, no price 0",
      ],
      timeline: ["A MAP: 10.005 from 2026-01-01"],
    },
    why: "11.0056000… is not a price in dinars. A rounding that is asked for holds for what is set too.",
  },
  {
    name: "rounded to nothing, without a currency",
    given: {
      now,
      variants: A,
      prices: ["A MAP 10.05 from 2026-01-01"],
      steps: [{ adjust: "X", by: { percent: "10" }, round: { mode: "up" }, from: "2026-12-01" }],
    },
    expect: {
      told: ["refused; Value error, rounding needs to, or ending: the list has no currency"],
      timeline: ["A MAP: 10.05 from 2026-01-01"],
    },
    why: "How many digits prices have is not guessed.",
  },
]
