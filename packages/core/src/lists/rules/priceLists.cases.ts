import type { Case } from "../../kernel/rules/decisionTable.cases.ts"
import type { ListRefusal } from "../PriceListRefused.ts"

/** What is said of a list at a moment. */
export type ListStep =
  | {
      readonly at: string
      readonly create: string
      readonly currency: string
      readonly parent?: string | null
      readonly name?: string
    }
  | {
      readonly at: string
      readonly change: string
      readonly currency?: string
      readonly parent?: string | null
      readonly archived?: boolean
      readonly effective_from?: string
    }

export interface ListsGiven {
  readonly steps: ReadonlyArray<ListStep>
  /** When the lists are asked for. */
  readonly now: string
}

export interface ListsExpect {
  /** What becomes of each step. */
  readonly answers: ReadonlyArray<"done" | "unknown" | "invalid" | ListRefusal>
  /** `LIST CURRENCY below PARENT`, `archived` where it is so, and what is upcoming behind `then`. */
  readonly lists: ReadonlyArray<string>
}

const [first, second, third] = ["2026-11-01T12:00:00Z", "2026-11-02T12:00:00Z", "2026-11-03T12:00:00Z"]
const inEuros: ListStep = { at: first, change: "base", currency: "EUR" }
const eu: ListStep = { at: first, create: "EU", currency: "EUR", parent: "base" }
const de: ListStep = { at: first, create: "DE", currency: "EUR", parent: "EU" }
const below = (create: string, parent: string): ListStep => ({ at: first, create, currency: "EUR", parent })

/** From one of a hundred days on, archived and in use in turn. */
const archivedFrom = (index: number): ListStep => ({
  at: first,
  change: "EU",
  archived: index % 2 === 0,
  effective_from: new Date(Date.UTC(2026, 11, 21 + index)).toISOString().slice(0, 10),
})

/** At one of some days before those, below nothing and below base in turn: each of these hundred follows. */
const movedOn = (index: number): ListStep => ({
  at: `2026-11-${10 + index}T12:00:00Z`,
  change: "EU",
  parent: index % 2 === 0 ? null : "base",
})

export const priceListsCases: ReadonlyArray<Case<ListsGiven, ListsExpect>> = [
  {
    name: "base is always there",
    given: { steps: [], now: first },
    expect: { answers: [], lists: ["base - below nothing"] },
    why: "It is meant where no list is named, and its currency is not known until it is said.",
  },
  {
    name: "a list below another",
    given: { steps: [inEuros, eu, de], now: first },
    expect: {
      answers: ["done", "done", "done"],
      lists: ["DE EUR below EU", "EU EUR below base", "base EUR below nothing"],
    },
    why: "What has no price of its own shows that of its parent.",
  },
  {
    name: "a list that stands alone",
    given: { steps: [{ at: first, create: "JP", currency: "JPY" }], now: first },
    expect: { answers: ["done"], lists: ["JP JPY below nothing", "base - below nothing"] },
    why: "Another currency has prices of its own alone.",
  },
  {
    name: "a key that is taken",
    given: { steps: [inEuros, eu, eu, { at: first, create: "base", currency: "EUR" }], now: first },
    expect: {
      answers: ["done", "done", { reason: "exists" }, { reason: "exists" }],
      lists: ["EU EUR below base", "base EUR below nothing"],
    },
    why: "Keys name lists for good; `base` is there from the beginning.",
  },
  {
    name: "a currency is said once",
    given: {
      steps: [inEuros, { at: first, change: "base", currency: "USD" }, inEuros],
      now: first,
    },
    expect: {
      answers: ["done", { reason: "currency_set", currency: "EUR" }, "done"],
      lists: ["base EUR below nothing"],
    },
    why: "Another currency would make other prices of all that were written; the same one changes nothing.",
  },
  {
    name: "a currency that ISO 4217 does not have",
    given: { steps: [{ at: first, create: "EU", currency: "EURO" }], now: first },
    expect: { answers: ["invalid"], lists: ["base - below nothing"] },
    why: "Amounts in it would be amounts in nothing.",
  },
  {
    name: "a parent of another currency",
    given: { steps: [inEuros, { at: first, create: "US", currency: "USD", parent: "base" }], now: first },
    expect: {
      answers: [
        "done",
        { reason: "other_currency", currency: "USD", parent: "base", parent_currency: "EUR" },
      ],
      lists: ["base EUR below nothing"],
    },
    why: "A list never shows another currency.",
  },
  {
    name: "a parent without a currency",
    given: { steps: [eu], now: first },
    expect: {
      answers: [{ reason: "other_currency", currency: "EUR", parent: "base", parent_currency: null }],
      lists: ["base - below nothing"],
    },
    why: "It was never said that its amounts are euros.",
  },
  {
    name: "an unknown list and an unknown parent",
    given: { steps: [{ at: first, change: "EU", archived: true }, below("EU", "XX")], now: first },
    expect: { answers: ["unknown", "unknown"], lists: ["base - below nothing"] },
    why: "Nothing is made that was not asked for.",
  },
  {
    name: "another parent from a day on",
    given: {
      steps: [
        inEuros,
        eu,
        de,
        { at: second, change: "DE", parent: "base", effective_from: "2026-12-01" },
        { at: second, change: "DE", archived: true, effective_from: "2026-12-24T00:00:00+01:00" },
      ],
      now: third,
    },
    expect: {
      answers: ["done", "done", "done", "done", "done"],
      lists: [
        "DE EUR below EU, then below base from 2026-12-01T00:00:00.000Z, then below base archived from 2026-12-23T23:00:00.000Z",
        "EU EUR below base",
        "base EUR below nothing",
      ],
    },
    why: "It is a price change of all that falls back, and begins as one; a day is one in UTC, for lists have no zone.",
  },
  {
    name: "taken back before it begins",
    given: {
      steps: [
        inEuros,
        eu,
        de,
        { at: second, change: "DE", parent: "base", effective_from: "2026-12-01" },
        { at: third, change: "DE", parent: "EU", effective_from: "2026-12-01" },
      ],
      now: "2026-12-02T00:00:00Z",
    },
    expect: {
      answers: ["done", "done", "done", "done", "done"],
      lists: ["DE EUR below EU", "EU EUR below base", "base EUR below nothing"],
    },
    why: "Of one instant the last that was said holds; what was known before stays known.",
  },
  {
    name: "not from the past on",
    given: {
      steps: [inEuros, eu, { at: second, change: "EU", parent: null, effective_from: "2026-11-01" }],
      now: second,
    },
    expect: {
      answers: ["done", "done", "invalid"],
      lists: ["EU EUR below base", "base EUR below nothing"],
    },
    why: "What was shown until now was shown.",
  },
  {
    name: "below itself",
    given: {
      steps: [inEuros, eu, de, { at: second, change: "EU", parent: "DE" }],
      now: second,
    },
    expect: {
      answers: [
        "done",
        "done",
        "done",
        { reason: "cycle", from: "2026-11-02T12:00:00.000Z", path: ["EU", "DE", "EU"] },
      ],
      lists: ["DE EUR below EU", "EU EUR below base", "base EUR below nothing"],
    },
    why: "Nothing would ever be found.",
  },
  {
    name: "below itself by what is scheduled",
    given: {
      steps: [
        inEuros,
        eu,
        below("DE", "base"),
        { at: first, change: "DE", parent: "EU", effective_from: "2026-12-01" },
        { at: second, change: "EU", parent: "DE" },
      ],
      now: second,
    },
    expect: {
      answers: [
        "done",
        "done",
        "done",
        "done",
        { reason: "cycle", from: "2026-12-01T00:00:00.000Z", path: ["EU", "DE", "EU"] },
      ],
      lists: [
        "DE EUR below base, then below EU from 2026-12-01T00:00:00.000Z",
        "EU EUR below base",
        "base EUR below nothing",
      ],
    },
    why: "Today it would go well, and in December it is too late.",
  },
  {
    name: "a ninth level",
    given: {
      steps: [
        inEuros,
        ...["L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8"].map((key, index) =>
          below(key, index === 0 ? "base" : `L${index}`),
        ),
      ],
      now: first,
    },
    expect: {
      answers: [
        ...Array.from({ length: 8 }, () => "done" as const),
        {
          reason: "too_deep",
          from: "2026-11-01T12:00:00.000Z",
          path: ["L8", "L7", "L6", "L5", "L4", "L3", "L2", "L1", "base"],
          most: 8,
        },
      ],
      lists: [
        ...["L1", "L2", "L3", "L4", "L5", "L6", "L7"].map(
          (key, index) => `${key} EUR below ${index === 0 ? "base" : `L${index}`}`,
        ),
        "base EUR below nothing",
      ],
    },
    why: "A question for a price goes up at most seven times.",
  },
  {
    name: "one instant to come more than may be",
    given: {
      steps: [
        inEuros,
        eu,
        ...Array.from({ length: 100 }, (_, index) => archivedFrom(index)),
        { at: second, change: "EU", archived: true, effective_from: "2027-06-01" },
        { at: second, change: "EU", parent: null, effective_from: "2027-03-30" },
        { at: second, change: "EU", archived: true },
        { at: "2026-12-21T12:00:00Z", change: "EU", archived: true, effective_from: "2027-06-01" },
      ],
      now: "2027-04-01T00:00:00Z",
    },
    expect: {
      answers: [
        ...Array.from({ length: 102 }, () => "done" as const),
        { reason: "too_many_to_come", most: 100 },
        "done",
        "done",
        "done",
      ],
      lists: [
        "EU EUR below nothing, then below nothing archived from 2027-06-01T00:00:00.000Z",
        "base EUR below nothing",
      ],
    },
    why: "Each is looked at wherever a list moves; what holds now, and at an instant that is among them, may always be said.",
  },
  {
    name: "one place more than may be",
    given: {
      steps: [
        inEuros,
        eu,
        ...Array.from({ length: 100 }, (_, index) => archivedFrom(index)),
        ...Array.from({ length: 9 }, (_, index) => movedOn(index)),
        { at: "2026-12-24T12:00:00Z", change: "EU", archived: true },
        { at: "2026-12-25T12:00:00Z", change: "EU", parent: null },
      ],
      now: "2027-04-01T00:00:00Z",
    },
    expect: {
      answers: [
        ...Array.from({ length: 110 }, () => "done" as const),
        { reason: "too_many_places", most: 1000 },
        "done",
        { reason: "too_many_places", most: 1000 },
      ],
      lists: ["EU EUR below base", "base EUR below nothing"],
    },
    why: "All of them are kept and read, those that follow from others too; it can be archived still, and another list made.",
  },
  {
    name: "archived, and below what is archived",
    given: {
      steps: [inEuros, eu, { at: second, change: "EU", archived: true }, { ...de, at: third }],
      now: third,
    },
    expect: {
      answers: ["done", "done", "done", { reason: "archived", parent: "EU" }],
      lists: ["EU EUR below base archived", "base EUR below nothing"],
    },
    why: "A list with prices is archived, never deleted, and nothing new begins with it.",
  },
  {
    name: "archived, and back in use, below what is archived",
    given: {
      steps: [
        inEuros,
        eu,
        de,
        { at: second, change: "EU", archived: true },
        { at: second, change: "DE", archived: true, effective_from: "2026-12-01" },
        { at: third, change: "DE", archived: false, effective_from: "2026-12-24" },
      ],
      now: third,
    },
    expect: {
      answers: ["done", "done", "done", "done", "done", "done"],
      lists: [
        "DE EUR below EU, then below EU archived from 2026-12-01T00:00:00.000Z, then below EU from 2026-12-24T00:00:00.000Z",
        "EU EUR below base archived",
        "base EUR below nothing",
      ],
    },
    why: "What stands there stays there, and falls back past it: only a place that is new is refused.",
  },
  {
    name: "another place below what is archived, and a move away from it that is taken back",
    given: {
      steps: [
        inEuros,
        eu,
        de,
        below("AT", "base"),
        { at: second, change: "EU", archived: true },
        { at: second, change: "DE", parent: "base", effective_from: "2026-12-01" },
        { at: third, change: "AT", parent: "EU" },
        { at: third, change: "DE", parent: "EU", effective_from: "2026-12-24" },
        { at: third, change: "DE", parent: "EU", effective_from: "2026-12-01" },
      ],
      now: "2026-12-02T00:00:00Z",
    },
    expect: {
      answers: [
        ...(["done", "done", "done", "done", "done", "done"] as const),
        { reason: "archived", parent: "EU" },
        { reason: "archived", parent: "EU" },
        "done",
      ],
      lists: ["AT EUR below base", "DE EUR below EU", "EU EUR below base archived", "base EUR below nothing"],
    },
    why: "Taken back, the list stands where it stood.",
  },
  {
    name: "archived before a move that was scheduled earlier",
    given: {
      steps: [
        inEuros,
        eu,
        { at: second, change: "EU", parent: null, effective_from: "2026-12-10" },
        { at: third, change: "EU", archived: true, effective_from: "2026-12-05" },
      ],
      now: third,
    },
    expect: {
      answers: ["done", "done", "done", "done"],
      lists: [
        "EU EUR below base, then below base archived from 2026-12-05T00:00:00.000Z, then below nothing archived from 2026-12-10T00:00:00.000Z",
        "base EUR below nothing",
      ],
    },
    why: "The move says nothing of being archived: the list is not in use again by it.",
  },
  {
    name: "moved before it is archived, on a day and at once",
    given: {
      steps: [
        inEuros,
        eu,
        de,
        below("AT", "EU"),
        { at: second, change: "DE", archived: true, effective_from: "2026-12-10" },
        { at: second, change: "AT", archived: true, effective_from: "2026-12-10" },
        { at: third, change: "DE", parent: "base", effective_from: "2026-12-05" },
        { at: third, change: "AT", parent: null },
      ],
      now: third,
    },
    expect: {
      answers: ["done", "done", "done", "done", "done", "done", "done", "done"],
      lists: [
        "AT EUR below nothing, then below nothing archived from 2026-12-10T00:00:00.000Z",
        "DE EUR below EU, then below base from 2026-12-05T00:00:00.000Z, then below base archived from 2026-12-10T00:00:00.000Z",
        "EU EUR below base",
        "base EUR below nothing",
      ],
    },
    why: "Being archived says nothing of the parent.",
  },
  {
    name: "what a later placement speaks of itself, and what is taken back before it",
    given: {
      steps: [
        inEuros,
        eu,
        de,
        below("AT", "EU"),
        ...["DE", "AT"].flatMap(
          (change): ReadonlyArray<ListStep> => [
            { at: second, change, archived: true, effective_from: "2026-12-10" },
            { at: second, change, archived: false, effective_from: "2026-12-20" },
            { at: third, change, archived: true, effective_from: "2026-12-05" },
          ],
        ),
        { at: "2026-11-04T12:00:00Z", change: "AT", archived: false, effective_from: "2026-12-05" },
      ],
      now: "2026-12-06T00:00:00Z",
    },
    expect: {
      answers: Array.from({ length: 11 }, () => "done" as const),
      lists: [
        "AT EUR below EU, then below EU archived from 2026-12-10T00:00:00.000Z, then below EU from 2026-12-20T00:00:00.000Z",
        "DE EUR below EU archived, then below EU archived from 2026-12-10T00:00:00.000Z, then below EU from 2026-12-20T00:00:00.000Z",
        "EU EUR below base",
        "base EUR below nothing",
      ],
    },
    why: "It was said of the tenth when it changed something there, and so it holds whatever comes and goes before.",
  },
  {
    name: "taken back, with what follows from it",
    given: {
      steps: [
        inEuros,
        eu,
        { at: second, change: "EU", parent: null, effective_from: "2026-12-10" },
        { at: third, change: "EU", archived: true, effective_from: "2026-12-05" },
        {
          at: "2026-11-04T12:00:00Z",
          change: "EU",
          archived: false,
          effective_from: "2026-12-05",
        },
        { at: "2026-11-05T12:00:00Z", change: "EU", parent: "base", effective_from: "2026-12-10" },
        { at: "2026-11-06T12:00:00Z", change: "EU", archived: true },
      ],
      now: "2026-12-06T00:00:00Z",
    },
    expect: {
      answers: Array.from({ length: 7 }, () => "done" as const),
      lists: [
        "EU EUR below base archived, then below base archived from 2026-12-10T00:00:00.000Z",
        "base EUR below nothing",
      ],
    },
    why: "What takes something back speaks of nothing, so that what is said later holds on past it.",
  },
  {
    name: "below itself by what follows",
    given: {
      steps: [
        inEuros,
        eu,
        below("DE", "base"),
        { at: second, change: "EU", parent: "DE", effective_from: "2026-12-10" },
        { at: second, change: "DE", archived: true, effective_from: "2026-12-10" },
        { at: third, change: "DE", parent: "EU", effective_from: "2026-12-05" },
      ],
      now: third,
    },
    expect: {
      answers: [
        "done",
        "done",
        "done",
        "done",
        "done",
        { reason: "cycle", from: "2026-12-10T00:00:00.000Z", path: ["DE", "EU", "DE"] },
      ],
      lists: [
        "DE EUR below base, then below base archived from 2026-12-10T00:00:00.000Z",
        "EU EUR below base, then below DE from 2026-12-10T00:00:00.000Z",
        "base EUR below nothing",
      ],
    },
    why: "On the tenth it would still stand where it came to stand on the fifth.",
  },
  {
    name: "base stays what it is",
    given: {
      steps: [
        inEuros,
        { at: first, create: "EU", currency: "EUR" },
        { at: first, change: "base", parent: "EU" },
        { at: first, change: "base", archived: true },
      ],
      now: first,
    },
    expect: {
      answers: ["done", "done", { reason: "base" }, { reason: "base" }],
      lists: ["EU EUR below nothing", "base EUR below nothing"],
    },
    why: "It is meant wherever no list is named.",
  },
]
