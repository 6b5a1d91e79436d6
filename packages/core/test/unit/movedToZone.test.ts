import { aPriceRecord, instantOf } from "@hangtag/testkit"
import { describe, expect, it } from "vitest"
import { movedToZone, type PriceRecord } from "../../src/index.ts"

const at = instantOf("2026-06-01T12:00Z")
const price = (effective_from: string, more: Partial<PriceRecord> = {}) =>
  aPriceRecord({ effective_from, effective_at: instantOf(effective_from), ...more })
const ends = (until: string) => ({ at: instantOf(until), until })
const tokyo = (text: string) => instantOf(text, "Asia/Tokyo")

const rows: ReadonlyArray<
  readonly [why: string, record: PriceRecord, expected: { begins: string; over?: string } | undefined]
> = [
  ["what has begun stays", price("2026-06-01"), undefined],
  ["what is to come begins as the new zone has it", price("2026-06-02"), { begins: "2026-06-02" }],
  ["an instant with an offset is no zone's", price("2026-06-02T00:00:00+00:00"), undefined],
  ["what is withdrawn is to come no more", price("2026-06-02", { withdrawn: { at, by: "me" } }), undefined],
  [
    "of a sale that has begun the end alone",
    price("2026-05-01", { ends: ends("2026-07-01") }),
    { begins: "", over: "2026-07-01" },
  ],
  [
    "of a sale to come both",
    price("2026-06-02", { ends: ends("2026-07-01") }),
    { begins: "2026-06-02", over: "2026-07-01" },
  ],
  ["what is over stays", price("2026-05-01", { ends: ends("2026-05-10") }), undefined],
  [
    "what was taken back before its end is over",
    price("2026-05-01", { ends: ends("2026-07-01"), taken_back: { at, by: "X" } }),
    undefined,
  ],
]

describe("a record whose time zone changes", () => {
  it.each(rows)("%s", (_, record, expected) => {
    const moved = movedToZone(record, "Asia/Tokyo", at)
    if (expected === undefined) return expect(moved).toBeUndefined()
    expect([moved?.effective_at, moved?.ends?.at]).toEqual([
      expected.begins === "" ? record.effective_at : tokyo(expected.begins),
      expected.over === undefined ? undefined : tokyo(expected.over),
    ])
  })

  it("stays where the new zone has it after the year 9999", () => {
    expect(movedToZone(price("9999-12-31T23:00"), "America/New_York", at)).toBeUndefined()
  })

  it("is as it is in its own zone", () => {
    expect(movedToZone(price("2026-06-02", { ends: ends("2026-07-01") }), "UTC", at)).toBeUndefined()
  })
})
