import type { Placement, StoredPriceList } from "@hangtag/core"
import { instantOf } from "@hangtag/testkit"
import { describe, expect, it } from "vitest"
import { listSpans } from "../../src/lists/rules/listSpans.ts"
import { archivedFaults, placementAt } from "../../src/lists/rules/placementAt.ts"
import { placed, placementRefusal } from "../../src/lists/rules/placementRefusal.ts"

/** `PARENT from DAY`, with `known DAY` where it was said later, or `archived`; `-` is no parent. */
const placementOf = (text: string): Placement => {
  const [, parent, from, known, archived] = /^(\S+) from (\S+)(?: known (\S+))?( archived)?$/.exec(text)!
  return {
    effective_at: instantOf(from!),
    parent: parent === "-" ? null : parent!,
    archived: archived !== undefined,
    known_at: instantOf(known ?? from!),
    by: "keeper",
  }
}

const listOf = (price_list: string, ...placements: ReadonlyArray<string>): StoredPriceList => ({
  price_list,
  name: price_list,
  currency: "EUR",
  tags: {},
  created: null,
  placements: placements.map(placementOf),
})

const listsOf = (...lists: ReadonlyArray<StoredPriceList>) =>
  new Map(lists.map((list) => [list.price_list, list]))

const spansOf = (lists: ReadonlyMap<string, StoredPriceList>, key: string, knownAt?: string) =>
  listSpans(lists, key, knownAt === undefined ? undefined : instantOf(knownAt)).map(
    ({ from, lists }) => [from, lists.join(" ")] as const,
  )

describe("where a list stands", () => {
  const moved = listOf("EU", "base from 2026-01-01", "US from 2026-03-01 known 2026-02-01")

  it("is by the last placement that has begun, and by those alone that were known", () => {
    const parentAt = (at: string, knownAt?: string) =>
      placementAt(moved, instantOf(at), knownAt === undefined ? undefined : instantOf(knownAt))?.parent
    expect(parentAt("2025-12-31")).toBeUndefined()
    expect(parentAt("2026-02-28")).toBe("base")
    expect(parentAt("2026-03-01")).toBe("US")
    expect(parentAt("2026-03-01", "2026-01-31")).toBe("base")
    expect(parentAt("2026-03-01", "2026-02-01")).toBe("US")
  })

  it("is in the order of instants, whenever it was said", () => {
    const between = placed(moved, placementOf("UK from 2026-02-01"))
    expect(between.placements.map(({ parent }) => parent)).toEqual(["base", "UK", "US"])
  })
})

describe("where a list's prices are looked for over time", () => {
  const base = listOf("base")
  const us = listOf("US", "base from 2026-01-01", "base from 2026-05-01 archived")

  it("begins anew where a list above comes to stand elsewhere, and passes over archived ones", () => {
    const eu = listOf("EU", "- from 2026-01-01", "US from 2026-03-01")
    expect(spansOf(listsOf(base, us, eu), "EU")).toEqual([
      [null, "EU"],
      [instantOf("2026-03-01"), "EU US base"],
      [instantOf("2026-05-01"), "EU base"],
    ])
  })

  it("goes on where nothing changes for it, and knows nothing of what was said later", () => {
    const eu = listOf(
      "EU",
      "base from 2026-01-01",
      "base from 2026-02-01",
      "US from 2026-03-01 known 2026-02-20",
    )
    expect(spansOf(listsOf(base, eu, us), "EU", "2026-02-10")).toEqual([
      [null, "EU"],
      [instantOf("2026-01-01"), "EU base"],
    ])
  })
})

describe("a list that is to stand elsewhere", () => {
  it("is refused from the first instant at which it would stand below itself", () => {
    const eu = listOf("EU", "base from 2026-01-01")
    const de = listOf(
      "DE",
      "base from 2026-01-01",
      "EU from 2026-09-01",
      "base from 2026-10-01",
      "EU from 2026-11-01",
    )
    const lists = listsOf(listOf("base"), eu, de)
    const refusal = placementRefusal(lists, eu, placementOf("DE from 2026-08-01"))
    expect(refusal).toEqual({
      reason: "cycle",
      from: "2026-09-01T00:00:00.000Z",
      path: ["EU", "DE", "EU"],
    })
    expect(placementRefusal(lists, eu, placementOf("base from 2026-08-01"))).toBeUndefined()
  })
})

describe("a price of a list", () => {
  it("is a fault where the list is archived when it begins", () => {
    const lists = listsOf(listOf("EU", "base from 2026-01-01", "base from 2026-05-01 archived"))
    const faults = (price_list: string, at: string) =>
      archivedFaults(lists, [{ loc: ["lines", 0], price_list, effective_at: instantOf(at) }])
    expect(faults("EU", "2026-04-30")).toEqual([])
    expect(faults("unknown", "2026-05-01")).toEqual([])
    expect(faults("EU", "2026-05-01")).toEqual([
      {
        loc: ["lines", 0],
        type: "value_error",
        msg: "Value error, this price list is archived then",
        input: "EU",
      },
    ])
  })
})
