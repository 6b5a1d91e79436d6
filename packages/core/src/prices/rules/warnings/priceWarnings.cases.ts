import type { Case, PreviewGiven } from "../../../kernel/rules/decisionTable.cases.ts"
import type { PricePolicy } from "../../../lists/PricePolicy.ts"

export interface WarningsGiven extends PreviewGiven {
  /** What is left out is as in a brand without a policy. */
  readonly policy?: Partial<PricePolicy>
}

/** Each as `KIND line INDEX VARIANT, …: FACT=VALUE, …`. */
type Expect = ReadonlyArray<string>

const now = "2026-11-01T12:00:00Z"
const [A, B] = [["A"], ["A", "B"]]
const prices = ["A MAP 100 from 2026-01-01"]
const zone = "America/New_York"

export const priceWarningsCases: ReadonlyArray<Case<WarningsGiven, Expect>> = [
  {
    name: "nothing to warn of",
    given: { now, variants: A, prices, lines: ["MAP 110 from 2026-12-01"] },
    expect: [],
    why: "A brand without a policy has no notice, no limits and no endings.",
  },
  {
    name: "days of notice",
    given: {
      now,
      variants: A,
      prices,
      policy: { notice_days: 10 },
      lines: ["MAP 110 from 2026-11-10", "MAP 111 from 2026-11-10T23:59:59Z", "MAP 112 from 2026-11-11"],
    },
    expect: [
      "notice_too_short line 0 A: allowed_from=2026-11-11",
      "notice_too_short line 1 A: allowed_from=2026-11-11",
    ],
    why: "Notice is in whole days: ten after the first is the eleventh, from its first moment on.",
  },
  {
    name: "notice in the brand's zone",
    given: {
      now: "2026-11-02T03:00:00Z",
      time_zone: zone,
      variants: A,
      prices,
      policy: { notice_days: 1 },
      lines: ["MAP 110 from 2026-11-02", "MAP 111 from 2026-11-02T04:59:59Z"],
    },
    expect: ["notice_too_short line 1 A: allowed_from=2026-11-02"],
    why: "In New York it is still the first, and the second begins there at 05:00 UTC.",
  },
  {
    name: "no notice at all",
    given: {
      now,
      variants: A,
      prices,
      policy: { notice_days: 0 },
      lines: ["MAP 110 from 2026-11-01T13:00:00Z"],
    },
    expect: [],
    why: "Without days of notice today is early enough.",
  },
  {
    name: "in the past",
    given: {
      now,
      variants: A,
      prices,
      lines: [
        "MAP 110 from 2026-11-01T12:00:00Z",
        "MAP 111 from 2026-11-01",
        "MAP 112 from 2026-11-01T12:00:01Z",
      ],
    },
    expect: ["backdated line 0 A", "backdated line 1 A"],
    why: "What is not after now changes what has been sold by; today, as a date, began at midnight.",
  },
  {
    name: "MAP above MSRP",
    given: {
      now,
      variants: B,
      prices: ["A MSRP 120 from 2026-01-01", "B MSRP 130.00 from 2026-01-01", ...prices],
      lines: ["MAP 125 from 2026-12-01", "MAP 120.0 from 2026-12-02"],
    },
    expect: ["above_msrp line 0 A: msrp=120"],
    why: "What must be advertised at least is more than what is suggested; equal is not above.",
  },
  {
    name: "an MSRP that will have changed",
    given: {
      now,
      variants: A,
      prices: ["A MSRP 120 from 2026-01-01", "A MSRP 140 from 2026-12-01", ...prices],
      lines: ["MAP 125 from 2026-12-01", "MAP 130 from 2026-11-30"],
    },
    expect: ["above_msrp line 1 A: msrp=120"],
    why: "The MSRP that counts is the one in force at the line's instant.",
  },
  {
    name: "an MSRP of the same request",
    given: {
      now,
      variants: A,
      prices: ["A MSRP 120 from 2026-01-01", ...prices],
      lines: ["MAP 125 from 2026-12-01", "MSRP 140 from 2026-12-01", "MAP 145 from 2026-12-02"],
    },
    expect: ["below_map line 1 A: map=145", "above_msrp line 2 A: msrp=140"],
    why: "Other lines count, wherever they stand in the request, and each of the two is named.",
  },
  {
    name: "MSRP below MAP",
    given: {
      now,
      variants: B,
      prices: [...prices, "B MAP 90.00 from 2026-01-01", "B MSRP 150 from 2026-01-01"],
      lines: ["MSRP 95 from 2026-12-01", "MSRP 100.0 from 2026-12-02"],
    },
    expect: ["below_map line 0 A: map=100"],
    why: "Lowering the one says the same as raising the other; equal is not below.",
  },
  {
    name: "a MAP to come",
    given: {
      now,
      variants: A,
      prices: [
        ...["A MSRP 150 from 2026-01-01", ...prices],
        ...["A MAP 130 from 2026-12-24", "A MAP 120 from 2026-12-28"],
      ],
      lines: ["MSRP 125 from 2026-12-01"],
    },
    expect: ["below_map line 0 A: map=130"],
    why: "The MSRP goes on after its first day: the highest MAP while it is in force counts.",
  },
  {
    name: "a MAP to come once the MSRP is over",
    given: {
      now,
      variants: A,
      prices: [
        ...prices,
        "A MSRP 140 from 2026-12-15",
        "A MAP 130 from 2026-12-15",
        "A MAP 129 from 2026-12-10 draft",
      ],
      lines: ["MSRP 125 from 2026-12-01", "MSRP 101 from 2026-12-01T00:00:00Z", "MSRP 110 from 2027-01-01"],
    },
    expect: ["never_in_force line 0 A: by_line=1", "below_map line 2 A: map=130"],
    why: "Another MSRP takes over before that MAP begins; a draft is in force at no time.",
  },
  {
    name: "a MAP that is below by then",
    given: {
      now,
      variants: A,
      prices: [...prices, "A MSRP 150 from 2026-01-01", "A MAP 80 from 2026-12-01"],
      lines: ["MSRP 90 from 2026-12-01"],
    },
    expect: [],
    why: "The MAP of before is over at that instant.",
  },
  {
    name: "a MAP of the same request over another one",
    given: {
      now,
      variants: A,
      prices: [...prices, "A MSRP 150 from 2026-01-01", "A MAP 130 from 2026-12-10"],
      lines: ["MAP 90 from 2026-12-10", "MSRP 100 from 2026-12-01"],
    },
    expect: [],
    why: "The line takes over from the 130 at its very instant.",
  },
  {
    name: "a brand whose MAP may be above",
    given: {
      now,
      variants: A,
      prices: ["A MSRP 120 from 2026-01-01", ...prices],
      policy: { map_at_most_msrp: false },
      lines: ["MAP 125 from 2026-12-01", "MSRP 90 from 2026-12-02"],
    },
    expect: [],
    why: "The policy says so.",
  },
  {
    name: "changes beyond the policy's",
    given: {
      now,
      variants: A,
      prices,
      policy: { max_increase_percent: "10", max_decrease_percent: "5.5" },
      lines: [
        "MAP 110.01 from 2026-12-01",
        "MAP 100 from 2026-12-02",
        "MAP 94.5 from 2026-12-03",
        "MAP 103.95 from 2026-12-04",
      ],
    },
    expect: ["large_change line 0 A: percent=10.01", "large_change line 1 A: percent=-9.1"],
    why: "Each against the price that it follows, lines of the request counted; exactly the limit is within.",
  },
  {
    name: "a change from zero",
    given: {
      now,
      variants: A,
      prices: ["A MAP 0 from 2026-01-01"],
      policy: { max_increase_percent: "1000" },
      lines: ["MAP 1 from 2026-12-01"],
    },
    expect: ["large_change line 0 A: percent=null"],
    why: "From zero every rise is beyond any percentage.",
  },
  {
    name: "variants that follow different prices",
    given: {
      now,
      variants: ["A", "B", "C", "D"],
      prices: [...prices, "B MAP 110 from 2026-01-01", "C MAP 100.00 from 2026-01-01"],
      policy: { max_increase_percent: "15" },
      lines: ["MAP 120 from 2026-12-01"],
    },
    expect: ["large_change line 0 A, C: percent=20"],
    why: "Only the variants that it concerns are named; the first price of a variant follows none.",
  },
  {
    name: "another magnitude",
    given: {
      now,
      variants: A,
      prices,
      lines: [
        "MAP 10 from 2026-12-01",
        "MAP 100 from 2026-12-02",
        "MAP 999.99 from 2026-12-03",
        "MAP 0.00 from 2026-12-04",
      ],
    },
    expect: ["unlikely_amount line 0 A", "unlikely_amount line 1 A", "unlikely_amount line 3 A"],
    why: "A point too many or too few, or a zero, is more often a slip than a price.",
  },
  {
    name: "endings",
    given: {
      now,
      variants: A,
      prices,
      policy: { endings: ["0.95", "9.9"] },
      lines: [
        "MAP 110.95 from 2026-12-01",
        "MAP 119.90 from 2026-12-02",
        "MAP 115.90 from 2026-12-03",
        "MAP 0.950 from 2027-01-01",
      ],
    },
    expect: ["ending line 2 A", "unlikely_amount line 3 A"],
    why: "An ending is the amount's last digits, as many before the point as it has; zeros behind do not count.",
  },
  {
    name: "4.95 and 9.95",
    given: {
      now,
      variants: A,
      prices,
      policy: { endings: ["4.95", "9.95"] },
      lines: ["MAP 104.95 from 2026-12-01", "MAP 109.95 from 2026-12-02", "MAP 110.95 from 2026-12-03"],
    },
    expect: ["ending line 2 A"],
    why: "Both together are every 4.95 and fives more: what rounding to 4.95 in steps of 5 gives.",
  },
  {
    name: "blackouts",
    given: {
      now,
      variants: A,
      prices,
      policy: { blackouts: [{ from: "2026-12-20", until: "2027-01-02", reason: "holidays" }] },
      lines: [
        "MAP 110 from 2026-12-19T23:59:59Z",
        "MAP 111 from 2026-12-20",
        "MAP 112 from 2027-01-01",
        "MAP 113 from 2027-01-02",
      ],
    },
    expect: [
      "blackout line 1 A: reason=holidays, until=2027-01-02",
      "blackout line 2 A: reason=holidays, until=2027-01-02",
    ],
    why: "From its first moment until its last day begins.",
  },
  {
    name: "blackouts in the brand's zone",
    given: {
      now,
      time_zone: zone,
      variants: A,
      prices,
      policy: { blackouts: [{ from: "2026-12-20", until: "2026-12-21", reason: "stock-taking" }] },
      lines: [
        "MAP 110 from 2026-12-20T04:59:59Z",
        "MAP 111 from 2026-12-21T04:59:59Z",
        "MAP 112 from 2026-12-21T05:00:00Z",
      ],
    },
    expect: ["blackout line 1 A: reason=stock-taking, until=2026-12-21"],
    why: "Its days are the brand's.",
  },
  {
    name: "blackouts until the end of years",
    given: {
      now,
      time_zone: zone,
      variants: A,
      prices,
      policy: { blackouts: [{ from: "2026-12-20", until: "9999-12-31T23:59", reason: "closed" }] },
      lines: ["MAP 110 from 2026-12-21"],
    },
    expect: ["blackout line 0 A: reason=closed, until=9999-12-31T23:59"],
    why: "That evening in New York is beyond the years of UTC, and the blackout still holds.",
  },
  {
    name: "a type that the brand never used",
    given: {
      now,
      variants: A,
      prices: [...prices, "A OUTLET 50 from 2026-12-24 draft"],
      lines: ["map 110 from 2026-12-01", "OUTLET 60 from 2026-12-01"],
    },
    expect: ["unknown_price_type line 0 A"],
    why: "Price types are text: a slip of the pen would be a type of its own. A draft's type is used.",
  },
  {
    name: "types of the policy",
    given: {
      now,
      variants: A,
      prices,
      policy: { price_types: ["MSRP"] },
      lines: ["MAP 110 from 2026-12-01", "MSRP 160 from 2026-12-01"],
    },
    expect: ["unknown_price_type line 0 A"],
    why: "Where the policy lists the types, its list counts, not what was used.",
  },
  {
    name: "two lines at one instant",
    given: {
      now,
      variants: A,
      prices,
      lines: ["MAP 110 from 2026-12-01", "MAP 111 from 2026-12-01T00:00:00Z", "MAP 112 from 2026-12-01"],
    },
    expect: ["never_in_force line 0 A: by_line=2", "never_in_force line 1 A: by_line=2"],
    why: "The last of them takes over at once.",
  },
  {
    name: "a time that clocks pass over, and one that they show twice",
    given: {
      now,
      time_zone: zone,
      variants: A,
      prices,
      lines: [
        "MAP 110 from 2027-03-14T02:30:00",
        "MAP 111 from 2027-11-07T01:30:00",
        "MAP 112 from 2027-03-14",
      ],
    },
    expect: [
      "clock_change line 0 A: resolved_at=2027-03-14T07:30:00.000Z",
      "clock_change line 1 A: resolved_at=2027-11-07T05:30:00.000Z",
    ],
    why: "The local time stands for one instant, and the warning says which.",
  },
  {
    name: "a day without a midnight",
    given: {
      now: "2024-01-01T00:00:00Z",
      time_zone: "Africa/Cairo",
      variants: A,
      prices: ["A MAP 100 from 2023-01-01"],
      lines: ["MAP 110 from 2024-04-26", "MAP 111 from 2024-04-26T00:30:00+02:00"],
    },
    expect: ["clock_change line 0 A: resolved_at=2024-04-25T22:00:00.000Z"],
    why: "In Cairo that day begins at one o'clock; with an offset nothing is left to decide.",
  },
  {
    name: "several at once",
    given: {
      now,
      variants: A,
      prices: ["A MSRP 50 from 2026-01-01", ...prices],
      policy: { notice_days: 30, max_decrease_percent: "10", endings: ["0.95"], price_types: [] },
      lines: ["MAP 10 from 2026-11-01", "MAP 60.95 from 2026-12-05"],
    },
    expect: [
      "notice_too_short line 0 A: allowed_from=2026-12-01",
      "backdated line 0 A",
      "large_change line 0 A: percent=-90",
      "unlikely_amount line 0 A",
      "ending line 0 A",
      "unknown_price_type line 0 A",
      "above_msrp line 1 A: msrp=50",
      "unknown_price_type line 1 A",
    ],
    why: "By line, then in the order of the kinds: the same request gives the same list.",
  },
]
