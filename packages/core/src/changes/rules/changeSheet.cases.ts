import type { Case } from "../../kernel/rules/decisionTable.cases.ts"
import type { StoryGiven } from "./priceChange.cases.ts"

/** The story is told, then the change sheet of batch `X` is written. */
export interface SheetGiven extends StoryGiven {
  /** When it is; at the end of the story unless told. */
  readonly sheet_at?: string
}

const now = "2026-11-01T00:00:00Z"
const A = ["A"]
const hundred = ["A MAP 100 from 2026-01-01"]
const scheduled = [...hundred, "A MAP 120 from 2026-12-01"]

/**
 * A row as `VARIANT TYPE CHANGE: PREVIOUS → NEW (DIFFERENCE, PERCENT) from EFFECTIVE_FROM [until EFFECTIVE_UNTIL
 * [(last day DAY)]]`; `none` where the batch has no sheet.
 */
export const changeSheetCases: ReadonlyArray<Case<SheetGiven, ReadonlyArray<string>>> = [
  {
    name: "less, more, and a first price",
    given: {
      now,
      variants: ["A", "B", "C"],
      prices: [...hundred, "B MAP 80.5 from 2026-01-01"],
      steps: [{ generate: "X", lines: ["MAP 95.00 from 2026-12-01"] }],
    },
    expect: [
      "A MAP decrease: 100 → 95.00 (-5.00, -5.00) from 2026-12-01",
      "B MAP increase: 80.5 → 95.00 (14.50, 18.01) from 2026-12-01",
      "C MAP new: - → 95.00 (-, -) from 2026-12-01",
    ],
    why: "By product, variant and type; the difference is exact, the percent has two places.",
  },
  {
    name: "two price lists",
    given: {
      now,
      variants: A,
      lists: ["EU"],
      prices: [...hundred, "A MAP@EU 90 from 2026-01-01"],
      steps: [{ generate: "X", lines: ["MAP 95 from 2026-12-01", "MAP@EU 95 from 2026-12-01"] }],
    },
    expect: [
      "A MAP@EU increase: 90 → 95 (5, 5.56) from 2026-12-01",
      "A MAP decrease: 100 → 95 (-5, -5.00) from 2026-12-01",
    ],
    why: "Each row is of one list, which its last column names, against what that list had.",
  },
  {
    name: "a temporary price of a list that has no other",
    given: {
      now,
      variants: A,
      lists: ["EU"],
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP@EU 80 from 2026-12-01 until 2026-12-10"] }],
    },
    expect: [
      "A MAP@EU decrease: 100 → 80 (-20, -20.00) from 2026-12-01 until 2026-12-10 (last day 2026-12-09)",
    ],
    why: "Its dealers paid what the list above shows. Its ending is no row: from then on the list falls back, as it does without the batch.",
  },
  {
    name: "a first price of lists that show their parents' until then",
    given: {
      now,
      variants: ["A", "B"],
      lists: ["EU", "FR below EU", "UK in GBP"],
      prices: [...hundred, "A MAP@EU 90 from 2026-11-20", "B MAP@UK 70 from 2026-01-01"],
      steps: [
        {
          generate: "X",
          lines: ["MAP@FR 95 from 2026-11-15", "MAP@FR 85 from 2026-12-01", "MAP@UK 75 from 2026-12-01"],
        },
      ],
    },
    expect: [
      "A MAP@FR decrease: 100 → 95 (-5, -5.00) from 2026-11-15 until 2026-12-01 (last day 2026-11-30)",
      "A MAP@FR decrease: 95 → 85 (-10, -10.53) from 2026-12-01",
      "A MAP@UK new: - → 75 (-, -) from 2026-12-01",
      "B MAP@FR new: - → 95 (-, -) from 2026-11-15 until 2026-12-01 (last day 2026-11-30)",
      "B MAP@FR decrease: 95 → 85 (-10, -10.53) from 2026-12-01",
      "B MAP@UK increase: 70 → 75 (5, 7.14) from 2026-12-01",
    ],
    why: "What its dealers paid before, whichever list above it is of; new is what no list above has. A list that stands alone falls back to none. The price of the list above from the 20th on is not withdrawn.",
  },
  {
    name: "an end that uncovers the parent's price, and what comes after it there",
    given: {
      now,
      variants: A,
      lists: ["EU"],
      prices: [...scheduled, "A MAP@EU 90 from 2026-01-01"],
      steps: [{ generate: "X", lines: ["MAP@EU fall_back from 2026-11-15"] }],
    },
    expect: [
      "A MAP@EU increase: 90 → 100 (10, 11.11) from 2026-11-15 until 2026-12-01 (last day 2026-11-30)",
      "A MAP@EU increase: 100 → 120 (20, 20.00) from 2026-12-01",
    ],
    why: "All that the list shows otherwise than without the batch.",
  },
  {
    name: "a first price that the list above has as well",
    given: {
      now,
      variants: A,
      lists: ["EU"],
      prices: scheduled,
      steps: [{ generate: "X", lines: ["MAP@EU 100.00 from 2026-11-15"] }],
    },
    expect: [],
    why: "Nothing that the list shows is another on the day. That it will not follow the list above is none of its prices.",
  },
  {
    name: "a batch of a list and of the one above it",
    given: {
      now,
      variants: A,
      lists: ["EU"],
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-11-15", "MAP@EU 105 from 2026-12-01"] },
        { publish: "X" },
        { write: ["A MAP 999 from 2026-11-20"] },
      ],
      sheet_at: "2027-01-01T00:00:00Z",
    },
    expect: [
      "A MAP@EU decrease: 110 → 105 (-5, -4.55) from 2026-12-01",
      "A MAP increase: 100 → 110 (10, 10.00) from 2026-11-15",
    ],
    why: "What becomes of the list above stands in that one's row, and counts in the list's. What was written since did not, as it was published.",
  },
  {
    name: "what a list offers no more, and then again",
    given: {
      now,
      variants: A,
      lists: ["EU"],
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP@EU not_offered from 2026-11-15", "MAP@EU 80 from 2026-12-01"] }],
    },
    expect: [
      "A MAP@EU not_offered: 100 → - (-, -) from 2026-11-15 until 2026-12-01 (last day 2026-11-30)",
      "A MAP@EU new: - → 80 (-, -) from 2026-12-01",
    ],
    why: "In between its dealers are shown no price.",
  },
  {
    name: "a list's first price, taken back",
    given: {
      now,
      variants: A,
      lists: ["EU"],
      prices: hundred,
      steps: [
        { generate: "Y", lines: ["MAP@EU 85 from 2026-11-05"] },
        { publish: "Y" },
        { at: "2026-11-10T00:00:00Z", revert: "Y", as: "X" },
      ],
    },
    expect: ["A MAP@EU increase: 85 → 100 (15, 17.65) from 2026-11-10T00:00:00.000Z"],
    why: "The list's own price ends, which uncovers that of the list above.",
  },
  {
    name: "an end that was to come, taken back",
    given: {
      now,
      variants: ["A", "B", "C"],
      lists: ["EU"],
      prices: [
        ...["A MAP 100 from 2026-01-01", "B MAP 100 from 2026-01-01", "B MAP 120 from 2026-12-10"],
        ...["B MAP@EU 90 from 2026-01-01", "C MAP@EU 90 from 2026-01-01"],
      ],
      steps: [
        {
          generate: "Y",
          lines: [
            ...["MAP fall_back from 2026-12-01 of A", "MAP@EU fall_back from 2026-12-01 of B"],
            "MAP@EU not_offered from 2026-12-01 of C",
          ],
        },
        { publish: "Y" },
        { revert: "Y", as: "X" },
        { publish: "X" },
      ],
    },
    expect: [
      "A MAP withdrawn: - → - (-, -) from 2026-12-01",
      "B MAP@EU withdrawn: 100 → - (-, -) from 2026-12-01 until 2026-12-10 (last day 2026-12-09)",
      "B MAP@EU withdrawn: 120 → - (-, -) from 2026-12-10",
      "C MAP@EU withdrawn: - → - (-, -) from 2026-12-01",
    ],
    why: "Dealers were told of the end: that it does not come, nor what the list above would have shown from then on, is said as of any price. An end has no amount.",
  },
  {
    name: "a price that goes on where the end of a sale was to come",
    given: {
      now,
      variants: ["A", "B"],
      lists: ["EU"],
      prices: ["A MAP 100 from 2026-01-01"],
      steps: [
        {
          generate: "Y",
          lines: [
            ...["MAP@EU 80 from 2026-11-27 until 2026-12-05 of A"],
            "MAP 80 from 2026-11-27 until 2026-12-05 of B",
          ],
          on_no_return: "end",
        },
        { publish: "Y" },
        { generate: "X", lines: ["MAP@EU 80 from 2026-12-05 of A", "MAP 80 from 2026-12-01 of B"] },
      ],
    },
    expect: [
      "A MAP@EU withdrawn: 100 → - (-, -) from 2026-12-05",
      "B MAP withdrawn: - → - (-, -) from 2026-12-05",
    ],
    why: "No amount changes with the batch. That the sale does not end is what it changes.",
  },
  {
    name: "a price of the list's own that says the same as those above, where another was to come",
    given: {
      now,
      variants: A,
      lists: ["EU"],
      prices: [...scheduled, "A MAP@EU 120 from 2026-12-20"],
      steps: [
        {
          generate: "X",
          lines: ["MAP@EU 100 from 2026-11-15"],
          on_collision: { overridden_later: "withdraw" },
        },
      ],
    },
    expect: ["A MAP@EU withdrawn: 120 → - (-, -) from 2026-12-20"],
    why: "The list's own price does not come, though the list above would have shown as much by then.",
  },
  {
    name: "less than on the line's own day, more than today",
    given: {
      now,
      variants: ["A", "B"],
      prices: [...scheduled, "B MAP 110 from 2026-01-01"],
      steps: [{ generate: "X", lines: ["MAP 115 from 2026-12-15"] }],
    },
    expect: [
      "A MAP decrease: 120 → 115 (-5, -4.17) from 2026-12-15",
      "B MAP increase: 110 → 115 (5, 4.55) from 2026-12-15",
    ],
    why: "As the preview and an adjustment have it: a line is compared with what holds just before it.",
  },
  {
    name: "once it is published",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP 95 from 2026-12-01"] }, { publish: "X" }],
      sheet_at: "2027-01-01T00:00:00Z",
    },
    expect: ["A MAP decrease: 100 → 95 (-5, -5.00) from 2026-12-01"],
    why: "The sheet is the same before and after, also when the price has been in force for long.",
  },
  {
    name: "a temporary price",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP 80 from 2026-11-27 until 2026-12-05"] }],
    },
    expect: ["A MAP decrease: 100 → 80 (-20, -20.00) from 2026-11-27 until 2026-12-05 (last day 2026-12-04)"],
    why: "Until is exclusive, and the last day says so; the price that comes back is none that changes.",
  },
  {
    name: "against what is in force then, not now",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [{ generate: "X", lines: ["MAP 110 from 2026-12-15"] }],
    },
    expect: ["A MAP decrease: 120 → 110 (-10, -8.33) from 2026-12-15"],
    why: "By the 15th 120 is in force.",
  },
  {
    name: "until what comes next",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [{ generate: "X", lines: ["MAP 90 from 2026-11-15"] }],
    },
    expect: ["A MAP decrease: 100 → 90 (-10, -10.00) from 2026-11-15 until 2026-12-01 (last day 2026-11-30)"],
    why: "A price holds until the next one takes over, whoever wrote that.",
  },
  {
    name: "several lines of one batch",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        {
          generate: "X",
          lines: ["MAP 139.95 from 2026-12-01", "MAP 119.95 from 2026-12-24 until 2026-12-27"],
        },
      ],
    },
    expect: [
      "A MAP increase: 100 → 139.95 (39.95, 39.95) from 2026-12-01 until 2026-12-24 (last day 2026-12-23)",
      "A MAP decrease: 139.95 → 119.95 (-20.00, -14.29) from 2026-12-24 until 2026-12-27 (last day 2026-12-26)",
      "A MAP increase: 119.95 → 139.95 (20.00, 16.67) from 2026-12-27",
    ],
    why: "Previous is what holds just before, the batch's own rows counted: that is what a dealer sees change.",
  },
  {
    name: "a price that is withdrawn",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        {
          generate: "X",
          lines: ["MAP 110 from 2026-12-01"],
          on_collision: { same_instant: "withdraw" },
        },
        { publish: "X" },
      ],
    },
    expect: [
      "A MAP withdrawn: 120 → - (-, -) from 2026-12-01",
      "A MAP increase: 100 → 110 (10, 10.00) from 2026-12-01",
    ],
    why: "What was announced and will not come stands with its own amount, before what comes instead.",
  },
  {
    name: "a withdrawn price that is returned to",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        {
          generate: "X",
          lines: ["MAP 80 from 2026-11-27 until 2026-12-05"],
          on_collision: { overridden_later: "withdraw" },
        },
      ],
    },
    expect: [
      "A MAP decrease: 100 → 80 (-20, -20.00) from 2026-11-27 until 2026-12-05 (last day 2026-12-04)",
      "A MAP withdrawn: 120 → - (-, -) from 2026-12-01 until 2026-12-05 (last day 2026-12-04)",
    ],
    why: "From the 5th on 120 is in force with the batch and without it: it is withdrawn until then.",
  },
  {
    name: "what changes nothing",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP 100.00 from 2026-12-01"], include_unchanged: true }],
    },
    expect: [],
    why: "A sheet of changes has none; the job's message counts what it left out.",
  },
  {
    name: "taken over at once by a later one",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-12-01"] },
        { publish: "X" },
        { write: ["A MAP 70 from 2026-12-01"] },
      ],
    },
    expect: ["A MAP decrease: 100 → 90 (-10, -10.00) from 2026-12-01"],
    why: "The sheet is of what the batch changed when it was published; what came later has a sheet of its own.",
  },
  {
    name: "two lines at one instant",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP 90 from 2026-12-01", "MAP 80 from 2026-12-01"] }],
    },
    expect: ["A MAP decrease: 100 → 80 (-20, -20.00) from 2026-12-01"],
    why: "A price that is in force at no time is no change to a dealer.",
  },
  {
    name: "the second of two batches at one instant",
    given: {
      now,
      variants: ["A", "B"],
      prices: [...hundred, "B MAP 95 from 2026-01-01"],
      steps: [
        { generate: "X", lines: ["MAP 95 from 2026-12-01"], include_unchanged: true },
        { write: ["A MAP 110 from 2026-12-01", "B MAP 110 from 2026-12-01"] },
        { publish: "X", accept: true },
      ],
    },
    expect: [
      "A MAP withdrawn: 110 → - (-, -) from 2026-12-01",
      "A MAP decrease: 100 → 95 (-5, -5.00) from 2026-12-01",
      "B MAP withdrawn: 110 → - (-, -) from 2026-12-01",
    ],
    why: "The 110 that dealers were to see does not come; for B that is all there is to see.",
  },
  {
    name: "the first of two batches at one instant",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 110 from 2026-12-01"] },
        { publish: "X" },
        {
          generate: "Y",
          lines: ["MAP 90 from 2026-12-01"],
          on_collision: { same_instant: "withdraw" },
        },
        { publish: "Y" },
      ],
    },
    expect: ["A MAP increase: 100 → 110 (10, 10.00) from 2026-12-01"],
    why: "It was so when it was published, though another batch has withdrawn it since.",
  },
  {
    name: "a withdrawal that changes nothing",
    given: {
      now,
      variants: A,
      prices: [...hundred, "A MAP 100.00 from 2026-12-01"],
      steps: [
        {
          generate: "X",
          lines: ["MAP 90 from 2026-11-15"],
          on_collision: { overridden_later: "withdraw" },
        },
      ],
    },
    expect: ["A MAP decrease: 100 → 90 (-10, -10.00) from 2026-11-15"],
    why: "No dealer was to see a change on 1 December: that the 90 goes on is said by its having no end.",
  },
  {
    name: "a price that was to come, until another one",
    given: {
      now,
      variants: A,
      prices: [...scheduled, "A MAP 130 from 2027-01-01"],
      steps: [
        {
          generate: "X",
          lines: ["MAP 110 from 2026-11-15"],
          on_collision: { overridden_later: "reject" },
        },
        {
          generate: "X",
          lines: ["MAP 110 from 2026-11-15 until 2026-12-15"],
          on_collision: { overridden_later: "withdraw" },
        },
      ],
    },
    expect: [
      "A MAP increase: 100 → 110 (10, 10.00) from 2026-11-15 until 2026-12-15 (last day 2026-12-14)",
      "A MAP withdrawn: 120 → - (-, -) from 2026-12-01 until 2026-12-15 (last day 2026-12-14)",
    ],
    why: "A withdrawn price is gone as long as it would have been in force, or until it is there after all.",
  },
  {
    name: "an end that is no day",
    given: {
      now,
      time_zone: "America/New_York",
      variants: A,
      prices: hundred,
      steps: [
        {
          generate: "X",
          lines: [
            "MAP 80 from 2026-11-27 until 2026-12-01T09:00:00",
            "MAP 70 from 2026-12-02T05:00:00Z until 2026-12-04T00:00:00-05:00",
            "MAP 60 from 2026-12-05T12:00:00 until 2026-12-06",
          ],
        },
      ],
    },
    expect: [
      "A MAP decrease: 100 → 80 (-20, -20.00) from 2026-11-27 until 2026-12-01T09:00:00",
      "A MAP decrease: 100 → 70 (-30, -30.00) from 2026-12-02T05:00:00Z until 2026-12-04T00:00:00-05:00 (last day 2026-12-03)",
      "A MAP decrease: 100 → 60 (-40, -40.00) from 2026-12-05T12:00:00 until 2026-12-06",
    ],
    why: "There is a last day where a price begins and ends with days of the brand, however they are written.",
  },
  {
    name: "once the brand has another time zone",
    given: {
      now,
      time_zone: "America/New_York",
      variants: A,
      prices: hundred,
      steps: [
        {
          generate: "X",
          lines: ["MAP 80 from 2026-12-01 until 2026-12-05", "MAP 90 from 2026-12-20T05:00:00Z"],
        },
        { rezone: "Asia/Tokyo", at: "2026-11-10T00:00:00Z" },
      ],
    },
    expect: [
      "A MAP decrease: 100 → 80 (-20, -20.00) from 2026-12-01T05:00:00.000Z until 2026-12-05T05:00:00.000Z",
      "A MAP decrease: 100 → 90 (-10, -10.00) from 2026-12-20T05:00:00Z",
    ],
    why: "Its prices keep their instants, which are no days of Tokyo: the sheet says what happens, not what was written.",
  },
  {
    name: "nothing after its end",
    given: {
      now,
      time_zone: "America/New_York",
      variants: A,
      prices: [],
      steps: [{ generate: "X", lines: ["MAP 80 from 2026-12-01 until 2026-12-05"], on_no_return: "end" }],
    },
    expect: ["A MAP new: - → 80 (-, -) from 2026-12-01 until 2026-12-05 (last day 2026-12-04)"],
    why: "An end is shown as it was written, whatever comes then.",
  },
  {
    name: "drafts of others",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "Y", lines: ["MAP 50 from 2026-11-20"] },
        { generate: "X", lines: ["MAP 90 from 2026-12-01"], on_collision: { leapfrogged: "keep" } },
      ],
    },
    expect: ["A MAP decrease: 100 → 90 (-10, -10.00) from 2026-12-01"],
    why: "A draft is in force at no time.",
  },
  {
    name: "from nothing",
    given: {
      now,
      variants: A,
      prices: ["A MAP 0 from 2026-01-01"],
      steps: [{ generate: "X", lines: ["MAP 90 from 2026-12-01"] }],
    },
    expect: ["A MAP increase: 0 → 90 (90, -) from 2026-12-01"],
    why: "There is no percent of zero.",
  },
  {
    name: "the batch that takes it back",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "Y", lines: ["MAP 90 from 2026-11-10"] },
        { publish: "Y" },
        { revert: "Y", as: "X", at: "2026-11-20T00:00:00Z" },
      ],
    },
    expect: ["A MAP increase: 90 → 100 (10, 11.11) from 2026-11-20T00:00:00.000Z"],
    why: "It is a price change as any other.",
  },
  {
    name: "the batch that takes it back, later than it was made",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "Y", lines: ["MAP 90 from 2026-11-10", "MAP 80 from 2026-12-10"] },
        { publish: "Y" },
        { revert: "Y", as: "X", at: "2026-11-20T00:00:00Z" },
        { write: ["A MAP 95 from 2026-12-01"] },
      ],
      sheet_at: "2026-11-22T09:30:00Z",
    },
    expect: [
      "A MAP increase: 90 → 100 (10, 11.11) from 2026-11-22T09:30:00.000Z until 2026-12-01",
      "A MAP withdrawn: 80 → - (-, -) from 2026-12-10",
    ],
    why: "It is planned and dated as it is published: a sheet of before shows what publishing would do by then.",
  },
  {
    name: "taken back since",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-10"] },
        { publish: "X" },
        { revert: "X", as: "Y", at: "2026-11-20T00:00:00Z" },
        { publish: "Y" },
      ],
    },
    expect: ["A MAP decrease: 100 → 90 (-10, -10.00) from 2026-11-10"],
    why: "The sheet is of what the batch changed when it was published; what takes it back has a sheet of its own.",
  },
  {
    name: "only what does not come, and what another batch published since",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [
        { generate: "Y", lines: ["MAP 120 from 2026-12-01"] },
        { publish: "Y" },
        { revert: "Y", as: "X" },
        { publish: "X" },
        { generate: "Z", lines: ["MAP 90 from 2026-12-10"] },
        { publish: "Z" },
      ],
    },
    expect: ["A MAP withdrawn: 120 → - (-, -) from 2026-12-01"],
    why: "When it was published 120 would have gone on for good.",
  },
  {
    name: "what was imported since, and what another batch did at the same moment",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "P", lines: ["MAP 130 from 2026-12-10"] },
        { publish: "P" },
        { revert: "P", as: "X" },
        { publish: "X" },
        {
          generate: "Y",
          lines: ["MAP 95 from 2026-12-01"],
          on_collision: { same_instant: "withdraw" },
        },
        { publish: "Y" },
        { write: ["A MAP 140 from 2026-12-20"] },
      ],
    },
    expect: ["A MAP withdrawn: 130 → - (-, -) from 2026-12-10"],
    why: "Of prices alone that are withdrawn the sheet is of its publication too: 120 was to come then, and 140 was not.",
  },
  {
    name: "what another batch withdrew, and took back, at the same moment",
    given: {
      now,
      variants: A,
      prices: scheduled,
      steps: [
        { generate: "X", lines: ["MAP 90 from 2026-11-10", "MAP 80 from 2026-11-01"] },
        { publish: "X" },
        {
          generate: "Y",
          lines: ["MAP 95 from 2026-12-01"],
          on_collision: { same_instant: "withdraw" },
        },
        { publish: "Y" },
        { revert: "X", as: "Z" },
        { publish: "Z" },
      ],
    },
    expect: [
      "A MAP decrease: 100 → 80 (-20, -20.00) from 2026-11-01 until 2026-11-10 (last day 2026-11-09)",
      "A MAP increase: 80 → 90 (10, 12.50) from 2026-11-10 until 2026-12-01 (last day 2026-11-30)",
    ],
    why: "Publications have an order, also those of one moment: what came after it is none of it.",
  },
  {
    name: "discarded",
    given: {
      now,
      variants: A,
      prices: hundred,
      steps: [{ generate: "X", lines: ["MAP 90 from 2026-12-01"] }, { discard: "X" }],
    },
    expect: ["none"],
    why: "It changes nothing, whatever it was to withdraw: what it was to change has no file.",
  },
]
