import { effectiveInstant, isTimeZone } from "@hangtag/core"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { instantToExactText } from "../../src/kernel/Instant.ts"

it("an unknown time zone begins nothing, unless the text has its own offset", () => {
  expect(effectiveInstant("2026-12-01", "Mars/Olympus")).toBeUndefined()
  expect(effectiveInstant("2026-12-01T00:00Z", "Mars/Olympus")).toBe(Date.UTC(2026, 11, 1) * 1000)
})

it("time zones are IANA names", () => {
  for (const name of ["UTC", "America/New_York", "Asia/Kathmandu"]) expect(isTimeZone(name)).toBe(true)
  for (const name of ["", "Mars/Olympus", "New York", "GMT+25"]) expect(isTimeZone(name)).toBe(false)
})

it("a millisecond of any year is written as it was read", () => {
  const [first, last] = [Date.parse("0001-01-02T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")]
  const millis = fc.oneof(fc.integer({ min: first, max: last }), fc.constantFrom(first, last))
  fc.assert(
    fc.property(millis, (moment) => {
      const text = new Date(moment).toISOString()
      expect(instantToExactText(effectiveInstant(text, "UTC")!)).toBe(text)
    }),
  )
})
