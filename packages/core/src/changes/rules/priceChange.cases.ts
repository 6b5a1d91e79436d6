import type { Case, PreviewGiven } from "../../kernel/rules/decisionTable.cases.ts"
import type { PricePolicy } from "../../lists/PricePolicy.ts"
import type { Adjustment, PriceAdjustment, Rounding } from "../PriceAdjustment.ts"
import type { OnCollision, OnNoReturn } from "../PriceChange.ts"

/** What is done with a batch, each at a moment, the row's `now` at first and that of the step before else. */
export type StoryStep = {
  readonly at?: string
  /** `days`: prices are written with the day, or the instant, from which they are; `follows`: what each line follows; `lists`: which show it. */
  readonly shows?: "days" | "follows" | "lists"
} & (
  | {
      readonly generate: string
      /** `TYPE AMOUNT from EFFECTIVE_FROM [until EFFECTIVE_UNTIL] [return none] [of VARIANT …]`; `fall_back` or `not_offered` in the place of an amount ends the price. */
      readonly lines: ReadonlyArray<string>
      readonly on_collision?: Partial<OnCollision>
      readonly on_no_return?: OnNoReturn
      readonly include_unchanged?: boolean
      readonly dry_run?: boolean
      /** As the preview of the same lines gave it when the story began, or the last answer, previews among them. */
      readonly basis?: "first" | "last"
      /** The batch that this one takes the place of. */
      readonly replaces?: string
    }
  | {
      /** The brand's prices of the types, `MAP` unless told. */
      readonly adjust: string
      /** All of them unless given. */
      readonly select?: Partial<PriceAdjustment["selection"]>
      readonly types?: ReadonlyArray<string>
      readonly by: Adjustment
      readonly round?: Partial<Rounding>
      readonly from: string
      readonly until?: string
      readonly on_collision?: Partial<OnCollision>
      /** Colors. */
      readonly leave_out?: ReadonlyArray<string>
      readonly dry_run?: boolean
      readonly replaces?: string
    }
  /** The preview of these lines, whose basis is then the last answer's. */
  | { readonly preview: ReadonlyArray<string> }
  | { readonly publish: string; readonly accept?: boolean; readonly backdated?: boolean }
  | { readonly revert: string; readonly as: string }
  /** Takes out of the batch: colors, lines as `TYPE from EFFECTIVE_FROM` of the color, or pairs as `VARIANT TYPE`. */
  | {
      readonly remove: string
      readonly colors?: ReadonlyArray<string>
      readonly lines?: ReadonlyArray<string>
      readonly pairs?: ReadonlyArray<string>
    }
  | { readonly discard: string }
  /** The brand's policy from then on. */
  | { readonly govern: Partial<PricePolicy> }
  /** Its counts, and how many records it lists. */
  | { readonly look: string }
  | { readonly write: ReadonlyArray<string> }
  /** Fills batch `SPRING`, which is for republishing, with what is in force of variants. */
  | { readonly fill: ReadonlyArray<string> }
  /** Variants that a shop shows then, each as `VARIANT COLOR`. */
  | { readonly show: ReadonlyArray<string> }
  /** What a shop no longer shows: variants, or prices of them, each as `VARIANT TYPE`. */
  | { readonly retire: ReadonlyArray<string> }
  /** The brand's time zone from then on; `moves` its prices to come. */
  | { readonly rezone: string; readonly moves?: true }
)

export interface StoryGiven extends Omit<PreviewGiven, "lines"> {
  readonly policy?: Partial<PricePolicy>
  /**
   * Price lists that there are besides `base` from `now` on, each as `LIST [below LIST]`, in dollars and below `base` unless it is said, or as
   * `LIST in CURRENCY`, which stands alone; `base` itself with its currency.
   */
  readonly lists?: ReadonlyArray<string>
  readonly steps: ReadonlyArray<StoryStep>
}

export interface StoryExpect {
  /** What each step but a `write` came to. */
  readonly told: ReadonlyArray<string>
  /** In the end, each pair as `VARIANT TYPE: AMOUNT [of LIST] from INSTANT, …`, a dash where there is none. */
  readonly timeline: ReadonlyArray<string>
}

const now = "2026-11-01T00:00:00Z"
const [A, B] = [["A"], ["A", "B"]]
const hundred = ["A MAP 100 from 2026-01-01"]
const scheduled = [...hundred, "A MAP 120 from 2026-12-01"]
const holiday = "MAP 80 from 2026-11-27 until 2026-12-05"

/** A sale from 1 December until the 10th is published, then something else that holds beneath it. */
const sale = { generate: "S", lines: ["MAP 80 from 2026-12-01 until 2026-12-10"] }

/** Of a list of its own beside `base`. */
const inEurope = { now, variants: A, lists: ["EU"], prices: [...hundred, "A MAP@EU 90 from 2026-01-01"] }

/** 50 from the 3rd on as H, and a sale over it until the 20th as K; then H is taken back as M, and that as N. */
const takenBackTwice = (list: string, says = "50"): ReadonlyArray<StoryStep> => [
  { generate: "H", lines: [`MAP${list} ${says} from 2026-11-03`] },
  { publish: "H" },
  { generate: "K", lines: [`MAP${list} 42 from 2026-11-05 until 2026-11-20`] },
  { publish: "K" },
  { revert: "H", as: "M", at: "2026-11-10T00:00:00Z" },
  { publish: "M" },
  { revert: "M", as: "N", at: "2026-11-11T00:00:00Z" },
  { publish: "N" },
]
const toldTwice = (kept: string) => [
  "created 1, skipped 0",
  "published 1: 1 record",
  `created 1, skipped 0, returns 1; leapfrogged kept A ${kept}`,
  "published 2: 2 records",
  "1 record: superseded 1; left A superseded",
  "published 3: 2 records",
  "2 records: withdrawn 1, set_again 1",
  "published 4: 2 records",
]

/** X withdraws 120, Y takes it back, and W withdraws what came back. */
const takenBackAndWithdrawn: ReadonlyArray<StoryStep> = [
  { generate: "X", lines: ["MAP 90 from 2026-11-10"], on_collision: { overridden_later: "withdraw" } },
  { publish: "X" },
  { revert: "X", as: "Y", at: "2026-11-05T00:00:00Z" },
  { publish: "Y" },
  {
    generate: "W",
    lines: ["MAP 85 from 2026-11-20"],
    on_collision: { overridden_later: "withdraw" },
    at: "2026-11-06T00:00:00Z",
  },
  { publish: "W" },
]
const toldWithdrawn = [
  "created 1, skipped 0, withdrawals 1; overridden_later withdrawn A MAP 120",
  "published 1: 2 records",
  "2 records: withdrawn 1, set_again 1",
  "published 2: 2 records",
  "created 1, skipped 0, withdrawals 1; overridden_later withdrawn A MAP 120",
  "published 3: 2 records",
]
/** X sets 120 and 90 before it, and W withdraws 120. */
const withdrawnByAnother: ReadonlyArray<StoryStep> = [
  { generate: "X", lines: ["MAP 90 from 2026-11-10", "MAP 120 from 2026-12-01"] },
  { publish: "X" },
  { generate: "W", lines: ["MAP 85 from 2026-11-20"], on_collision: { overridden_later: "withdraw" } },
  { publish: "W" },
]
const toldByAnother = [
  "created 2, skipped 0",
  "published 1: 2 records",
  "created 1, skipped 0, withdrawals 1; overridden_later withdrawn A MAP 120, leapfrogged kept A MAP 90",
  "published 2: 2 records",
]

const onceMore: ReadonlyArray<StoryStep> = [
  { revert: "X", as: "Z", at: "2026-11-07T00:00:00Z" },
  { publish: "Z" },
]

export const generateCases: ReadonlyArray<Case<StoryGiven, StoryExpect>> = [
  {
    name: "what a line that was left out returns to, asked for afterwards",
    given: {
      now,
      variants: B,
      prices: ["B MAP 100 from 2026-01-01"],
      steps: [
        { generate: "X", lines: [holiday], on_no_return: "skip" },
        { generate: "X", lines: ["MAP 90 from 2026-12-05"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 1, returns 1; no return A MAP",
        "created 2, skipped 0",
        "published 1: 4 records",
      ],
      timeline: [
        "A MAP: 80 from 2026-11-27, 90 from 2026-12-05",
        "B MAP: 100 from 2026-01-01, 80 from 2026-11-27, 90 from 2026-12-05",
      ],
    },
    why: "The batch holds what it would hold if all of it had been asked for at once, also of a variant that has no price yet.",
  },
  {
    name: "an end of a list's price before there is one",
    given: {
      ...inEurope,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP@EU fall_back from 2026-12-10", "MAP 90 from 2026-12-20"] },
        { generate: "X", lines: ["MAP@EU 70 from 2026-12-01"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 1, skipped 1", "created 1, skipped 0", "published 1: 3 records"],
      timeline: [
        "A MAP: 100 from 2026-01-01, 90 from 2026-12-20",
        "A MAP@EU: 100 of base from 2026-11-01, 70 from 2026-12-01, 100 of base from 2026-12-10, 90 of base from 2026-12-20",
      ],
    },
    why: "It changed nothing when it was asked for, and does now: it is as if it had been asked for last.",
  },
  {
    name: "more digits than the currency has",
    given: {
      now,
      variants: A,
      prices: [],
      lists: ["base in KWD", "JP in JPY"],
      policy: { enforcement: "block", price_types: ["MAP"] },
      steps: [
        { generate: "Y", lines: ["MAP 1.1234 from 2026-12-01"] },
        { generate: "Z", lines: ["MAP@JP 1990.5 from 2026-12-01"] },
        { generate: "X", lines: ["MAP 1.1230 from 2026-12-01", "MAP@JP 1990.0 from 2026-12-01"] },
      ],
    },
    expect: {
      told: ["refused; unlikely_amount", "refused; unlikely_amount", "created 2, skipped 0"],
      timeline: [],
    },
    why: "No coin is that small: the amount is warned of, and stays what it is.",
  },
  {
    name: "lines of two price lists",
    given: {
      ...inEurope,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01", "MAP@EU 110 from 2026-12-01"], shows: "follows" },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 2, skipped 0; follows 100 (A), 90 (A)", "published 1: 2 records"],
      timeline: [
        "A MAP: 100 from 2026-01-01, 110 from 2026-12-01",
        "A MAP@EU: 90 from 2026-01-01, 110 from 2026-12-01",
      ],
    },
    why: "Each line is judged by the prices of its own list, and changes no other.",
  },
  {
    name: "prices to come of another list",
    given: {
      ...inEurope,
      prices: [...inEurope.prices, "A MAP@EU 120 from 2026-12-01"],
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01"] },
        { generate: "Y", lines: ["MAP@EU 110 from 2026-12-01"] },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "refused; same_instant rejected A MAP@EU 120"],
      timeline: ["A MAP: 100 from 2026-01-01", "A MAP@EU: 90 from 2026-01-01, 120 from 2026-12-01"],
    },
    why: "What begins at one instant in two lists does not meet.",
  },
  {
    name: "two batches on two price lists",
    given: {
      ...inEurope,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01"] },
        { generate: "Y", lines: ["MAP@EU 95 from 2026-12-01"] },
        { publish: "Y" },
        { publish: "X" },
        { revert: "Y", as: "Z" },
        { publish: "Z" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "created 1, skipped 0",
        "published 1: 1 record",
        "published 2: 1 record",
        "1 record: withdrawn 1",
        "published 3: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 110 from 2026-12-01", "A MAP@EU: 90 from 2026-01-01"],
    },
    why: "Neither has moved what the other was judged by, and taking one back leaves the other.",
  },
  {
    name: "a temporary price in a list without one of its own",
    given: {
      ...inEurope,
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP@EU 80 from 2026-12-01 until 2026-12-10"] }, { publish: "X" }],
    },
    expect: {
      told: ["created 1, skipped 0, returns 1", "published 1: 2 records"],
      timeline: [
        "A MAP: 100 from 2026-01-01",
        "A MAP@EU: 100 of base from 2026-11-01, 80 from 2026-12-01, 100 of base from 2026-12-10",
      ],
    },
    why: "It returns by an ending: from then on the list falls back to the one above it.",
  },
  {
    name: "a list that there is not",
    given: {
      ...inEurope,
      steps: [{ generate: "X", lines: ["MAP 110 from 2026-12-01", "MAP@UK 95 from 2026-12-01"] }],
    },
    expect: {
      told: ["refused; Value error, there is no such price list"],
      timeline: ["A MAP: 100 from 2026-01-01", "A MAP@EU: 90 from 2026-01-01"],
    },
    why: "Most often it is misspelled, and nothing is written.",
  },
  {
    name: "MAP above the MSRP of another list",
    given: {
      ...inEurope,
      policy: { enforcement: "block" },
      prices: [...inEurope.prices, "A MSRP 150 from 2026-01-01", "A MSRP@EU 95 from 2026-01-01"],
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01"] },
        { generate: "Y", lines: ["MAP@EU 110 from 2026-12-01"] },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "refused; above_msrp"],
      timeline: [
        "A MAP: 100 from 2026-01-01",
        "A MSRP: 150 from 2026-01-01",
        "A MAP@EU: 90 from 2026-01-01",
        "A MSRP@EU: 95 from 2026-01-01",
      ],
    },
    why: "A MAP is held against the MSRP that is shown beside it.",
  },
  {
    name: "a line of one of two lists that is taken out",
    given: {
      ...inEurope,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01", "MAP@EU 95 from 2026-12-01"] },
        { remove: "X", lines: ["MAP@EU from 2026-12-01"] },
        { remove: "X", pairs: ["A MAP@EU"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 2, skipped 0",
        "removed 1 record, 0 withdrawals; left 1, 0",
        "removed 0 records, 0 withdrawals; 1 not found; left 1, 0",
        "published 1: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 110 from 2026-12-01", "A MAP@EU: 90 from 2026-01-01"],
    },
    why: "Lines are named by their list, as pairs are.",
  },
  {
    name: "what a line follows on its own day",
    given: {
      now,
      variants: B,
      prices: [...scheduled, "B MAP 110 from 2026-01-01"],
      steps: [
        { generate: "X", lines: ["MAP 115 from 2026-12-15"], shows: "follows", dry_run: true },
        { generate: "X", lines: ["MAP 115 from 2026-11-15", "MAP 125 from 2026-12-15"], shows: "follows" },
      ],
    },
    expect: {
      told: [
        "created 2, skipped 0; follows 120 (A), 110 (B); leapfrogged kept A MAP 120",
        "created 4, skipped 0; follows 100 (A), 110 (B), 120 (A), 115 (B); overridden_later kept A MAP 120, leapfrogged kept A MAP 120",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01", "B MAP: 110 from 2026-01-01"],
    },
    why: "A percent is of the price that holds just before the line begins, as the sheet has it: A falls, though today it is 100.",
  },
  {
    name: "in the place of an open batch",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 120 from 2026-12-01", "MAP 90 from 2026-12-10"] },
        {
          generate: "Y",
          lines: ["MAP 120 from 2026-12-01", "MAP 95 from 2026-12-10"],
          replaces: "X",
          dry_run: true,
        },
        { generate: "Y", lines: ["MAP 120 from 2026-12-01", "MAP 95 from 2026-12-10"], replaces: "X" },
        { look: "X" },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 2, skipped 0",
        "created 2, skipped 0",
        "created 2, skipped 0",
        "discarded: 2 records, 0 withdrawals; lists 2",
        "published 1: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01, 95 from 2026-12-10"],
    },
    why: "What is replaced is in nobody's way, is discarded with the same write, and can still be looked at.",
  },
  {
    name: "in the place of an open batch, refused",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-10"] },
        { generate: "Y", lines: ["MAP 95 from 2026-12-01"], replaces: "X" },
        { adjust: "Y", by: { percent: "0" }, from: "2026-12-10", replaces: "X" },
        { generate: "X", lines: ["MAP 95 from 2026-12-15"], replaces: "X" },
        { look: "X" },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0; leapfrogged kept A MAP 120",
        "refused; same_instant rejected A MAP 120",
        "refused empty",
        "refused; Value error, a batch that is filled replaces none: leave out batch_key or replaces",
        "open: 1 record, 0 withdrawals; lists 1",
        "published 1: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01, 90 from 2026-12-10"],
    },
    why: "Nothing is lost: the batch stays open, with all that it holds.",
  },
  {
    name: "in the place of an open batch, with the basis of a preview that met its drafts",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 120 from 2026-12-01"] },
        { preview: ["MAP 125 from 2026-12-01"] },
        { generate: "Y", lines: ["MAP 125 from 2026-12-01"], replaces: "X", basis: "last", dry_run: true },
        { generate: "Y", lines: ["MAP 125 from 2026-12-01"], replaces: "X", basis: "last" },
        { publish: "Y" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "created 1, skipped 0", "created 1, skipped 0", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 125 from 2026-12-01"],
    },
    why: "A preview knows nothing of what will be replaced, a dry run does: either basis holds.",
  },
  {
    name: "in the place of an open batch, with a basis that has moved",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 120 from 2026-12-01"] },
        { preview: ["MAP 125 from 2026-12-01"] },
        { generate: "Z", lines: ["MAP 90 from 2026-12-20"] },
        { generate: "Y", lines: ["MAP 125 from 2026-12-01"], replaces: "X", basis: "last" },
        { preview: ["MAP 125 from 2026-12-01"] },
        { publish: "Z" },
        { generate: "Y", lines: ["MAP 125 from 2026-12-01"], replaces: "X", basis: "last" },
        { look: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "created 1, skipped 0; leapfrogged kept A MAP 120 draft",
        "refused; stale; moved A MAP future - → 90 draft",
        "published 1: 1 record",
        "refused; stale; moved A MAP future 90 draft → 90",
        "open: 1 record, 0 withdrawals; lists 1",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-12-20"],
    },
    why: "Another's drafts, and another's publication, are seen by who changes a batch as by who makes one.",
  },
  {
    name: "an adjustment in the place of an open batch",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { adjust: "X", by: { percent: "10" }, from: "2026-12-01" },
        { adjust: "Y", by: { percent: "20" }, from: "2026-12-01", replaces: "X", dry_run: true },
        { adjust: "Y", by: { percent: "20" }, from: "2026-12-01", replaces: "X" },
        { look: "X" },
        { publish: "Y" },
        { adjust: "Z", by: { percent: "5" }, from: "2026-12-01", replaces: "Y" },
      ],
    },
    expect: {
      told: [
        "MAP 100 → 110; created 1, skipped 0, no price 0",
        "MAP 100 → 120; created 1, skipped 0, no price 0",
        "MAP 100 → 120; created 1, skipped 0, no price 0",
        "discarded: 1 record, 0 withdrawals; lists 1",
        "published 1: 1 record",
        "refused",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01"],
    },
    why: "Of 100, not of the 110 that it replaces; what is published is replaced no more.",
  },
  {
    name: "a line whose withdrawal is written",
    given: {
      now,
      variants: B,
      prices: ["A MAP 100 from 2026-01-01", "B MAP 110 from 2026-01-01"],
      steps: [
        { generate: "X", lines: ["MAP 120 from 2026-12-01"] },
        { publish: "X" },
        { generate: "Y", lines: ["MAP 100 from 2026-12-15"], on_collision: { leapfrogged: "withdraw" } },
        { publish: "Y" },
        { generate: "Z", lines: ["MAP 130 from 2026-12-05"] },
        { publish: "Z" },
      ],
    },
    expect: {
      told: [
        "created 2, skipped 0",
        "published 1: 2 records",
        "created 2, skipped 0, withdrawals 2; leapfrogged withdrawn A MAP 120, leapfrogged withdrawn B MAP 120",
        "published 2: 4 records",
        "created 2, skipped 0; overridden_later kept A MAP 100, overridden_later kept B MAP 100",
        "published 3: 2 records",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 130 from 2026-12-05, 100 from 2026-12-15",
        "B MAP: 110 from 2026-01-01, 130 from 2026-12-05, 100 from 2026-12-15",
      ],
    },
    why: "Without what it withdraws it changes nothing for A today; left out, a price in between would stay for good.",
  },
  {
    name: "a price that begins before a sale",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        sale,
        { publish: "S" },
        { generate: "X", lines: ["MAP 120 from 2026-11-28"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "published 1: 2 records",
        "created 1, skipped 0; overridden_later kept A MAP 80",
        "published 2: 3 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-11-28, 80 from 2026-12-01, 120 from 2026-12-10"],
    },
    why: "The end of a sale returns to what holds beneath it then: the return of 100 is withdrawn, and written anew with 120.",
  },
  {
    name: "a price that begins during a sale",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        sale,
        { publish: "S" },
        { generate: "X", lines: ["MAP 120 from 2026-12-05"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "published 1: 2 records",
        "created 1, skipped 0; leapfrogged kept A MAP 80",
        "published 2: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-12-01, 120 from 2026-12-05"],
    },
    why: "It takes over, and the end of the sale is nothing any more.",
  },
  {
    name: "a price that is imported beneath a sale",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [sale, { publish: "S" }, { write: ["A MAP 130 from 2026-11-20"] }],
    },
    expect: {
      told: ["created 1, skipped 0, returns 1", "published 1: 2 records"],
      timeline: ["A MAP: 100 from 2026-01-01, 130 from 2026-11-20, 80 from 2026-12-01, 130 from 2026-12-10"],
    },
    why: "Whatever writes a price judges the returns that it changes.",
  },
  {
    name: "a price beneath a sale that is taken back",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        sale,
        { publish: "S" },
        { generate: "X", lines: ["MAP 120 from 2026-11-28"] },
        { publish: "X" },
        { revert: "X", as: "Y", at: "2026-12-03T00:00:00Z" },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "published 1: 2 records",
        "created 1, skipped 0; overridden_later kept A MAP 80",
        "published 2: 3 records",
        "3 records: withdrawn 1, superseded 1, set_again 1; left A superseded",
        "published 3: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-11-28, 80 from 2026-12-01, 100 from 2026-12-10"],
    },
    why: "From then on it is as if it had never been: the sale returns to 100 again.",
  },
  {
    name: "a sale within a sale",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        sale,
        { publish: "S" },
        { generate: "X", lines: ["MAP 70 from 2026-12-03 until 2026-12-05"] },
        { publish: "X" },
        { generate: "Y", lines: ["MAP 75 from 2026-12-08 until 2026-12-20"] },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "published 1: 2 records",
        "created 1, skipped 0, returns 1; leapfrogged kept A MAP 80",
        "published 2: 2 records",
        "created 1, skipped 0, returns 1; leapfrogged kept A MAP 80, leapfrogged kept A MAP 70",
        "published 3: 3 records",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 80 from 2026-12-01, 70 from 2026-12-03, 80 from 2026-12-05, 75 from 2026-12-08, 100 from 2026-12-20",
      ],
    },
    why: "One returns to the other while that lasts; one that lasts longer goes on, and the earlier end is none.",
  },
  {
    name: "a sale that is taken back while it is to come",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [sale, { publish: "S" }, { revert: "S", as: "Y" }, { publish: "Y" }],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "published 1: 2 records",
        "2 records: withdrawn 2",
        "published 2: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "Its return goes with it.",
  },
  {
    name: "a line for good beside a sale of the same amount",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [sale, { publish: "S" }, { generate: "X", lines: ["MAP 80 from 2026-12-05"] }, { publish: "X" }],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "published 1: 2 records",
        "created 1, skipped 0; leapfrogged kept A MAP 80",
        "published 2: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-12-01, 80 from 2026-12-05"],
    },
    why: "80 is in force then, but only until the 10th.",
  },
  {
    name: "sizes that have no price to return to, left out",
    given: {
      now,
      variants: B,
      prices: hundred,
      steps: [{ generate: "X", lines: [holiday], on_no_return: "skip" }, { publish: "X" }],
    },
    expect: {
      told: ["created 1, skipped 1, returns 1; no return B MAP", "published 1: 2 records"],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-11-27, 100 from 2026-12-05"],
    },
    why: "B has no price before, and gets none.",
  },
  {
    name: "sizes that have no price to return to, ended",
    given: {
      now,
      variants: B,
      prices: hundred,
      steps: [{ generate: "X", lines: [holiday], on_no_return: "end" }, { publish: "X" }],
    },
    expect: {
      told: ["created 2, skipped 0, returns 2; no return B MAP", "published 1: 4 records"],
      timeline: [
        "A MAP: 100 from 2026-01-01, 80 from 2026-11-27, 100 from 2026-12-05",
        "B MAP: 80 from 2026-11-27, - from 2026-12-05",
      ],
    },
    why: "B has a price while the line lasts, and an ending says that it has none after it.",
  },
  {
    name: "a change, published",
    given: {
      now,
      variants: B,
      prices: [...hundred, "B MAP 90 from 2026-01-01"],
      steps: [{ generate: "X", lines: ["MAP 90.00 from 2026-12-01"] }, { publish: "X" }],
    },
    expect: {
      told: ["created 1, skipped 1", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 90.00 from 2026-12-01", "B MAP: 90 from 2026-01-01"],
    },
    why: "A draft is written where something changes; publishing puts it in force at its instant.",
  },
  {
    name: "only generated",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP 90 from 2026-12-01"] }],
    },
    expect: { told: ["created 1, skipped 0"], timeline: ["A MAP: 100 from 2026-01-01"] },
    why: "A draft is in force at no time.",
  },
  {
    name: "unchanged today, a change at its instant",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [{ generate: "X", lines: ["MAP 100 from 2026-12-15"] }, { publish: "X" }],
    },
    expect: {
      told: ["created 1, skipped 0; leapfrogged kept A MAP 120", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01, 100 from 2026-12-15"],
    },
    why: "By the 15th 120 is in force; the preview's status compares with today, this does not.",
  },
  {
    name: "a change today, unchanged at its instant",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: ["MAP 120 from 2026-12-15"] },
        { generate: "X", lines: ["MAP 120 from 2026-12-15"], dry_run: true },
        { generate: "X", lines: ["MAP 130 from 2026-12-15"] },
        { generate: "X", lines: ["MAP 120 from 2026-12-20"], dry_run: true },
        { generate: "X", lines: ["MAP 130 from 2026-12-20"] },
        { look: "X" },
      ],
    },
    expect: {
      told: [
        "refused empty",
        "created 0, skipped 1; leapfrogged kept A MAP 120; would be refused",
        "created 1, skipped 0; leapfrogged kept A MAP 120",
        "created 1, skipped 0; leapfrogged kept A MAP 120",
        "created 0, skipped 1; leapfrogged kept A MAP 120",
        "open: 1 record, 0 withdrawals; lists 1",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01"],
    },
    why: "120 is in force by then in any case: a new batch would be empty, and is not made. One that is there may be asked for what changes nothing.",
  },
  {
    name: "what changes nothing, on demand",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP 100 from 2026-12-15"], include_unchanged: true }],
    },
    expect: { told: ["created 1, skipped 0"], timeline: ["A MAP: 100 from 2026-01-01"] },
    why: "Who wants a record for every variant says so.",
  },
  {
    name: "no line",
    given: { now, variants: A, prices: hundred, steps: [{ generate: "X", lines: [] }] },
    expect: {
      told: ["refused; List should have at least 1 item after validation, not 0"],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "Nothing is asked for; the batch would be empty, and an empty one cannot be published.",
  },
  {
    name: "the same again",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: [holiday], on_collision: { overridden_later: "withdraw" } },
        { generate: "X", lines: [holiday], on_collision: { overridden_later: "withdraw" } },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1, withdrawals 1; overridden_later withdrawn A MAP 120",
        "created 0, skipped 1; overridden_later withdrawn A MAP 120",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01"],
    },
    why: "Generating the same again changes nothing.",
  },
  {
    name: "another amount into the same batch",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01"] },
        { generate: "X", lines: ["MAP 95 from 2026-12-01"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "created 1, skipped 0", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 95 from 2026-12-01"],
    },
    why: "A line takes the place of what the batch holds of the pair at that instant.",
  },
  {
    name: "a temporary price that overlaps one of the same batch",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01 until 2026-12-05"] },
        { generate: "X", lines: ["MAP 80 from 2026-12-03 until 2026-12-08"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0, returns 1", "created 1, skipped 0, returns 1", "published 1: 3 records"],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-12-01, 80 from 2026-12-03, 100 from 2026-12-08"],
    },
    why: "A batch that is filled in turns holds what it would hold if all lines had been asked for at once: the first one's end is within the second's time.",
  },
  {
    name: "a price for good before a temporary one of the same batch",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01 until 2026-12-05"] },
        { generate: "X", lines: ["MAP 85 from 2026-11-20"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0, returns 1", "created 1, skipped 0, returns 1", "published 1: 3 records"],
      timeline: ["A MAP: 100 from 2026-01-01, 85 from 2026-11-20, 90 from 2026-12-01, 85 from 2026-12-05"],
    },
    why: "The temporary price returns to it.",
  },
  {
    name: "a price for good within a temporary one of the same batch",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01 until 2026-12-05"] },
        { generate: "X", lines: ["MAP 80 from 2026-12-03"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0, returns 1", "created 1, skipped 0", "published 1: 2 records"],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-12-01, 80 from 2026-12-03"],
    },
    why: "It is in force in any case when the temporary one ends.",
  },
  {
    name: "another end of a temporary price of the same batch",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: [holiday] },
        { generate: "X", lines: ["MAP 80 from 2026-11-27 until 2026-12-10"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0, returns 1", "created 1, skipped 0, returns 1", "published 1: 2 records"],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-11-27, 100 from 2026-12-10"],
    },
    why: "A line takes the place of the one that began at its instant, with its end: a temporary price with another end is another.",
  },
  {
    name: "a line that is not written, beside a temporary one that withdraws",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 120 from 2026-12-10"],
      steps: [
        {
          generate: "X",
          lines: ["MAP 100 from 2026-12-01", "MAP 80 from 2026-12-05 until 2026-12-20"],
          on_collision: { overridden_later: "withdraw" },
        },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 1, returns 1, withdrawals 1; overridden_later withdrawn A MAP 120",
        "published 1: 3 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-12-05, 120 from 2026-12-20"],
    },
    why: "Nothing is withdrawn for a line that changes nothing: 120 is there again when the other one ends.",
  },
  {
    name: "the same instant, written otherwise",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-12-01"] },
        { generate: "X", lines: ["MAP 80 from 2026-12-01T00:00:00Z"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "created 1, skipped 0", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-12-01"],
    },
    why: "The batch holds what it was asked for last, as it was asked for: a policy may take one way to write it alone.",
  },
  {
    name: "what an earlier line of the same batch withdraws for good",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 120 from 2026-12-10"],
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01"], on_collision: { overridden_later: "withdraw" } },
        {
          generate: "X",
          lines: ["MAP 80 from 2026-12-05 until 2026-12-20"],
          on_collision: { overridden_later: "withdraw" },
        },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, withdrawals 1; overridden_later withdrawn A MAP 120",
        "created 1, skipped 0, returns 1; overridden_later withdrawn A MAP 120",
        "published 1: 4 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-12-01, 80 from 2026-12-05, 90 from 2026-12-20"],
    },
    why: "The end of a temporary price that withdraws it too does not bring it back.",
  },
  {
    name: "a line of the same batch that has begun meanwhile, and changes nothing",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 95 from 2026-11-01T06:00:00Z"],
      steps: [
        { generate: "X", lines: ["MAP 100 from 2026-11-01", "MAP 70 from 2027-01-01"] },
        { generate: "X", lines: ["MAP 80 from 2026-12-03"], at: "2026-11-01T12:00:00Z" },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 1; overridden_later kept A MAP 95, leapfrogged kept A MAP 95",
        "created 1, skipped 0",
        "published 1: 2 records",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 95 from 2026-11-01T06:00:00.000Z, 80 from 2026-12-03, 70 from 2027-01-01",
      ],
    },
    why: "It is judged by the prices of its own instant, however late.",
  },
  {
    name: "what a line of the same batch was to withdraw, and has begun meanwhile",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 120 from 2026-11-10"],
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-05"], on_collision: { overridden_later: "withdraw" } },
        { generate: "X", lines: ["MAP 90 from 2026-11-20"], at: "2026-11-12T00:00:00Z" },
        { look: "X" },
        { publish: "X", backdated: true },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, withdrawals 1; overridden_later withdrawn A MAP 120",
        "created 1, skipped 0",
        "open: 2 records, 0 withdrawals; lists 2",
        "published 1: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-05, 120 from 2026-11-10, 90 from 2026-11-20"],
    },
    why: "What has begun is withdrawn no more, and is what later lines follow.",
  },
  {
    name: "what another batch has put at the instant of an earlier line of the same batch",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01"] },
        { write: ["A MAP 95 from 2026-12-01"] },
        { generate: "X", lines: ["MAP 80 from 2026-12-20"] },
        { generate: "X", lines: ["MAP 90 from 2026-12-01"], on_collision: { same_instant: "withdraw" } },
        { generate: "X", lines: ["MAP 80 from 2026-12-20"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "refused; same_instant rejected A MAP 95 (held MAP 90 from 2026-12-01)",
        "created 0, skipped 1, withdrawals 1; same_instant withdrawn A MAP 95",
        "created 1, skipped 0; leapfrogged kept A MAP 95",
        "published 1: 3 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-12-01, 80 from 2026-12-20"],
    },
    why: "The earlier line rejects that, as it would if both were asked for at once; else 95 would be overridden and nobody told.",
  },
  {
    name: "nothing to return to any more for an earlier line of the same batch",
    given: {
      now,
      variants: A,
      prices: [],
      steps: [
        { generate: "X", lines: ["MAP 100 from 2026-11-10", "MAP 80 from 2026-12-01 until 2026-12-05"] },
        { generate: "X", lines: ["MAP 90 from 2026-11-10 until 2026-11-20 return none"] },
      ],
    },
    expect: {
      told: ["created 2, skipped 0, returns 1", "refused; no return A MAP (held MAP 80 from 2026-12-01)"],
      timeline: [],
    },
    why: "The line of the request leaves its price, and says so; the earlier one has not.",
  },
  {
    name: "a line for a batch that takes another back",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-03"] },
        { publish: "X" },
        { revert: "X", as: "Y" },
        { generate: "Y", lines: ["MAP 80 from 2026-12-05 until 2026-12-10"] },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "1 record: withdrawn 1",
        "refused",
        "published 2: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "It is planned anew as it is published, and holds nothing else: lines belong into a batch of their own.",
  },
  {
    name: "in turns, with the basis of the turn before",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01"] },
        { generate: "X", lines: ["MAP 80 from 2026-12-10"], basis: "last" },
        { generate: "X", lines: ["MAP 70 from 2026-12-20"], basis: "last" },
        { generate: "X", lines: ["MAP 70 from 2026-12-20"], basis: "last" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "created 1, skipped 0", "created 1, skipped 0", "created 0, skipped 1"],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "What the batch holds is in its own way no more than before it was first filled.",
  },
  {
    name: "a temporary price",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ generate: "X", lines: [holiday] }, { publish: "X" }],
    },
    expect: {
      told: ["created 1, skipped 0, returns 1", "published 1: 2 records"],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-11-27, 100 from 2026-12-05"],
    },
    why: "A second draft returns to what would be in force then without it.",
  },
  {
    name: "a temporary price over a scheduled one",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: [holiday], on_collision: { overridden_later: "withdraw" } },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1, withdrawals 1; overridden_later withdrawn A MAP 120",
        "published 1: 3 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-11-27, 120 from 2026-12-05"],
    },
    why: "The scheduled price gives way for the time, and is what is returned to: it would be in force then.",
  },
  {
    name: "two temporary prices, one of them over a scheduled one",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        {
          generate: "X",
          lines: [holiday, "MAP 70 from 2026-12-20 until 2026-12-27"],
          on_collision: { overridden_later: "withdraw" },
        },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 2, skipped 0, returns 2, withdrawals 1; overridden_later withdrawn A MAP 120, leapfrogged kept A MAP 120",
        "published 1: 5 records",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 80 from 2026-11-27, 120 from 2026-12-05, 70 from 2026-12-20, 120 from 2026-12-27",
      ],
    },
    why: "After the first 120 is in force, and so the second returns to it too.",
  },
  {
    name: "a temporary price that a scheduled one cuts short",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [{ generate: "X", lines: [holiday] }, { publish: "X" }],
    },
    expect: {
      told: ["created 1, skipped 0; overridden_later kept A MAP 120", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-11-27, 120 from 2026-12-01"],
    },
    why: "What is kept takes over at its instant; at the end 120 is in force anyway, so that nothing returns.",
  },
  {
    name: "a temporary price within a new one",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        {
          generate: "X",
          lines: ["MAP 139.95 from 2026-12-01", "MAP 119.95 from 2026-12-24 until 2026-12-27"],
        },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 2, skipped 0, returns 1", "published 1: 3 records"],
      timeline: [
        "A MAP: 100 from 2026-01-01, 139.95 from 2026-12-01, 119.95 from 2026-12-24, 139.95 from 2026-12-27",
      ],
    },
    why: "From 1 December on 139.95, over the holidays 119.95, then back: to the other line of the same change.",
  },
  {
    name: "a line where a temporary price ends",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: [holiday, "MAP 80 from 2026-12-05", "MAP 110 from 2026-12-09"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 3, skipped 0", "published 1: 3 records"],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-11-27, 80 from 2026-12-05, 110 from 2026-12-09"],
    },
    why: "The line says what comes then, and 80 is in force no longer than until then.",
  },
  {
    name: "nothing to return to",
    given: { now, variants: A, prices: [], steps: [{ generate: "X", lines: [holiday] }] },
    expect: { told: ["refused; no return A MAP"], timeline: [] },
    why: "The variant has no price then: nobody can say what should come after.",
  },
  {
    name: "nothing to return to, and that is meant",
    given: {
      now,
      variants: A,
      prices: [],
      steps: [{ generate: "X", lines: [`${holiday} return none`] }, { publish: "X" }],
    },
    expect: {
      told: ["created 1, skipped 0, returns 1; no return A MAP", "published 1: 2 records"],
      timeline: ["A MAP: 80 from 2026-11-27, - from 2026-12-05"],
    },
    why: "An ending says that from then on it has no price.",
  },
  {
    name: "a price at the very instant",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01T00:00:00Z"] },
        { generate: "X", lines: ["MAP 110 from 2026-12-01"], on_collision: { same_instant: "withdraw" } },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "refused; same_instant rejected A MAP 120",
        "created 1, skipped 0, withdrawals 1; same_instant withdrawn A MAP 120",
        "published 1: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 110 from 2026-12-01"],
    },
    why: "Two prices at one instant are a mistake mostly: somebody has to say which one is meant.",
  },
  {
    name: "two prices at one instant, both kept",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01"], on_collision: { same_instant: "keep" } },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0; same_instant kept A MAP 120", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 110 from 2026-12-01"],
    },
    why: "Both stay, and the one that is published later is in force.",
  },
  {
    name: "two drafts at one instant, both kept",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01"] },
        { generate: "Y", lines: ["MAP 120 from 2026-12-01"], on_collision: { same_instant: "keep" } },
        { publish: "Y" },
        { publish: "X", accept: true },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "created 1, skipped 0; same_instant kept A MAP 110 draft",
        "published 1: 1 record",
        "published 2: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 110 from 2026-12-01"],
    },
    why: "The draft of another batch is kept where that is asked for; X is published later, by a caller who knows of Y.",
  },
  {
    name: "a line where a sale ends that took the place of what was to come back",
    given: {
      now,
      variants: A,
      prices: ["A MAP 10 from 2026-12-01"],
      policy: { max_increase_percent: "10", enforcement: "block" },
      steps: [
        {
          generate: "X",
          lines: [
            "MAP 10 from 2026-12-04 until 2026-12-06",
            "MAP 10 from 2026-12-01 until 2026-12-04",
            "MAP 20 from 2026-12-06",
          ],
          on_collision: { same_instant: "withdraw" },
          include_unchanged: true,
        },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 3, skipped 0, withdrawals 1; leapfrogged kept A MAP 10, same_instant withdrawn A MAP 10, leapfrogged kept A MAP 10",
        "published 1: 4 records",
      ],
      timeline: ["A MAP: 10 from 2026-12-01, 10 from 2026-12-04, 20 from 2026-12-06"],
    },
    why: "What is withdrawn comes back only where the end of a line writes it: the last line follows no price, as publishing judges it too.",
  },
  {
    name: "a price at the very end of a sale",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        {
          generate: "X",
          lines: ["MAP 80 from 2026-11-27 until 2026-12-01"],
          on_collision: { overridden_later: "reject" },
        },
        {
          generate: "X",
          lines: ["MAP 80 from 2026-11-27 until 2026-12-01"],
          on_collision: { overridden_later: "withdraw" },
        },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "created 0, skipped 1", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-11-27, 120 from 2026-12-01"],
    },
    why: "They do not meet: what begins as the sale ends is what the sale goes over into.",
  },
  {
    name: "a dry run",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01"], dry_run: true },
        { generate: "X", lines: ["MAP 110 from 2026-12-02"] },
        { generate: "X", lines: ["MAP 130 from 2026-12-03"], dry_run: true },
        { look: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0; same_instant rejected A MAP 120; would be refused Black collides",
        "created 1, skipped 0; leapfrogged kept A MAP 120",
        "created 1, skipped 0; leapfrogged kept A MAP 120",
        "open: 1 record, 0 withdrawals; lists 1",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01"],
    },
    why: "It gives the answer that the change would have, with what it would be refused for, and writes nothing.",
  },
  {
    name: "a draft of somebody else",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01"] },
        { generate: "Y", lines: ["MAP 120 from 2026-12-01"], on_collision: { same_instant: "withdraw" } },
        { publish: "X" },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "created 1, skipped 0; same_instant kept A MAP 110 draft",
        "refused; moved A MAP future - → 120 draft",
        "published 1: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01"],
    },
    why: "Nobody's draft is withdrawn silently; and who publishes sees that there are two.",
  },
  {
    name: "collisions that are rejected",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-15"], on_collision: { overridden_later: "reject" } },
        { generate: "X", lines: ["MAP 90 from 2026-12-15"], on_collision: { leapfrogged: "reject" } },
        { generate: "X", lines: ["MAP 90 from 2026-12-15"], on_collision: { overridden_later: "reject" } },
      ],
    },
    expect: {
      told: [
        "refused; overridden_later rejected A MAP 120",
        "refused; leapfrogged rejected A MAP 120",
        "created 1, skipped 0; leapfrogged kept A MAP 120",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01"],
    },
    why: "Each kind as it is told; what is refused writes nothing.",
  },
  {
    name: "a draft of somebody else, however it is met",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "Y", lines: ["MAP 120 from 2026-12-01"] },
        { generate: "X", lines: ["MAP 90 from 2026-12-01"] },
        { generate: "X", lines: ["MAP 90 from 2026-11-15"], on_collision: { overridden_later: "reject" } },
        { generate: "X", lines: ["MAP 90 from 2026-12-15"], on_collision: { leapfrogged: "reject" } },
        { generate: "X", lines: ["MAP 90 from 2026-11-15"], on_collision: { overridden_later: "withdraw" } },
        { generate: "X", lines: ["MAP 80 from 2026-12-15"], on_collision: { leapfrogged: "withdraw" } },
        { look: "Y" },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "refused; same_instant rejected A MAP 120 draft",
        "refused; overridden_later rejected A MAP 120 draft",
        "refused; leapfrogged rejected A MAP 120 draft",
        "created 1, skipped 0; overridden_later kept A MAP 120 draft",
        "created 1, skipped 0; leapfrogged kept A MAP 120 draft",
        "open: 1 record, 0 withdrawals; lists 1",
        "published 1: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-15, 80 from 2026-12-15"],
    },
    why: "It is kept or rejects, and is named; withdrawing is of what is published.",
  },
  {
    name: "a basis that holds",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [{ generate: "X", lines: ["MAP 110 from 2026-12-15"], basis: "first" }],
    },
    expect: {
      told: ["created 1, skipped 0; leapfrogged kept A MAP 120"],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01"],
    },
    why: "Nothing has moved since the preview.",
  },
  {
    name: "a basis that only the batch itself has moved",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-15"], basis: "first" },
        { generate: "X", lines: ["MAP 110 from 2026-12-15"], basis: "first" },
        { generate: "X", lines: ["MAP 115 from 2026-12-15"], basis: "first" },
        { generate: "Y", lines: ["MAP 120 from 2026-12-20"] },
        { generate: "X", lines: ["MAP 115 from 2026-12-15"], basis: "first" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "created 0, skipped 1",
        "created 1, skipped 0",
        "created 1, skipped 0; leapfrogged kept A MAP 115 draft",
        "refused; stale; moved A MAP future - → 120 draft",
      ],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "Generated again, a batch is not in its own way; what others have written since is told.",
  },
  {
    name: "a basis that has moved",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { write: ["A MSRP 150 from 2026-12-01 draft"] },
        { generate: "X", lines: ["MAP 110 from 2026-12-15"], basis: "first" },
      ],
    },
    expect: {
      told: ["refused; stale; moved A MSRP future - → 150 draft"],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "Somebody has written a price of the colorway since the preview: it is named.",
  },
  {
    name: "a basis that has moved by a price that begins at once, and by time",
    given: {
      now,
      variants: B,
      prices: [...scheduled, "B MAP 90 from 2026-01-01", "B MAP 95 from 2026-11-03"],
      steps: [
        { write: ["B MAP 80 from 2026-11-04"] },
        { generate: "X", at: "2026-11-05T00:00:00Z", lines: ["MAP 110 from 2026-12-15"], basis: "first" },
      ],
    },
    expect: {
      told: ["refused; stale; moved B MAP future - → 80"],
      timeline: [
        "A MAP: 100 from 2026-01-01, 120 from 2026-12-01",
        "B MAP: 90 from 2026-01-01, 95 from 2026-11-03, 80 from 2026-11-04",
      ],
    },
    why: "That 95 has begun meanwhile was to be known; 80 was not.",
  },
  {
    name: "a basis since which only time has passed",
    given: {
      now,
      variants: B,
      prices: [...scheduled, "B MAP 90 from 2026-01-01", "B MAP 95 from 2026-11-03"],
      steps: [
        {
          generate: "X",
          at: "2026-11-05T00:00:00Z",
          lines: ["MAP 110 from 2026-12-15"],
          basis: "first",
          dry_run: true,
        },
        { generate: "X", at: "2026-11-05T00:00:00Z", lines: ["MAP 110 from 2026-12-15"], basis: "first" },
      ],
    },
    expect: {
      told: [
        "created 2, skipped 0; leapfrogged kept A MAP 120",
        "created 2, skipped 0; leapfrogged kept A MAP 120",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 120 from 2026-12-01",
        "B MAP: 90 from 2026-01-01, 95 from 2026-11-03",
      ],
    },
    why: "That 95 begins was to be seen in the preview: nothing has moved, and it passes.",
  },
  {
    name: "a basis that has moved by a publication that was taken back, and published again",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "Y", lines: ["MAP 90 from 2026-11-10"] },
        { publish: "Y" },
        { revert: "Y", as: "Z" },
        { publish: "Z" },
        { generate: "X", lines: ["MAP 110 from 2026-12-15"], basis: "first" },
        { generate: "V", lines: ["MAP 90 from 2026-11-10"] },
        { publish: "V" },
        { generate: "X", lines: ["MAP 110 from 2026-12-15"], basis: "first" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "1 record: withdrawn 1",
        "published 2: 1 record",
        "created 1, skipped 0",
        "created 1, skipped 0; overridden_later kept A MAP 110 draft",
        "published 3: 1 record",
        "refused; stale; moved A MAP future - → 90",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-10"],
    },
    why: "Taken back, all is as it was in the preview, and it passes; what is published again is named.",
  },
  {
    name: "a basis that has moved by a variant that is gone",
    given: {
      now,
      variants: B,
      prices: [...hundred, "B MAP 90 from 2026-01-01"],
      steps: [
        { retire: ["B"], at: "2026-11-02T00:00:00Z" },
        { generate: "X", lines: ["MAP 80 from 2026-12-01"], basis: "first" },
      ],
    },
    expect: {
      told: ["refused; stale; moved B MAP variant 90 → -"],
      timeline: ["A MAP: 100 from 2026-01-01", "B MAP: 90 from 2026-01-01"],
    },
    why: "The colorway is another than the one that was looked at.",
  },
  {
    name: "a basis that has moved by a publication",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "Y", lines: ["MAP 90 from 2026-11-10"] },
        { publish: "Y" },
        { generate: "X", lines: ["MAP 110 from 2026-12-15"], basis: "first" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "published 1: 1 record", "refused; stale; moved A MAP future - → 90"],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-10"],
    },
    why: "Two people on one colorway: the second learns what the first has done.",
  },
  {
    name: "a policy that blocks",
    given: {
      now,
      variants: A,
      prices: hundred,
      policy: { notice_days: 40, enforcement: "block" },
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01"] },
        { generate: "X", lines: ["MAP 110 from 2026-12-20"] },
        { publish: "X", at: "2026-11-20T00:00:00Z" },
      ],
    },
    expect: {
      told: [
        "refused; notice_too_short",
        "created 1, skipped 0",
        "refused; notice_too_short (held MAP 110 from 2026-12-20)",
      ],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "Notice is counted from the day of each: what was early enough once may be late when it is published.",
  },
  {
    name: "a policy that blocks, and the end of a temporary price",
    given: {
      now,
      variants: A,
      prices: hundred,
      policy: { max_increase_percent: "10", enforcement: "block" },
      steps: [{ generate: "X", lines: [holiday] }, { publish: "X" }],
    },
    expect: {
      told: ["created 1, skipped 0, returns 1", "published 1: 2 records"],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-11-27, 100 from 2026-12-05"],
    },
    why: "Going back by 25 percent is no change of the policy's kind: the price was there before.",
  },
  {
    name: "the end of a temporary price that was asked for again in another way, in a blackout",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 80.00 from 2026-11-27 until 2026-12-05"] },
        { generate: "X", lines: ["MAP 80 from 2026-11-27 until 2026-12-05"] },
        {
          govern: {
            blackouts: [{ from: "2026-12-04", until: "2026-12-08", reason: "stock-taking" }],
            enforcement: "block",
          },
        },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "created 0, skipped 1",
        "refused; return_in_blackout (held MAP 80.00 from 2026-11-27)",
      ],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "An amount is the same however it is written.",
  },
  {
    name: "the end of a temporary price in a blackout, or too soon, under a policy that blocks",
    given: {
      now,
      variants: A,
      prices: hundred,
      policy: { blackouts: [{ from: "2026-12-04", until: "2026-12-08", reason: "stock-taking" }] },
      steps: [
        { generate: "X", lines: [holiday] },
        {
          govern: {
            notice_days: 3,
            blackouts: [{ from: "2026-12-04", until: "2026-12-08", reason: "stock-taking" }],
            enforcement: "block",
          },
        },
        { generate: "Y", lines: ["MAP 70 from 2026-12-01 until 2026-12-04"] },
        { publish: "X" },
        { discard: "X" },
        { generate: "Z", lines: ["MAP 90 from 2026-12-09 until 2026-12-10"] },
        { publish: "Z", at: "2026-12-08T00:00:00Z" },
        { generate: "V", lines: ["MAP 90 from 2026-12-12 until 2026-12-14"], at: "2026-12-08T00:00:00Z" },
        { publish: "V" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "refused; return_in_blackout",
        "refused; return_in_blackout (held MAP 80 from 2026-11-27)",
        "discarded",
        "created 1, skipped 0, returns 1",
        "refused; notice_too_short (held MAP 90 from 2026-12-09), return_too_soon (held MAP 90 from 2026-12-09)",
        "created 1, skipped 0, returns 1; leapfrogged kept A MAP 90 draft",
        "published 1: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-12-12, 100 from 2026-12-14"],
    },
    why: "A price begins then as at any other instant; the blackout's last day is no part of it.",
  },
  {
    name: "the end of a temporary price at a time that clocks pass over, under a policy that blocks",
    given: {
      now,
      time_zone: "America/New_York",
      variants: A,
      prices: hundred,
      policy: { enforcement: "block" },
      steps: [
        { generate: "X", lines: ["MAP 90 from 2027-03-01 until 2027-03-14T02:30:00"] },
        { generate: "X", lines: ["MAP 90 from 2027-03-01 until 2027-03-14T03:30:00"] },
      ],
    },
    expect: {
      told: ["refused; clock_change", "created 1, skipped 0, returns 1"],
      timeline: ["A MAP: 100 from 2026-01-01T05:00:00.000Z"],
    },
    why: "An end is a local time as a beginning is: the warning says which instant it stands for.",
  },
  {
    name: "MSRP lowered below a MAP to come, under a policy that blocks",
    given: {
      now,
      variants: A,
      prices: [...hundred, "A MSRP 150 from 2026-01-01", "A MAP 140 from 2026-12-10"],
      policy: { enforcement: "block" },
      steps: [
        { generate: "X", lines: ["MSRP 130 from 2026-12-01"] },
        { generate: "X", lines: ["MSRP 130 from 2026-12-01 until 2026-12-10"] },
        { generate: "Y", lines: ["MAP 135 from 2026-12-05"] },
        { publish: "Y" },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "refused; below_map",
        "created 1, skipped 0, returns 1",
        "created 1, skipped 0; overridden_later kept A MAP 140",
        "published 1: 1 record",
        "refused; below_map (held MSRP 130 from 2026-12-01)",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 135 from 2026-12-05, 140 from 2026-12-10",
        "A MSRP: 150 from 2026-01-01",
      ],
    },
    why: "An MSRP counts as long as it is in force, against the MAP that there is when it is published.",
  },
  {
    name: "a temporary MSRP that ends below the MAP of then, or to come",
    given: {
      now,
      variants: B,
      prices: [
        ...[
          ...hundred,
          "A MSRP 110 from 2026-01-01",
          "A MAP 120 from 2026-12-05",
          "A MAP 90 from 2026-12-20",
        ],
        ...["B MAP 100 from 2026-01-01", "B MSRP 130 from 2026-01-01"],
      ],
      policy: { enforcement: "block" },
      steps: [
        { generate: "X", lines: ["MSRP 150 from 2026-12-01 until 2026-12-10"] },
        { generate: "X", lines: ["MSRP 150 from 2026-12-01 until 2026-12-20"] },
        { govern: { enforcement: "warn" } },
        { generate: "Y", lines: ["MSRP 150 from 2026-12-02 until 2026-12-10"] },
        { govern: { enforcement: "block" } },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "refused; below_map",
        "created 2, skipped 0, returns 2",
        "created 2, skipped 0, returns 2; leapfrogged kept A MSRP 150 draft, leapfrogged kept B MSRP 150 draft",
        "refused; below_map (held MSRP 150 from 2026-12-02)",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 120 from 2026-12-05, 90 from 2026-12-20",
        "A MSRP: 110 from 2026-01-01",
        "B MAP: 100 from 2026-01-01",
        "B MSRP: 130 from 2026-01-01",
      ],
    },
    why: "Its end lowers the MSRP, as a line would: until another MSRP begins each MAP counts.",
  },
  {
    name: "an MSRP below the MAP once a sale of it is over, under a policy that blocks",
    given: {
      now,
      variants: A,
      prices: [...hundred, "A MSRP 150 from 2026-01-01", "A MAP 130 from 2026-12-05"],
      policy: { enforcement: "block" },
      steps: [
        { generate: "X", lines: ["MSRP 160 from 2026-12-01 until 2026-12-10"] },
        { publish: "X" },
        { generate: "Y", lines: ["MSRP 120 from 2026-11-20"] },
        { generate: "Y", lines: ["MSRP 120 from 2026-11-20 until 2026-12-05"] },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "published 1: 2 records",
        "refused; below_map",
        "created 1, skipped 0; overridden_later kept A MSRP 160",
        "published 2: 1 record",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 130 from 2026-12-05",
        "A MSRP: 150 from 2026-01-01, 120 from 2026-11-20, 160 from 2026-12-01, 150 from 2026-12-10",
      ],
    },
    why: "What begins before a sale is what the sale returns to: the MAP of then counts too.",
  },
  {
    name: "MAP within a temporary MSRP, and after it",
    given: {
      now,
      variants: A,
      prices: [...hundred, "A MSRP 150 from 2026-01-01"],
      policy: { enforcement: "block" },
      steps: [
        { generate: "X", lines: ["MSRP 110 from 2026-12-01 until 2026-12-05", "MAP 120 from 2026-12-03"] },
        { generate: "X", lines: ["MSRP 110 from 2026-12-01 until 2026-12-05", "MAP 120 from 2026-12-10"] },
      ],
    },
    expect: {
      told: ["refused; below_map, above_msrp", "created 2, skipped 0, returns 1"],
      timeline: ["A MAP: 100 from 2026-01-01", "A MSRP: 150 from 2026-01-01"],
    },
    why: "MAP is held against the MSRP in force then, and a temporary one has ended.",
  },
  {
    name: "MAP against what the batch does to MSRP",
    given: {
      now,
      variants: A,
      prices: [...hundred, "A MSRP 150 from 2026-01-01", "A MSRP 110 from 2026-12-05"],
      policy: { enforcement: "block" },
      steps: [
        {
          generate: "X",
          lines: ["MSRP 200 from 2026-12-01"],
          on_collision: { overridden_later: "withdraw" },
        },
        { generate: "X", lines: ["MAP 180 from 2026-12-10"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, withdrawals 1; overridden_later withdrawn A MSRP 110",
        "created 1, skipped 0",
        "published 1: 3 records",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 180 from 2026-12-10",
        "A MSRP: 150 from 2026-01-01, 200 from 2026-12-01",
      ],
    },
    why: "What the batch holds already counts, and what it withdraws does not.",
  },
  {
    name: "a later turn that breaks what the batch holds, under a policy that blocks",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MSRP 150 from 2026-01-01"],
      policy: { map_at_most_msrp: true, enforcement: "block" },
      steps: [
        { generate: "X", lines: ["MAP 140 from 2026-12-01"] },
        { generate: "X", lines: ["MSRP 120 from 2026-11-20"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "refused; below_map", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 140 from 2026-12-01", "A MSRP: 150 from 2026-01-01"],
    },
    why: "Else the batch could be filled, and then not be published.",
  },
  {
    name: "a day of the brand's zone",
    given: {
      now,
      time_zone: "America/New_York",
      variants: A,
      prices: ["A MAP 100 from 2026-01-01"],
      steps: [{ generate: "X", lines: ["MAP 90 from 2027-03-14 until 2027-03-15"] }, { publish: "X" }],
    },
    expect: {
      told: ["created 1, skipped 0, returns 1", "published 1: 2 records"],
      timeline: [
        "A MAP: 100 from 2026-01-01T05:00:00.000Z, 90 from 2027-03-14T05:00:00.000Z, 100 from 2027-03-15T04:00:00.000Z",
      ],
    },
    why: "Days begin at midnight there, and that of the clock change has 23 hours.",
  },
]

export const removeCases: ReadonlyArray<Case<StoryGiven, StoryExpect>> = [
  {
    name: "a colorway, with all that it holds",
    given: {
      now,
      variants: B,
      prices: [...scheduled, "B MAP 90 from 2026-01-01"],
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-11-15 until 2026-11-20", "MSRP 150 from 2026-12-01"] },
        { generate: "X", lines: ["MAP 70 from 2026-12-01"], on_collision: { same_instant: "withdraw" } },
        { remove: "X", colors: ["Black", "Red"] },
        { look: "X" },
        { publish: "X" },
        { generate: "X", lines: ["MAP 85 from 2026-11-10"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 4, skipped 0, returns 2",
        "created 2, skipped 0, withdrawals 1; same_instant withdrawn A MAP 120",
        "removed 8 records, 1 withdrawals; 1 not found; left 0, 0",
        "open: 0 records, 0 withdrawals; lists 0",
        "refused empty",
        "created 2, skipped 0; overridden_later kept A MAP 120",
        "published 1: 2 records",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 85 from 2026-11-10, 120 from 2026-12-01",
        "B MAP: 90 from 2026-01-01, 85 from 2026-11-10",
      ],
    },
    why: "Drafts, returns and withdrawals go, and the batch is as if it had not been asked; it may be filled again.",
  },
  {
    name: "a line, with its return",
    given: {
      now,
      variants: B,
      prices: [...hundred, "B MAP 90 from 2026-01-01"],
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-11-15 until 2026-11-20", "MAP 130 from 2026-12-01"] },
        {
          remove: "X",
          lines: ["MAP from 2026-11-15T00:00:00Z", "MAP from 2026-11-20", "MSRP from 2026-12-01"],
        },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 4, skipped 0, returns 2",
        "removed 4 records, 0 withdrawals; 2 not found; left 2, 0",
        "published 1: 2 records",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 130 from 2026-12-01",
        "B MAP: 90 from 2026-01-01, 130 from 2026-12-01",
      ],
    },
    why: "A line is the one that begins at the instant, however that is written; a return is no line.",
  },
  {
    name: "a line that others follow",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-11-15", "MAP 110 from 2026-12-01"] },
        { remove: "X", lines: ["MAP from 2026-11-15"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 1",
        "removed 1 record, 0 withdrawals; created 1; left 1, 0",
        "published 1: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 110 from 2026-12-01"],
    },
    why: "The later line changed nothing while the earlier one was there, and does now.",
  },
  {
    name: "a line that withdraws",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01"], on_collision: { same_instant: "withdraw" } },
        { generate: "X", lines: ["MAP 90 from 2026-11-10"] },
        { remove: "X", lines: ["MAP from 2026-12-01"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, withdrawals 1; same_instant withdrawn A MAP 120",
        "created 1, skipped 0; overridden_later kept A MAP 120",
        "removed 1 record, 1 withdrawals; left 1, 0",
        "published 1: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-10, 120 from 2026-12-01"],
    },
    why: "What only this line withdrew stays.",
  },
  {
    name: "a pair",
    given: {
      now,
      variants: B,
      prices: [...hundred, "B MAP 90 from 2026-01-01"],
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-12-01"] },
        { remove: "X", pairs: ["A MAP", "A MSRP", "nothing MAP"] },
        { write: ["A MAP 95 from 2026-11-01"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 2, skipped 0",
        "removed 1 record, 0 withdrawals; 2 not found; left 1, 0",
        "published 1: 1 record",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 95 from 2026-11-01",
        "B MAP: 90 from 2026-01-01, 80 from 2026-12-01",
      ],
    },
    why: "What moves of a pair that the batch no longer holds keeps it from nothing.",
  },
  {
    name: "a line that another time zone has moved since",
    given: {
      now,
      time_zone: "America/New_York",
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-12-01 until 2026-12-10", "MAP 90 from 2026-12-20"] },
        { rezone: "America/Los_Angeles", moves: true },
        { generate: "X", lines: ["MAP 80 from 2026-12-01 until 2026-12-10"] },
        { generate: "X", lines: ["MAP 85 from 2026-12-20"] },
        { remove: "X", lines: ["MAP from 2026-12-01"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 2, skipped 0, returns 1",
        "created 0, skipped 1",
        "created 1, skipped 0",
        "removed 2 records, 0 withdrawals; left 1, 0",
        "published 1: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01T05:00:00.000Z, 85 from 2026-12-20T08:00:00.000Z"],
    },
    why: "A line is where its draft is: asked for again it changes nothing, and it can be taken out with its end.",
  },
  {
    name: "what the temporary price of another line returns to",
    given: {
      now,
      variants: A,
      prices: [],
      steps: [
        { generate: "X", lines: ["MAP 100 from 2026-11-10", "MAP 80 from 2026-12-01 until 2026-12-10"] },
        { remove: "X", lines: ["MAP from 2026-11-10"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 2, skipped 0, returns 1",
        "refused; no return A MAP (held MAP 80 from 2026-12-01)",
        "published 1: 3 records",
      ],
      timeline: ["A MAP: 100 from 2026-11-10, 80 from 2026-12-01, 100 from 2026-12-10"],
    },
    why: "It would end the price, and that it may was not said.",
  },
  {
    name: "out of a batch that is published, or takes another back",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-12-01"] },
        { publish: "X" },
        { remove: "X", colors: ["Black"] },
        { revert: "X", as: "R" },
        { remove: "R", colors: ["Black"] },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "published 1: 1 record", "refused", "1 record: withdrawn 1", "refused"],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-12-01"],
    },
    why: "Only an open batch changes; what takes another back does so whole.",
  },
]

export const publishCases: ReadonlyArray<Case<StoryGiven, StoryExpect>> = [
  {
    name: "a sale that is over, and the shop no longer shows what it returned to",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-11-10 until 2026-11-12"] },
        { publish: "X" },
        { retire: ["A MAP"], at: "2026-11-15T00:00:00Z" },
        { retire: ["A MAP"], at: "2026-11-16T00:00:00Z" },
        { generate: "Y", lines: ["MAP 70 from 2026-12-01 until 2026-12-10"] },
      ],
    },
    expect: {
      told: ["created 1, skipped 0, returns 1", "published 1: 2 records", "refused; no return A MAP"],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-11-10, 100 from 2026-11-12, - from 2026-11-15"],
    },
    why: "No older price comes back by that, nor at the end of a later sale.",
  },
  {
    name: "the brand has another time zone by then",
    given: {
      now,
      time_zone: "America/New_York",
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-05", "MAP 80 from 2026-12-01 until 2026-12-10"] },
        { publish: "X" },
        { generate: "Y", lines: ["MAP 120 from 2026-11-28"] },
        { rezone: "Asia/Tokyo", at: "2026-11-10T00:00:00Z" },
        { publish: "Y" },
        { generate: "Z", lines: ["MAP 130 from 2026-12-20"] },
        { publish: "Z" },
      ],
    },
    expect: {
      told: [
        "created 2, skipped 0, returns 1",
        "published 1: 3 records",
        "created 1, skipped 0; leapfrogged kept A MAP 90, overridden_later kept A MAP 80",
        "published 2: 3 records",
        "created 1, skipped 0; leapfrogged kept A MAP 120, leapfrogged kept A MAP 80",
        "published 3: 1 record",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01T05:00:00.000Z, 90 from 2026-11-05T05:00:00.000Z, 120 from 2026-11-28T05:00:00.000Z, 80 from 2026-12-01T05:00:00.000Z, 120 from 2026-12-10T05:00:00.000Z, 130 from 2026-12-19T15:00:00.000Z",
      ],
    },
    why: "Every price keeps the instant that it was written with, in an open batch too; what is written then is of the new zone.",
  },
  {
    name: "records, collisions and what moved once the brand has another time zone",
    given: {
      now,
      time_zone: "America/New_York",
      variants: A,
      prices: [...hundred, "A MAP 85 from 2026-12-15"],
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-12-01"] },
        { generate: "Y", lines: ["MAP 120 from 2026-12-20"] },
        { generate: "Z", lines: ["MAP 70 from 2026-12-01"], shows: "days", dry_run: true },
        { look: "X", shows: "days" },
        { rezone: "Asia/Tokyo", at: "2026-11-02T00:00:00Z" },
        { look: "X", shows: "days" },
        { generate: "Z", lines: ["MAP 75 from 2026-12-02"], shows: "days", dry_run: true },
        { publish: "X", accept: true },
        { publish: "Y", shows: "days" },
        { generate: "Z", lines: ["MAP 70 from 2026-12-03"], basis: "last", shows: "days" },
        { generate: "Z", lines: ["MAP 70 from 2026-12-01T00:00-05:00"], shows: "days" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0; overridden_later kept A MAP 85",
        "created 1, skipped 0; leapfrogged kept A MAP 80 draft, leapfrogged kept A MAP 85",
        "created 1, skipped 0; same_instant rejected A MAP 80 draft from 2026-12-01, overridden_later kept A MAP 85 from 2026-12-15, overridden_later kept A MAP 120 draft from 2026-12-20; would be refused Black collides",
        "open: 1 record, 0 withdrawals; lists 1: 80 draft from 2026-12-01",
        "open: 1 record, 0 withdrawals; lists 1: 80 draft from 2026-12-01T05:00:00.000Z",
        "created 1, skipped 0; leapfrogged kept A MAP 80 draft from 2026-12-01T05:00:00.000Z, overridden_later kept A MAP 85 from 2026-12-15T05:00:00.000Z, overridden_later kept A MAP 120 draft from 2026-12-20T05:00:00.000Z",
        "published 1: 1 record",
        "refused; moved A MAP future 80 draft from 2026-12-01T05:00:00.000Z → 80 from 2026-12-01T05:00:00.000Z",
        "refused; stale; moved A MAP future 80 draft from 2026-12-01T05:00:00.000Z → 80 from 2026-12-01T05:00:00.000Z",
        "refused; same_instant rejected A MAP 80 from 2026-12-01T05:00:00.000Z",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01T05:00:00.000Z, 80 from 2026-12-01T05:00:00.000Z, 85 from 2026-12-15T05:00:00.000Z",
      ],
    },
    why: "A day alone would be one of Tokyo: where the instant stays, it is said as the instant that it is.",
  },
  {
    name: "prices to come move with the time zone",
    given: {
      now,
      time_zone: "America/New_York",
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-05", "MAP 80 from 2026-11-09 until 2026-12-10"] },
        { publish: "X" },
        { generate: "Y", lines: ["MAP 120 from 2026-12-20"] },
        { rezone: "Asia/Tokyo", moves: true, at: "2026-11-10T00:00:00Z" },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 2, skipped 0, returns 1",
        "published 1: 3 records",
        "created 1, skipped 0; leapfrogged kept A MAP 90, leapfrogged kept A MAP 80",
        "published 2: 1 record",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01T05:00:00.000Z, 90 from 2026-11-05T05:00:00.000Z, 80 from 2026-11-09T05:00:00.000Z, 90 from 2026-12-09T15:00:00.000Z, 120 from 2026-12-19T15:00:00.000Z",
      ],
    },
    why: "Where that is asked for: what has begun stays, and what is to come, the end of the sale that runs too, is on its day in Tokyo.",
  },
  {
    name: "twice",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01"] },
        { publish: "X" },
        { publish: "X", at: "2026-11-05T00:00:00Z" },
        { generate: "X", lines: ["MAP 80 from 2026-12-01"] },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "published 1: 1 record", "published 1: 1 record", "refused"],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-12-01"],
    },
    why: "The second publish gives the first one's receipt; a published batch changes no more.",
  },
  {
    name: "drafted first, published last",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01"] },
        { generate: "Y", lines: ["MAP 80 from 2026-12-01"], on_collision: { same_instant: "withdraw" } },
        { publish: "Y" },
        { publish: "X", accept: true },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "created 1, skipped 0; same_instant kept A MAP 90 draft",
        "published 1: 1 record",
        "published 2: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-12-01"],
    },
    why: "Of two at one instant the one that was published last is in force, whatever was drafted first.",
  },
  {
    name: "a variant that is gone since",
    given: {
      now,
      variants: B,
      prices: [...hundred, "B MAP 90 from 2026-01-01"],
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-12-01"] },
        { retire: ["B"], at: "2026-11-02T00:00:00Z" },
        { publish: "X" },
        { publish: "X", accept: true },
      ],
    },
    expect: {
      told: ["created 2, skipped 0", "refused; moved B MAP variant 90 → -", "published 1: 2 records"],
      timeline: [
        "A MAP: 100 from 2026-01-01, 80 from 2026-12-01",
        "B MAP: 90 from 2026-01-01, 80 from 2026-12-01",
      ],
    },
    why: "The colorway is another; accepted, its drafts harm nothing.",
  },
  {
    name: "a draft that it was judged by, and that is published since",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "Y", lines: ["MAP 120 from 2026-11-20"] },
        { generate: "X", lines: ["MAP 90 from 2026-12-01"] },
        { publish: "Y", accept: true },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "created 1, skipped 0; leapfrogged kept A MAP 120 draft",
        "published 1: 1 record",
        "refused; moved A MAP future 120 draft → 120",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-11-20"],
    },
    why: "What was is listed as it was then: no draft is in force, and now it is a price to come.",
  },
  {
    name: "republished, and in force no more",
    given: {
      now,
      variants: B,
      prices: [...hundred, "B MAP 90 from 2026-01-01"],
      steps: [
        { fill: ["A", "B"] },
        { write: ["A MAP 95 from 2026-10-01"] },
        { publish: "SPRING" },
        { fill: ["A", "B"] },
        { publish: "SPRING", at: "2026-11-02T00:00:00Z" },
      ],
    },
    expect: {
      told: [
        "filled: 2 added, 0 updated, 0 unchanged",
        "refused; moved A MAP incumbent 100 → 95",
        "filled: 0 added, 1 updated, 1 unchanged",
        "published 1: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 95 from 2026-10-01", "B MAP: 90 from 2026-01-01"],
    },
    why: "What it was filled with is what it was judged by: no dealer is sent a price that holds no more.",
  },
  {
    name: "republished after another took over, as accepted",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 120 from 2026-11-10"],
      steps: [
        { fill: ["A"] },
        { publish: "SPRING", at: "2026-11-20T00:00:00Z" },
        { publish: "SPRING", accept: true },
      ],
    },
    expect: {
      told: [
        "filled: 1 added, 0 updated, 0 unchanged",
        "refused; moved A MAP incumbent 100 → 120",
        "published 1: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-11-10"],
    },
    why: "Here the time that has passed alone moves something: the price is not in force any more.",
  },
  {
    name: "a variant that came since",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-12-01"] },
        { generate: "Y", lines: ["MSRP 150 from 2026-12-01"] },
        { show: ["C Black", "D Red"] },
        { write: ["C MAP 95 from 2026-01-01"] },
        { publish: "X" },
        { publish: "Y" },
        { generate: "X", lines: ["MAP 80 from 2026-12-01"] },
        { publish: "X" },
        { publish: "Y", accept: true },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "created 1, skipped 0",
        "refused; moved C MAP variant - → 95",
        "refused; moved C MSRP variant - → -",
        "created 1, skipped 1",
        "published 1: 2 records",
        "published 2: 1 record",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 80 from 2026-12-01",
        "A MSRP: 150 from 2026-12-01",
        "C MAP: 95 from 2026-01-01, 80 from 2026-12-01",
      ],
    },
    why: "It would keep its old price, or have none; generated again, it has that of its colorway. Another color is none of it.",
  },
  {
    name: "variants that moved to another color, and into this one",
    given: {
      now,
      variants: B,
      prices: [...hundred, "B MAP 90 from 2026-01-01"],
      steps: [
        { show: ["C Red"] },
        { write: ["C MAP 95 from 2026-01-01"] },
        { generate: "X", lines: ["MAP 80 from 2026-12-01"] },
        { show: ["B Red", "C Black"] },
        { publish: "X" },
        { show: ["B Black", "C Red"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 2, skipped 0",
        "refused; moved B MAP variant 90 → -, C MAP variant - → 95",
        "published 1: 2 records",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 80 from 2026-12-01",
        "B MAP: 90 from 2026-01-01, 80 from 2026-12-01",
        "C MAP: 95 from 2026-01-01",
      ],
    },
    why: "One would get the price of a color that it is no longer of. Moved back, they are as they were judged.",
  },
  {
    name: "a variant that went and came again",
    given: {
      now,
      variants: B,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-12-01"] },
        { retire: ["B"], at: "2026-11-02T00:00:00Z" },
        { publish: "X" },
        { show: ["B Black"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 2, skipped 0", "refused; moved B MAP variant - → -", "published 1: 2 records"],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-12-01", "B MAP: 80 from 2026-12-01"],
    },
    why: "What is as it was has not moved, with a price or without.",
  },
  {
    name: "a variant that was taken out of the batch",
    given: {
      now,
      variants: B,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-12-01"] },
        { remove: "X", pairs: ["B MAP"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 2, skipped 0", "removed 1 record, 0 withdrawals; left 1, 0", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-12-01"],
    },
    why: "It was left out on purpose, and has not come since.",
  },
  {
    name: "an adjustment, and a variant that came since",
    given: {
      now,
      variants: B,
      prices: hundred,
      steps: [
        { adjust: "X", by: { percent: "-10" }, from: "2026-12-01" },
        { show: ["C Black"] },
        { write: ["C MAP 95 from 2026-01-01"] },
        { publish: "X" },
        { publish: "X", accept: true },
      ],
    },
    expect: {
      told: [
        "MAP 100 → 90; created 1, skipped 0, no price 1",
        "refused; moved C MAP variant - → 95",
        "published 1: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-12-01", "C MAP: 95 from 2026-01-01"],
    },
    why: "A variant that had no price was there already, though nothing of it was adjusted.",
  },
  {
    name: "a published draft after a price that was written meanwhile",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01"] },
        { write: ["A MAP 70 from 2026-12-01"] },
        { publish: "X" },
        { publish: "X", accept: true },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "refused; moved A MAP future - → 70", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-12-01"],
    },
    why: "It became active later, and so it is in force; publishing says first that another has come.",
  },
  {
    name: "a publish in between changes what a temporary price returns to",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: [holiday] },
        { generate: "Y", lines: ["MAP 110 from 2026-11-10"] },
        { publish: "Y" },
        { publish: "X" },
        { generate: "X", lines: [holiday] },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "created 1, skipped 0; overridden_later kept A MAP 80 draft",
        "published 1: 1 record",
        "refused; moved A MAP future - → 110",
        "created 0, skipped 1, returns 1; leapfrogged kept A MAP 110",
        "published 2: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 110 from 2026-11-10, 80 from 2026-11-27, 110 from 2026-12-05"],
    },
    why: "The draft of the return says 100; generated again, it says what is in force by then.",
  },
  {
    name: "time alone",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 105 from 2026-11-10"],
      steps: [
        { generate: "X", lines: ["MAP 120 from 2026-12-01"] },
        { publish: "X", at: "2026-11-20T00:00:00Z" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0; leapfrogged kept A MAP 105", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 105 from 2026-11-10, 120 from 2026-12-01"],
    },
    why: "That 105 has come into force as it was scheduled is what the change was judged by.",
  },
  {
    name: "a withdrawal that comes too late",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 105 from 2026-11-10"],
      steps: [
        { generate: "X", lines: ["MAP 120 from 2026-12-01"], on_collision: { leapfrogged: "withdraw" } },
        { publish: "X", at: "2026-11-20T00:00:00Z" },
        { publish: "X", accept: true },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, withdrawals 1; leapfrogged withdrawn A MAP 105",
        "refused; moved A MAP incumbent - → 105",
        "published 1: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 105 from 2026-11-10, 120 from 2026-12-01"],
    },
    why: "What has begun cannot be taken out of the future any more; accepted, it stays.",
  },
  {
    name: "a withdrawal that is needed no more",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 105 from 2026-11-10"],
      steps: [
        { generate: "X", lines: ["MAP 120 from 2026-12-01"], on_collision: { leapfrogged: "withdraw" } },
        { generate: "Y", lines: ["MAP 120 from 2026-11-20"] },
        { publish: "Y" },
        { publish: "X" },
        { generate: "X", lines: ["MAP 120 from 2026-12-01"], on_collision: { leapfrogged: "withdraw" } },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, withdrawals 1; leapfrogged withdrawn A MAP 105",
        "created 1, skipped 0; leapfrogged kept A MAP 105, overridden_later kept A MAP 120 draft",
        "published 1: 1 record",
        "refused; moved A MAP future - → 120",
        "created 0, skipped 1; leapfrogged kept A MAP 105, leapfrogged kept A MAP 120",
        "refused empty",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 105 from 2026-11-10, 120 from 2026-11-20"],
    },
    why: "Generated again, a batch holds what it would hold if it were new.",
  },
  {
    name: "two lines at one instant, generated again in another order",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01", "MAP 80 from 2026-12-01"] },
        { generate: "X", lines: ["MAP 80 from 2026-12-01", "MAP 90 from 2026-12-01"] },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 2, skipped 0", "created 1, skipped 1", "published 1: 2 records"],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-12-01"],
    },
    why: "The last line takes over, whatever the batch held before.",
  },
  {
    name: "two lines at one instant, and a policy that blocks since",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01", "MAP 80 from 2026-12-01"] },
        { govern: { enforcement: "block" } },
        { publish: "X" },
      ],
    },
    expect: {
      told: ["created 2, skipped 0", "refused; never_in_force (held MAP 90 from 2026-12-01)"],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "The first of the two drafts would never be in force; the warning names the other one.",
  },
  {
    name: "backdated",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-10"] },
        { publish: "X", at: "2026-11-11T00:00:00.001Z" },
        { publish: "X", backdated: true },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "refused backdated", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-10"],
    },
    why: "More than a day late is refused until somebody allows it.",
  },
  {
    name: "a policy that blocks, and a price that the batch withdraws",
    given: {
      now,
      variants: A,
      prices: [...hundred, "A MAP 200 from 2026-12-01"],
      policy: { max_decrease_percent: "10", enforcement: "block" },
      steps: [
        { generate: "X", lines: ["MAP 105 from 2026-12-15"], on_collision: { leapfrogged: "withdraw" } },
        { publish: "X" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, withdrawals 1; leapfrogged withdrawn A MAP 200",
        "published 1: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 105 from 2026-12-15"],
    },
    why: "Publishing judges as generating did: 105 follows 100, since 200 never comes.",
  },
  {
    name: "late by a day of 25 hours",
    given: {
      now,
      time_zone: "America/New_York",
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-01"] },
        { publish: "X", at: "2026-11-02T05:00:00Z" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01T05:00:00.000Z, 90 from 2026-11-01T04:00:00.000Z"],
    },
    why: "Days are the brand's: until midnight in New York the price is no more than a day old.",
  },
  {
    name: "late by more than a day of 23 hours",
    given: {
      now,
      time_zone: "America/New_York",
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2027-03-14"] },
        { publish: "X", at: "2027-03-15T04:00:00.001Z" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "refused backdated"],
      timeline: ["A MAP: 100 from 2026-01-01T05:00:00.000Z"],
    },
    why: "On the 15th, a millisecond after midnight, it has lasted for a whole day of theirs.",
  },
  {
    name: "a day late",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-10"] },
        { publish: "X", at: "2026-11-11T00:00:00Z" },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "published 1: 1 record"],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-10"],
    },
    why: "Up to a day is what approvals take.",
  },
  {
    name: "discarded",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01"] },
        { discard: "X" },
        { discard: "X" },
        { publish: "X" },
        { generate: "X", lines: ["MAP 90 from 2026-12-01"] },
        { generate: "Y", lines: ["MAP 90 from 2026-12-01"] },
      ],
    },
    expect: {
      told: ["created 1, skipped 0", "discarded", "discarded", "refused", "refused", "created 1, skipped 0"],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "Its drafts are withdrawn and in nobody's way; the batch stays what it is.",
  },
]

export const revertCases: ReadonlyArray<Case<StoryGiven, StoryExpect>> = [
  {
    name: "before it begins",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: [holiday] },
        { publish: "X" },
        { revert: "X", as: "Y", at: "2026-11-02T00:00:00Z" },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "published 1: 2 records",
        "2 records: withdrawn 2",
        "published 2: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "What is still to come is withdrawn.",
  },
  {
    name: "while it is in force",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: [holiday] },
        { publish: "X" },
        { revert: "X", as: "Y", at: "2026-12-01T10:00:00Z" },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "published 1: 2 records",
        "2 records: withdrawn 1, returned 1",
        "published 2: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-11-27, 100 from 2026-12-01T10:00:00.000Z"],
    },
    why: "From then on what would be in force without it; what was, stays in history.",
  },
  {
    name: "after another took over",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-10"] },
        { publish: "X" },
        { write: ["A MAP 95 from 2026-11-20"] },
        { revert: "X", as: "Y", at: "2026-12-01T00:00:00Z" },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "1 record: superseded 1; left A superseded",
        "refused empty",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-10, 95 from 2026-11-20"],
    },
    why: "It is over: there is nothing to take back, and so nothing to publish.",
  },
  {
    name: "what it withdrew",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-10"], on_collision: { overridden_later: "withdraw" } },
        { publish: "X" },
        { revert: "X", as: "Y", at: "2026-11-05T00:00:00Z" },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, withdrawals 1; overridden_later withdrawn A MAP 120",
        "published 1: 2 records",
        "2 records: withdrawn 1, set_again 1",
        "published 2: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01"],
    },
    why: "A record that is still to come is set again.",
  },
  {
    name: "what it withdrew, when that would be in force",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-10"], on_collision: { overridden_later: "withdraw" } },
        { publish: "X" },
        { revert: "X", as: "Y", at: "2026-12-05T00:00:00Z" },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, withdrawals 1; overridden_later withdrawn A MAP 120",
        "published 1: 2 records",
        "2 records: returned 2",
        "published 2: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-10, 120 from 2026-12-05"],
    },
    why: "Without the batch 120 would be in force: so it is from now on.",
  },
  {
    name: "a first price after a sale over it",
    given: {
      now,
      variants: A,
      prices: [],
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-10"] },
        { publish: "X" },
        { generate: "Y", lines: ["MAP 80 from 2026-11-12 until 2026-11-14"] },
        { publish: "Y" },
        { revert: "X", as: "Z", at: "2026-12-05T00:00:00Z" },
        { publish: "Z" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "created 1, skipped 0, returns 1; leapfrogged kept A MAP 90",
        "published 2: 2 records",
        "1 record: no_earlier_price 1; left A no_earlier_price",
        "refused empty",
      ],
      timeline: ["A MAP: 90 from 2026-11-10, 80 from 2026-11-12, 90 from 2026-11-14"],
    },
    why: "What the sale returned to is the batch's price, and a price cannot be made to never have been.",
  },
  {
    name: "what took a price back, once a sale came that began before it was",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 130 from 2026-11-10"] },
        { publish: "X" },
        { revert: "X", as: "Y", at: "2026-11-16T00:00:00Z" },
        { publish: "Y" },
        {
          generate: "K",
          lines: ["MAP 80 from 2026-11-15T12:00:00Z until 2026-11-25"],
          at: "2026-11-16T06:00:00Z",
        },
        { publish: "K" },
        { revert: "Y", as: "Z", at: "2026-11-19T00:00:00Z" },
        { publish: "Z" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "1 record: returned 1",
        "published 2: 1 record",
        "created 1, skipped 0, returns 1",
        "published 3: 3 records",
        "1 record: superseded 1; left A superseded",
        "published 4: 2 records",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 130 from 2026-11-10, 80 from 2026-11-15T12:00:00.000Z, 100 from 2026-11-16, 80 from 2026-11-16T06:00:00.000Z, 130 from 2026-11-25",
      ],
    },
    why: "Without what took it back the sale would end with 130.",
  },
  {
    name: "a first price",
    given: {
      now,
      variants: A,
      prices: [],
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-10"] },
        { publish: "X" },
        { revert: "X", as: "Y", at: "2026-12-05T00:00:00Z" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "1 record: no_earlier_price 1; left A no_earlier_price",
      ],
      timeline: ["A MAP: 90 from 2026-11-10"],
    },
    why: "A price cannot be made to never have been.",
  },
  {
    name: "twice, and under a policy that blocks",
    given: {
      now,
      variants: A,
      prices: hundred,
      policy: { notice_days: 5, enforcement: "block" },
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-10"] },
        { publish: "X" },
        { revert: "X", as: "Y", at: "2026-11-20T00:00:00Z" },
        { publish: "Y" },
        { revert: "X", as: "Z" },
        { revert: "Y", as: "W" },
        { publish: "W" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "1 record: returned 1",
        "published 2: 1 record",
        "1 record: superseded 1; left A superseded",
        "1 record: returned 1",
        "published 3: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-10, 90 from 2026-11-20"],
    },
    why: "Taking back needs no notice; what takes back can be taken back itself.",
  },
  {
    name: "what a batch withdrew, and would hold by now, beneath the end of a sale of the same amount",
    given: {
      now,
      variants: A,
      prices: ["A MAP 20 from 2026-11-16"],
      steps: [
        {
          generate: "X",
          lines: [
            "MAP 20 from 2026-11-15 until 2026-11-18",
            "MAP 10 from 2026-11-16 until 2026-11-17",
            "MAP 10 from 2026-11-18",
          ],
          on_collision: { same_instant: "withdraw", leapfrogged: "withdraw" },
          on_no_return: "end",
        },
        { publish: "X" },
        { revert: "X", as: "Y", at: "2026-11-17T00:00:00Z" },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 3, skipped 0, returns 1, withdrawals 1; overridden_later kept A MAP 20, same_instant withdrawn A MAP 20, leapfrogged withdrawn A MAP 20",
        "published 1: 5 records",
        "5 records: withdrawn 1, unchanged 2, superseded 2; left A superseded, A superseded",
        "published 2: 2 records",
      ],
      timeline: ["A MAP: 20 from 2026-11-15, 10 from 2026-11-16, 20 from 2026-11-17"],
    },
    why: "Without the batch 20 is in force for good: that it is 20 at this moment, as the sale returns to it, is not the same.",
  },
  {
    name: "what it held",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: [holiday] },
        { look: "X" },
        { publish: "X" },
        { revert: "X", as: "Y", at: "2026-12-01T10:00:00Z" },
        { look: "Y" },
        { publish: "Y" },
        { look: "X" },
        { look: "Y" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, returns 1",
        "open: 2 records, 0 withdrawals; lists 2",
        "published 1: 2 records",
        "2 records: withdrawn 1, returned 1",
        "open: 1 record, 1 withdrawals; lists 1",
        "published 2: 2 records",
        "published: 2 records, 0 withdrawals; lists 2",
        "published: 1 record, 1 withdrawals; lists 1",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-11-27, 100 from 2026-12-01T10:00:00.000Z"],
    },
    why: "A published batch keeps what it held, and its counts; what was withdrawn since says so.",
  },
  {
    name: "what somebody has withdrawn",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01"] },
        { publish: "X" },
        { generate: "Y", lines: ["MAP 80 from 2026-12-01"], on_collision: { same_instant: "withdraw" } },
        { publish: "Y" },
        { revert: "X", as: "Z" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "created 1, skipped 0, withdrawals 1; same_instant withdrawn A MAP 90",
        "published 2: 2 records",
        "1 record: already_withdrawn 1; left A already_withdrawn",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-12-01"],
    },
    why: "Every record that the batch published has an outcome, also one that is gone.",
  },
  {
    name: "what another price has taken the instant of",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01"], on_collision: { same_instant: "withdraw" } },
        { publish: "X" },
        { generate: "Y", lines: ["MAP 90 from 2026-12-01"], on_collision: { same_instant: "keep" } },
        { publish: "Y" },
        { revert: "X", as: "Z" },
        { publish: "Z" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, withdrawals 1; same_instant withdrawn A MAP 120",
        "published 1: 2 records",
        "created 1, skipped 0; same_instant kept A MAP 110",
        "published 2: 1 record",
        "2 records: withdrawn 1, superseded 1; left A superseded",
        "published 3: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-12-01"],
    },
    why: "Without the batch 120 would not be in force at its instant either: set again, it would take over from 90.",
  },
  {
    name: "what took back a price beneath a sale",
    given: { now, variants: A, prices: hundred, steps: takenBackTwice("") },
    expect: {
      told: toldTwice("MAP 50"),
      timeline: ["A MAP: 100 from 2026-01-01, 50 from 2026-11-03, 42 from 2026-11-05, 50 from 2026-11-20"],
    },
    why: "The price is over, and the sale is over it still: it is set again from the end of the sale.",
  },
  {
    name: "what took back a list's price beneath a sale",
    given: { ...inEurope, steps: takenBackTwice("@EU") },
    expect: {
      told: toldTwice("MAP@EU 50"),
      timeline: [
        "A MAP: 100 from 2026-01-01",
        "A MAP@EU: 90 from 2026-01-01, 50 from 2026-11-03, 42 from 2026-11-05, 50 from 2026-11-20",
      ],
    },
    why: "Lists are no different.",
  },
  {
    name: "what took back an ending beneath a sale",
    given: { ...inEurope, steps: takenBackTwice("@EU", "not_offered") },
    expect: {
      told: toldTwice("MAP@EU not_offered"),
      timeline: [
        "A MAP: 100 from 2026-01-01",
        "A MAP@EU: 90 from 2026-01-01, not_offered from 2026-11-03, 42 from 2026-11-05, not_offered from 2026-11-20",
      ],
    },
    why: "An ending is set again as a price is.",
  },
  {
    name: "what took back a price beneath a sale, taken back and again",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        ...takenBackTwice(""),
        { revert: "N", as: "O", at: "2026-11-12T00:00:00Z" },
        { publish: "O" },
        { revert: "O", as: "P", at: "2026-11-13T00:00:00Z" },
        { publish: "P" },
        { revert: "P", as: "Q", at: "2026-11-25T00:00:00Z" },
        { publish: "Q" },
        { revert: "Q", as: "R", at: "2026-11-26T00:00:00Z" },
        { publish: "R" },
      ],
    },
    expect: {
      told: [
        ...toldTwice("MAP 50"),
        "2 records: withdrawn 1, set_again 1",
        "published 5: 2 records",
        "2 records: withdrawn 1, set_again 1",
        "published 6: 2 records",
        "2 records: returned 1, superseded 1; left A superseded",
        "published 7: 1 record",
        "1 record: returned 1",
        "published 8: 1 record",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 50 from 2026-11-03, 42 from 2026-11-05, 50 from 2026-11-20, 100 from 2026-11-25, 50 from 2026-11-26",
      ],
    },
    why: "Each brings back what held before the one that it takes back, during the sale and after it.",
  },
  {
    name: "a second time, after another has withdrawn what came back",
    given: { now, variants: A, prices: scheduled, steps: [...takenBackAndWithdrawn, ...onceMore] },
    expect: {
      told: [
        ...toldWithdrawn,
        "2 records: superseded 1, already_withdrawn 1; left A already_withdrawn, A superseded",
        "refused empty",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 85 from 2026-11-20"],
    },
    why: "The batch is taken back already: what another batch has done since stays.",
  },
  {
    name: "a second time, once its prices stand again, after another has withdrawn what came back",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        ...takenBackAndWithdrawn,
        { revert: "Y", as: "V", at: "2026-11-06T12:00:00Z" },
        { publish: "V" },
        ...onceMore,
      ],
    },
    expect: {
      told: [
        ...toldWithdrawn,
        "2 records: set_again 1, already_withdrawn 1; left A already_withdrawn",
        "published 4: 1 record",
        "2 records: withdrawn 1, superseded 1; left A superseded",
        "published 5: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 85 from 2026-11-20"],
    },
    why: "Its prices are those that were set again; what another has withdrawn is not set again by this either.",
  },
  {
    name: "a second time, once its prices stand again",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        ...takenBackAndWithdrawn.slice(0, 4),
        { revert: "Y", as: "V", at: "2026-11-06T00:00:00Z" },
        { publish: "V" },
        ...onceMore,
      ],
    },
    expect: {
      told: [
        ...toldWithdrawn.slice(0, 4),
        "2 records: withdrawn 1, set_again 1",
        "published 3: 2 records",
        "2 records: withdrawn 1, set_again 1",
        "published 4: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01"],
    },
    why: "What the batch did is taken back, also where another batch has set it again.",
  },
  {
    name: "a second time, once its prices stand again and are in force",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-10"] },
        { publish: "X" },
        { revert: "X", as: "Y", at: "2026-11-12T00:00:00Z" },
        { publish: "Y" },
        { revert: "Y", as: "V", at: "2026-11-14T00:00:00Z" },
        { publish: "V" },
        { revert: "X", as: "Z", at: "2026-11-16T00:00:00Z" },
        { publish: "Z" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "1 record: returned 1",
        "published 2: 1 record",
        "1 record: returned 1",
        "published 3: 1 record",
        "1 record: returned 1",
        "published 4: 1 record",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 90 from 2026-11-10, 100 from 2026-11-12, 90 from 2026-11-14, 100 from 2026-11-16",
      ],
    },
    why: "The price in force is the batch's, though another batch has set it again.",
  },
  {
    name: "a price that another batch withdrew, and taking that back set again",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        ...withdrawnByAnother,
        { revert: "W", as: "V" },
        { publish: "V" },
        { revert: "X", as: "Y" },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        ...toldByAnother,
        "2 records: withdrawn 1, set_again 1",
        "published 3: 2 records",
        "2 records: withdrawn 2",
        "published 4: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "It is the batch's, though it was set again since.",
  },
  {
    name: "what withdrew a price, once that one's batch was taken back",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        ...withdrawnByAnother,
        { revert: "X", as: "Y" },
        { publish: "Y" },
        { revert: "W", as: "V" },
        { publish: "V" },
      ],
    },
    expect: {
      told: [
        ...toldByAnother,
        "2 records: withdrawn 1, already_withdrawn 1; left A already_withdrawn",
        "published 3: 1 record",
        "2 records: withdrawn 1, superseded 1; left A superseded",
        "published 4: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01"],
    },
    why: "Without it there would be no such price either.",
  },
  {
    name: "what withdrew a price, again and again, of several prices of one amount and at one moment",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 80 from 2026-11-22"] },
        { publish: "X" },
        {
          generate: "W",
          lines: ["MAP 80 from 2026-11-21"],
          on_collision: { overridden_later: "withdraw" },
          include_unchanged: true,
        },
        { publish: "W" },
        { revert: "W", as: "V" },
        { publish: "V" },
        {
          generate: "U",
          lines: ["MAP 80 from 2026-11-23"],
          on_collision: { leapfrogged: "withdraw" },
          include_unchanged: true,
        },
        { publish: "U" },
        { revert: "V", as: "T" },
        { publish: "T" },
        { revert: "T", as: "S" },
        { publish: "S" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "created 1, skipped 0, withdrawals 1; overridden_later withdrawn A MAP 80",
        "published 2: 2 records",
        "2 records: withdrawn 1, set_again 1",
        "published 3: 2 records",
        "created 1, skipped 0, withdrawals 1; leapfrogged withdrawn A MAP 80",
        "published 4: 2 records",
        "2 records: set_again 1, already_withdrawn 1; left A already_withdrawn",
        "published 5: 1 record",
        "1 record: withdrawn 1",
        "published 6: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 80 from 2026-11-23"],
    },
    why: "What U withdrew stays so: it was set again in the place of what W had withdrawn, and of no other.",
  },
  {
    name: "a list's price again and again as it begins",
    given: {
      ...inEurope,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP@EU 30 from 2026-11-04"] },
        { publish: "X" },
        { revert: "X", as: "Y", at: "2026-11-04T00:00:00Z" },
        { publish: "Y" },
        { revert: "Y", as: "V" },
        { publish: "V" },
        { revert: "X", as: "Z" },
        { publish: "Z" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "1 record: returned 1",
        "published 2: 1 record",
        "1 record: returned 1",
        "published 3: 1 record",
        "1 record: returned 1",
        "published 4: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01", "A MAP@EU: 100 of base from 2026-11-01"],
    },
    why: "Clocks may stand: what ended the first one came before what set it again, and does not end that.",
  },
  {
    name: "what another has withdrawn at the same moment",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-10"], on_collision: { overridden_later: "withdraw" } },
        { generate: "Y", lines: ["MAP 95 from 2026-11-12"], on_collision: { overridden_later: "withdraw" } },
        { publish: "X", accept: true },
        { publish: "Y", accept: true },
        { look: "Y" },
        { revert: "Y", as: "Z" },
        { publish: "Z" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, withdrawals 1; overridden_later withdrawn A MAP 120",
        "created 1, skipped 0, withdrawals 1; overridden_later withdrawn A MAP 120, leapfrogged kept A MAP 90 draft",
        "published 1: 2 records",
        "published 2: 1 record",
        "published: 1 record, 0 withdrawals; lists 1",
        "1 record: withdrawn 1",
        "published 3: 1 record",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-10"],
    },
    why: "A batch has withdrawn what was there when it was published, whatever it was meant to.",
  },
  {
    name: "what took back a price before a sale came",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "H", lines: ["MAP 50 from 2026-11-03"] },
        { publish: "H" },
        { revert: "H", as: "M", at: "2026-11-10T00:00:00Z" },
        { publish: "M" },
        { generate: "K", lines: ["MAP 42 from 2026-11-11 until 2026-11-20"] },
        { publish: "K" },
        { revert: "M", as: "N", at: "2026-11-12T00:00:00Z" },
        { publish: "N" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "1 record: returned 1",
        "published 2: 1 record",
        "created 1, skipped 0, returns 1",
        "published 3: 2 records",
        "1 record: superseded 1; left A superseded",
        "published 4: 2 records",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 50 from 2026-11-03, 100 from 2026-11-10, 42 from 2026-11-11, 50 from 2026-11-20",
      ],
    },
    why: "The sale ends with what would hold beneath it if nothing had been taken back; what was in force meanwhile stays.",
  },
  {
    name: "what took back a price of the instant of a sale",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "H", lines: ["MAP 140 from 2026-12-01"] },
        { publish: "H" },
        {
          generate: "K",
          lines: ["MAP 120 from 2026-12-01 until 2026-12-05"],
          on_collision: { same_instant: "keep" },
        },
        { publish: "K" },
        { revert: "H", as: "M" },
        { publish: "M" },
        { revert: "M", as: "N" },
        { publish: "N" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0",
        "published 1: 1 record",
        "created 1, skipped 0, returns 1; same_instant kept A MAP 140",
        "published 2: 2 records",
        "1 record: withdrawn 1",
        "published 3: 3 records",
        "3 records: withdrawn 1, set_again 2",
        "published 4: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01, 140 from 2026-12-05"],
    },
    why: "At its own instant it would take over from the sale: it is set again from the end of the sale.",
  },
  {
    name: "what took back a sale within a price",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "H", lines: ["MAP 50 from 2026-11-03", "MAP 60 from 2026-11-04 until 2026-11-25"] },
        { publish: "H" },
        { generate: "K", lines: ["MAP 42 from 2026-11-05 until 2026-11-20"] },
        { publish: "K" },
        { revert: "H", as: "M", at: "2026-11-10T00:00:00Z" },
        { publish: "M" },
        { revert: "M", as: "N" },
        { publish: "N" },
      ],
    },
    expect: {
      told: [
        "created 2, skipped 0, returns 1",
        "published 1: 3 records",
        "created 1, skipped 0, returns 1; leapfrogged kept A MAP 50, leapfrogged kept A MAP 60",
        "published 2: 2 records",
        "3 records: withdrawn 1, superseded 2; left A superseded, A superseded",
        "published 3: 3 records",
        "3 records: withdrawn 1, set_again 2",
        "published 4: 3 records",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01, 50 from 2026-11-03, 60 from 2026-11-04, 42 from 2026-11-05, 60 from 2026-11-20, 50 from 2026-11-25",
      ],
    },
    why: "Each is set again from where nothing is over it any more.",
  },
  {
    name: "what it withdrew, when that would have begun beneath a sale",
    given: {
      now,
      variants: A,
      prices: ["A MAP 100 from 2026-01-01", "A MAP 120 from 2026-11-05"],
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-03"], on_collision: { overridden_later: "withdraw" } },
        { publish: "X" },
        { generate: "K", lines: ["MAP 42 from 2026-11-08 until 2026-11-20"] },
        { publish: "K" },
        { revert: "X", as: "Y", at: "2026-11-10T00:00:00Z" },
        { publish: "Y" },
      ],
    },
    expect: {
      told: [
        "created 1, skipped 0, withdrawals 1; overridden_later withdrawn A MAP 120",
        "published 1: 2 records",
        "created 1, skipped 0, returns 1; leapfrogged kept A MAP 90",
        "published 2: 2 records",
        "2 records: superseded 1, set_again 1; left A superseded",
        "published 3: 2 records",
      ],
      timeline: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-03, 42 from 2026-11-08, 120 from 2026-11-20"],
    },
    why: "Without the batch the sale would return to 120.",
  },
  {
    name: "what is not published",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-10"] },
        { revert: "X", as: "Y" },
      ],
    },
    expect: { told: ["created 1, skipped 0", "refused"], timeline: ["A MAP: 100 from 2026-01-01"] },
    why: "An open batch is discarded instead.",
  },
]
