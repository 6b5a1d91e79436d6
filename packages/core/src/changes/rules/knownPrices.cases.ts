import type { Case } from "../../kernel/rules/decisionTable.cases.ts"
import type { StoryGiven, StoryStep } from "./priceChange.cases.ts"

export interface KnownGiven extends StoryGiven {
  /** The moment as of which the timeline is asked for in the end. */
  readonly known: string
}

const now = "2026-11-01T00:00:00Z"
const one = { now, variants: ["A"], prices: ["A MAP 100 from 2026-01-01"] }
const on = (day: number) => `2026-11-${String(day).padStart(2, "0")}T00:00:00Z`
const justBefore = (day: number) => `2026-11-${String(day - 1).padStart(2, "0")}T23:59:59.999999Z`

const published: ReadonlyArray<StoryStep> = [
  { generate: "X", lines: ["MAP 120 from 2026-12-01"] },
  { at: on(10), publish: "X" },
]
const backdated: ReadonlyArray<StoryStep> = [
  { at: on(16), generate: "X", lines: ["MAP 120 from 2026-11-15"] },
  { at: on(20), publish: "X", backdated: true },
]
const takenBack: ReadonlyArray<StoryStep> = [
  { generate: "X", lines: ["MAP 120 from 2026-11-05"] },
  { publish: "X" },
  { at: on(8), revert: "X", as: "R" },
  { publish: "R" },
]
const underSale: ReadonlyArray<StoryStep> = [
  { generate: "S", lines: ["MAP 80 from 2026-12-01 until 2026-12-10"] },
  { publish: "S" },
  { at: on(10), generate: "X", lines: ["MAP 120 from 2026-11-28"] },
  { publish: "X" },
]
const takenBackTwice: ReadonlyArray<StoryStep> = [
  { generate: "X", lines: ["MAP 50 from 2026-11-03"] },
  { publish: "X" },
  { generate: "S", lines: ["MAP 42 from 2026-11-05 until 2026-11-20"] },
  { publish: "S" },
  { at: on(8), revert: "X", as: "R" },
  { publish: "R" },
  { at: on(10), revert: "R", as: "T" },
  { publish: "T" },
]
const rezoned: ReadonlyArray<StoryStep> = [
  { write: ["A MAP 120 from 2026-12-01"] },
  { at: on(10), rezone: "America/New_York", moves: true },
]

/** In the end the timeline as of what was known, as `StoryExpect.timeline`. */
export const knownPricesCases: ReadonlyArray<Case<KnownGiven, ReadonlyArray<string>>> = [
  {
    name: "just before a publication",
    given: { ...one, steps: published, known: justBefore(10) },
    expect: ["A MAP: 100 from 2026-01-01"],
    why: "The catalog held a draft, which is no price.",
  },
  {
    name: "at a publication",
    given: { ...one, steps: published, known: on(10) },
    expect: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01"],
    why: "A price is known from its publication on.",
  },
  {
    name: "a backdated price before it was published",
    given: { ...one, steps: backdated, known: on(17) },
    expect: ["A MAP: 100 from 2026-01-01"],
    why: "It is in force from 15 November, and was not known until the 20th: what was charged on the 17th is proven.",
  },
  {
    name: "a backdated price since it was published",
    given: { ...one, steps: backdated, known: on(20) },
    expect: ["A MAP: 100 from 2026-01-01, 120 from 2026-11-15"],
    why: "From its publication on it is what holds from its instant.",
  },
  {
    name: "before a price was taken back",
    given: { ...one, steps: takenBack, known: on(7) },
    expect: ["A MAP: 100 from 2026-01-01, 120 from 2026-11-05"],
    why: "It was not taken back yet: it was to hold without end.",
  },
  {
    name: "since a price was taken back",
    given: { ...one, steps: takenBack, known: on(8) },
    expect: ["A MAP: 100 from 2026-01-01, 120 from 2026-11-05, 100 from 2026-11-08"],
    why: "From then on it is over, and it was charged until then.",
  },
  ...[
    { name: "before a price beneath a sale was taken back", known: 7, back: 50 },
    { name: "since a price beneath a sale was taken back", known: 9, back: 100 },
    { name: "since a price beneath a sale was brought back", known: 10, back: 50 },
  ].map(({ name, known, back }) => ({
    name,
    given: { ...one, steps: takenBackTwice, known: on(known) },
    expect: [`A MAP: 100 from 2026-01-01, 50 from 2026-11-03, 42 from 2026-11-05, ${back} from 2026-11-20`],
    why: "What the sale returned to at each moment stays known, whatever is taken back later.",
  })),
  {
    name: "before the end of a sale was judged anew",
    given: { ...one, steps: underSale, known: on(9) },
    expect: ["A MAP: 100 from 2026-01-01, 80 from 2026-12-01, 100 from 2026-12-10"],
    why: "The return of then was withdrawn later.",
  },
  {
    name: "since the end of a sale was judged anew",
    given: { ...one, steps: underSale, known: on(10) },
    expect: ["A MAP: 100 from 2026-01-01, 120 from 2026-11-28, 80 from 2026-12-01, 120 from 2026-12-10"],
    why: "The publication wrote the return anew.",
  },
  {
    name: "before an import",
    given: { ...one, steps: [{ at: on(10), write: ["A MAP 90 from 2026-11-03"] }], known: justBefore(10) },
    expect: ["A MAP: 100 from 2026-01-01"],
    why: "An imported price is known from its import on, whenever it holds.",
  },
  {
    name: "at an import",
    given: { ...one, steps: [{ at: on(10), write: ["A MAP 90 from 2026-11-03"] }], known: on(10) },
    expect: ["A MAP: 100 from 2026-01-01, 90 from 2026-11-03"],
    why: "An imported price is known from its import on, whenever it holds.",
  },
  {
    name: "before another zone moved what is to come",
    given: { ...one, steps: rezoned, known: justBefore(10) },
    expect: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01"],
    why: "The day began at another instant then.",
  },
  {
    name: "since another zone moved what is to come",
    given: { ...one, steps: rezoned, known: on(10) },
    expect: ["A MAP: 100 from 2026-01-01, 120 from 2026-12-01T05:00:00.000Z"],
    why: "The day begins in New York now.",
  },
]
