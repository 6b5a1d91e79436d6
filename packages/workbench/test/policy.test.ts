import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { blackoutOn, blackoutSpans } from "../page/policy/blackoutSpans.ts"
import { firstDay, type Policy } from "../page/policy/usePolicy.ts"
import { noPolicy, policyDifferences } from "../page/views/policy/policyDifferences.ts"
import { draftOf, faultsIn, policyOf } from "../page/views/policy/policyDraft.ts"

vi.mock("../page/app/api.ts", () => ({ api: {} }))

const zone = "America/New_York"
const holiday = { from: "2026-11-27", until: "2026-12-01", reason: "Holiday" }
const strict: Policy = {
  notice_days: 30,
  max_increase_percent: "10.50",
  max_decrease_percent: "0",
  map_at_most_msrp: false,
  endings: ["4.95", "9.95"],
  blackouts: [holiday],
  price_types: ["MAP", "MSRP"],
  enforcement: "block",
}

describe("a policy as it is typed", () => {
  it.each([noPolicy, strict])("is the policy again, digit by digit", (policy) => {
    expect(policyOf(draftOf(policy))).toEqual(policy)
    expect(faultsIn(draftOf(policy), zone).size).toBe(0)
  })

  it.each([
    ["0,95, 9,95", ["0.95", "9.95"]],
    [".95 ; 4.95", ["0.95", "4.95"]],
    ["", null],
  ])("has the endings %j", (endings, expected) => {
    expect(policyOf({ ...draftOf(noPolicy), endings }).endings).toEqual(expected)
  })

  it.each([
    [{ notice: "soon" }, "notice"],
    [{ notice: "4000" }, "notice"],
    [{ increase: "-1" }, "increase"],
    [{ increase: "-1 %" }, "increase"],
    [{ decrease: "ten" }, "decrease"],
    [{ endings: "0.95, -1" }, "endings"],
    [{ blackouts: [{ ...holiday, until: holiday.from }] }, "blackout 0"],
    [{ blackouts: [holiday, { from: "", until: "", reason: "" }] }, "blackout 1"],
  ])("has a fault: %j", (part, name) => {
    expect([...faultsIn({ ...draftOf(strict), ...part }, zone).keys()]).toEqual([name])
  })
})

it("what changed of a policy is said in words", () => {
  expect(policyDifferences(strict, strict, zone)).toEqual([])
  expect(policyDifferences(noPolicy, strict, zone)).toEqual([
    "Days of notice: none → 30",
    "Most increase: none → 10.50 %",
    "Most decrease: none → 0 %",
    "MAP at most MSRP: yes → no",
    "Endings: any → 4.95, 9.95",
    "Price types: those in use → MAP, MSRP",
    "What breaks a rule: is warned of → is blocked",
    expect.stringMatching(/^Blackout added: .*27.* until .*1.* \(Holiday\)$/),
  ])
})

it("a day is in a blackout where any of it is, in the brand's zone", () => {
  const evening = { from: "2026-12-24T18:00", until: "2026-12-25T00:00", reason: "" }
  const spans = blackoutSpans([evening, holiday], zone)
  const found = ["2026-11-26", "2026-11-27", "2026-11-30", "2026-12-01", "2026-12-24", "2026-12-25"].map(
    (day) => blackoutOn(spans, day, zone) !== undefined,
  )
  expect(found).toEqual([false, true, true, false, true, false])
})

describe("the first day on which a price may begin", () => {
  // still the 23rd in New York
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-11-24T03:00:00Z") }))
  afterEach(() => void vi.useRealTimers())
  it.each([
    [null, "2026-11-24"],
    [0, "2026-11-24"],
    [1, "2026-11-24"],
    [30, "2026-12-23"],
  ])("with a notice of %j is %s", (notice_days, day) => {
    expect(firstDay({ notice_days }, zone)).toBe(day)
  })
})
