import type { Case } from "../../kernel/rules/decisionTable.cases.ts"
import type { StoryExpect, StoryGiven } from "./priceChange.cases.ts"

/** EU and UK below `base`, DE below EU. */
const tree = { now: "2026-11-01T00:00:00Z", variants: ["A", "B"], lists: ["EU", "DE below EU", "UK"] }
const base = ["A MAP: 100 from 2026-01-01", "A MAP@EU: 100 of base from 2026-11-01"]
const every = [...base, "A MAP@DE: 100 of base from 2026-11-01", "A MAP@UK: 100 of base from 2026-11-01"]
const hundred = ["A MAP 100 from 2026-01-01"]

export const shownInListsCases: ReadonlyArray<Case<StoryGiven, StoryExpect>> = [
  {
    name: "a price of base where no list has one of its own",
    given: {
      ...tree,
      prices: hundred,
      steps: [{ preview: ["MAP 110 from 2026-12-01", "MAP@EU 95 from 2027-01-01"], shows: "lists" }],
    },
    expect: {
      told: ["MAP 110 shown in DE 2, EU 2, UK 2; MAP@EU 95 shown in DE 2"],
      timeline: every,
    },
    why: "Every list below shows it, those of a list between too; a price of EU is not seen in the United Kingdom.",
  },
  {
    name: "a list that has a price of its own",
    given: {
      ...tree,
      prices: [...hundred, "A MAP@EU 90 from 2026-01-01", "B MAP@DE 80 from 2026-01-01"],
      steps: [{ preview: ["MAP 110 from 2026-12-01"], shows: "lists" }],
    },
    expect: {
      told: ["MAP 110 shown in EU 1, UK 2, hidden in DE 2, EU 1"],
      timeline: [
        "A MAP: 100 from 2026-01-01",
        "A MAP@EU: 90 from 2026-01-01",
        "A MAP@DE: 90 of EU from 2026-11-01",
        "B MAP@DE: 80 from 2026-01-01",
        "A MAP@UK: 100 of base from 2026-11-01",
      ],
    },
    why: "It hides that of base, for itself and for the lists below it: of A in Germany the price of EU, of B its own.",
  },
  {
    name: "a price that begins, or has ended, by the time",
    given: {
      ...tree,
      prices: [
        ...hundred,
        "A MAP@EU 90 from 2026-12-01",
        "A MAP@UK 90 from 2026-01-01",
        "A MAP@UK fall_back from 2026-12-01",
        "B MAP@UK not_offered from 2026-12-15",
      ],
      steps: [
        {
          preview: ["MAP 110 from 2026-11-30", "MAP 110 from 2026-12-01", "MAP 110 from 2026-12-15"],
          shows: "lists",
        },
      ],
    },
    expect: {
      told: [
        "MAP 110 shown in DE 2, EU 2, UK 1, hidden in UK 1; MAP 110 shown in DE 1, EU 1, UK 2, hidden in DE 1, EU 1; MAP 110 shown in DE 1, EU 1, UK 1, hidden in DE 1, EU 1, UK 1",
      ],
      timeline: [
        "A MAP: 100 from 2026-01-01",
        "A MAP@EU: 100 of base from 2026-11-01, 90 from 2026-12-01",
        "A MAP@DE: 100 of base from 2026-11-01, 90 of EU from 2026-12-01",
        "A MAP@UK: 90 from 2026-01-01, 100 of base from 2026-12-01",
        "B MAP@UK: not_offered from 2026-12-15",
      ],
    },
    why: "What counts is the moment at which the line begins. A list that does not offer shows nothing from above.",
  },
  {
    name: "other lines of the same preview",
    given: {
      ...tree,
      prices: hundred,
      steps: [{ preview: ["MAP 110 from 2026-12-01", "MAP@EU 95 from 2026-12-01"], shows: "lists" }],
    },
    expect: {
      told: ["MAP 110 shown in UK 2, hidden in DE 2, EU 2; MAP@EU 95 shown in DE 2"],
      timeline: every,
    },
    why: "They are judged together, as if all of them were written.",
  },
]
