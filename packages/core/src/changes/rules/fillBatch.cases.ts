import type { Case } from "../../kernel/rules/decisionTable.cases.ts"

interface Pairs {
  readonly variants: ReadonlyArray<string>
  /** Null: every type of which a variant has an active price. */
  readonly types: ReadonlyArray<string> | null
}

export interface FillGiven {
  /** ISO 8601 with offset. */
  readonly now: string
  /** The variants that exist. */
  readonly variants: ReadonlyArray<string>
  readonly prices: ReadonlyArray<string>
  /** `SPRING` is open unless given; `published` it becomes after the earlier fills. */
  readonly batch?: "published" | "unknown"
  /** Fills of the batch before, each at its own moment. */
  readonly earlier?: ReadonlyArray<Pairs & { readonly at: string }>
  /** Prices written after the earlier fills. */
  readonly written_since?: ReadonlyArray<string>
  readonly request: Pairs
}

/** What is left out is none; `batch` is what the batch then holds. The counts add up to `requested`. */
export type FillExpect =
  | {
      readonly requested: number
      readonly added?: number
      readonly updated?: number
      readonly unchanged?: number
      /** `VARIANT TYPE: REASON`; the type is `-` where none was given and the variant has none. */
      readonly missing?: ReadonlyArray<string>
      readonly batch?: ReadonlyArray<string>
    }
  | { readonly error: "NotFound" | "BatchPublished" }

const now = "2026-06-01T00:00:00Z"
const variants = ["A", "B"]
const map = { variants: ["A"], types: ["MAP"] }

export const fillBatchCases: ReadonlyArray<Case<FillGiven, FillExpect>> = [
  {
    name: "a price in force",
    given: { now, variants, prices: ["A MAP 20.00 from 2026-01-01"], request: map },
    expect: { requested: 1, added: 1, batch: ["A MAP 20.00 from 2026-01-01"] },
    why: "The batch takes the price in force, as it was written.",
  },
  {
    name: "the latest of several",
    given: {
      now,
      variants,
      prices: [
        "A MAP 1 from 2026-01-01",
        "A MAP 3 from 2026-03-01",
        "A MAP 2 from 2026-02-01",
        "A MAP 4 from 2026-04-01 draft",
      ],
      request: map,
    },
    expect: { requested: 1, added: 1, batch: ["A MAP 3 from 2026-03-01"] },
    why: "The latest active price is the one in force, not a draft.",
  },
  {
    name: "a price that begins now",
    given: { now, variants, prices: ["A MAP 20 from 2026-06-01"], request: map },
    expect: { requested: 1, added: 1, batch: ["A MAP 20 from 2026-06-01"] },
    why: "At its instant a price is in force.",
  },
  {
    name: "no price",
    given: { now, variants, prices: ["A MSRP 20 from 2026-01-01", "B MAP 20 from 2026-01-01"], request: map },
    expect: { requested: 1, missing: ["A MAP: no_active_price"] },
    why: "A price of another type or variant is none.",
  },
  {
    name: "only a draft",
    given: {
      now,
      variants,
      prices: ["A MAP 20 from 2026-01-01 draft", "A MAP 20 from 2026-07-01 draft"],
      request: map,
    },
    expect: { requested: 1, missing: ["A MAP: no_active_price"] },
    why: "A draft is no active price, now or later.",
  },
  {
    name: "only a price to come",
    given: { now, variants, prices: ["A MAP 20 from 2026-07-01"], request: map },
    expect: { requested: 1, missing: ["A MAP: only_future_price"] },
    why: "An active price exists, but only later than now.",
  },
  {
    name: "a price to come after one in force",
    given: { now, variants, prices: ["A MAP 20 from 2026-01-01", "A MAP 30 from 2026-07-01"], request: map },
    expect: { requested: 1, added: 1, batch: ["A MAP 20 from 2026-01-01"] },
    why: "What is to come does not matter where something is in force.",
  },
  {
    name: "an unknown variant",
    given: { now, variants, prices: [], request: { variants: ["Z"], types: ["MAP", "MSRP"] } },
    expect: { requested: 2, missing: ["Z MAP: unknown_variant", "Z MSRP: unknown_variant"] },
    why: "Every pair asked for gets an outcome.",
  },
  {
    name: "an unknown variant without types",
    given: { now, variants, prices: [], request: { variants: ["Z"], types: null } },
    expect: { requested: 1, missing: ["Z -: unknown_variant"] },
    why: "Without types an unknown variant is one pair of its own, so that it does not go unanswered.",
  },
  {
    name: "every type",
    given: {
      now,
      variants,
      prices: [
        "A MSRP 2 from 2026-01-01",
        "A MAP 1 from 2026-01-01",
        "B OUTLET 3 from 2026-01-01",
        "B DRAFT 4 from 2026-01-01 draft",
      ],
      request: { variants: ["A", "B"], types: null },
    },
    expect: {
      requested: 3,
      added: 3,
      batch: ["A MAP 1 from 2026-01-01", "A MSRP 2 from 2026-01-01", "B OUTLET 3 from 2026-01-01"],
    },
    why: "Without types a variant's pairs are the types that it has an active price of.",
  },
  {
    name: "every type, one of them to come",
    given: {
      now,
      variants,
      prices: ["A MSRP 2 from 2026-07-01", "A MAP 1 from 2026-01-01"],
      request: { variants: ["A"], types: null },
    },
    expect: {
      requested: 2,
      added: 1,
      missing: ["A MSRP: only_future_price"],
      batch: ["A MAP 1 from 2026-01-01"],
    },
    why: "A type with an active price later on is one of the variant's types.",
  },
  {
    name: "every type of a variant without prices",
    given: {
      now,
      variants,
      prices: ["A MAP 1 from 2026-01-01 draft"],
      request: { variants: ["A"], types: null },
    },
    expect: { requested: 1, missing: ["A -: no_active_price"] },
    why: "A variant that has nothing is one pair of its own, so that it does not go unanswered.",
  },
  {
    name: "no types",
    given: { now, variants, prices: ["A MAP 1 from 2026-01-01"], request: { variants: ["A"], types: [] } },
    expect: { requested: 0 },
    why: "An empty list of types asks for nothing; only its absence asks for all.",
  },
  {
    name: "no variants",
    given: { now, variants, prices: ["A MAP 1 from 2026-01-01"], request: { variants: [], types: null } },
    expect: { requested: 0 },
    why: "Nothing was asked for.",
  },
  {
    name: "duplicates in the request",
    given: {
      now,
      variants,
      prices: ["A MAP 1 from 2026-01-01"],
      request: { variants: ["A", "Z", "A", "Z"], types: ["MAP", "MAP"] },
    },
    expect: {
      requested: 2,
      added: 1,
      missing: ["Z MAP: unknown_variant"],
      batch: ["A MAP 1 from 2026-01-01"],
    },
    why: "A pair asked for twice counts once.",
  },
  {
    name: "all outcomes in one request",
    given: {
      now,
      variants: ["A", "B", "C", "D", "E"],
      prices: [
        "A MAP 1 from 2026-01-01",
        "B MAP 2 from 2026-01-01",
        "C MAP 3 from 2026-01-01",
        "C MAP 4 from 2026-05-01",
        "D MAP 5 from 2026-07-01",
      ],
      earlier: [{ at: "2026-04-01T00:00:00Z", variants: ["B", "C"], types: ["MAP"] }],
      request: { variants: ["A", "B", "C", "D", "E", "Z"], types: ["MAP"] },
    },
    expect: {
      requested: 6,
      added: 1,
      updated: 1,
      unchanged: 1,
      missing: ["D MAP: only_future_price", "E MAP: no_active_price", "Z MAP: unknown_variant"],
      batch: ["A MAP 1 from 2026-01-01", "B MAP 2 from 2026-01-01", "C MAP 4 from 2026-05-01"],
    },
    why: "The counts add up to the request.",
  },
  {
    name: "filled twice",
    given: {
      now,
      variants,
      prices: ["A MAP 1 from 2026-01-01"],
      earlier: [{ at: now, ...map }],
      request: map,
    },
    expect: { requested: 1, unchanged: 1, batch: ["A MAP 1 from 2026-01-01"] },
    why: "Filling twice changes nothing.",
  },
  {
    name: "the same amount from another instant",
    given: {
      now,
      variants,
      prices: ["A MAP 1 from 2026-01-01", "A MAP 1 from 2026-05-01"],
      earlier: [{ at: "2026-04-01T00:00:00Z", ...map }],
      request: map,
    },
    expect: { requested: 1, updated: 1, batch: ["A MAP 1 from 2026-05-01"] },
    why: "A price is its amount and its instant; a newer record with the same amount is another price.",
  },
  {
    name: "another amount from the same instant",
    given: {
      now,
      variants,
      prices: ["A MAP 2 from 2026-05-01"],
      earlier: [{ at: now, ...map }],
      written_since: ["A MAP 3 from 2026-05-01T00:00Z"],
      request: map,
    },
    expect: { requested: 1, updated: 1, batch: ["A MAP 3 from 2026-05-01T00:00Z"] },
    why: "On a tie the price written last is in force, and it is another one than the batch holds.",
  },
  {
    name: "the same price written again",
    given: {
      now,
      variants,
      prices: ["A MAP 2 from 2026-05-01"],
      earlier: [{ at: now, ...map }],
      written_since: ["A MAP 2.00 from 2026-05-01T00:00Z"],
      request: map,
    },
    expect: { requested: 1, unchanged: 1, batch: ["A MAP 2 from 2026-05-01"] },
    why: "The batch holds that amount from that instant already, however it is written.",
  },
  {
    name: "a draft twin in the batch",
    given: {
      now,
      variants,
      prices: ["A MAP 1.0 from 2026-01-01", "A MAP 1.00 from 2026-01-01T00:00:00Z draft in SPRING"],
      earlier: [{ at: now, ...map }],
      request: map,
    },
    expect: {
      requested: 1,
      unchanged: 1,
      batch: ["A MAP 1.0 from 2026-01-01", "A MAP 1.00 from 2026-01-01T00:00:00Z draft"],
    },
    why: "A draft of the batch's own stays beside what fills put there.",
  },
  {
    name: "a price of the batch's own",
    given: { now, variants, prices: ["A MAP 1 from 2026-01-01 in SPRING"], request: map },
    expect: { requested: 1, unchanged: 1, batch: ["A MAP 1 from 2026-01-01"] },
    why: "A record written for the batch is in it already.",
  },
  {
    name: "a pair that the batch holds and that is not asked for",
    given: {
      now,
      variants,
      prices: ["A MAP 1 from 2026-01-01", "A MSRP 2 from 2026-01-01", "B MAP 3 from 2026-01-01"],
      earlier: [{ at: now, variants: ["A", "B"], types: ["MAP"] }],
      request: { variants: ["A"], types: ["MSRP"] },
    },
    expect: {
      requested: 1,
      added: 1,
      batch: ["A MAP 1 from 2026-01-01", "A MSRP 2 from 2026-01-01", "B MAP 3 from 2026-01-01"],
    },
    why: "A fill adds to a batch; it takes nothing out.",
  },
  {
    name: "keys that joined would be the same",
    given: {
      now,
      variants: ["A", "A:B"],
      prices: ["A B:C 1 from 2026-01-01", "A:B C 2 from 2026-01-01"],
      earlier: [{ at: now, variants: ["A"], types: ["B:C"] }],
      request: { variants: ["A:B"], types: ["C"] },
    },
    expect: { requested: 1, added: 1, batch: ["A B:C 1 from 2026-01-01", "A:B C 2 from 2026-01-01"] },
    why: "A pair is two texts, not one text made of them.",
  },
  {
    name: "a published batch",
    given: { now, variants, prices: ["A MAP 1 from 2026-01-01"], batch: "published", request: map },
    expect: { error: "BatchPublished" },
    why: "What was published does not change.",
  },
  {
    name: "a published batch that holds the price",
    given: {
      now,
      variants,
      prices: ["A MAP 1 from 2026-01-01"],
      earlier: [{ at: now, ...map }],
      batch: "published",
      request: map,
    },
    expect: { error: "BatchPublished" },
    why: "It refuses even what would change nothing.",
  },
  {
    name: "an unknown batch",
    given: { now, variants, prices: ["A MAP 1 from 2026-01-01"], batch: "unknown", request: map },
    expect: { error: "NotFound" },
    why: "A fill makes no batch.",
  },
]
