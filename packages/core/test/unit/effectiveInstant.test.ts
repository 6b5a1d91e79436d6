import { effectiveInstant, isTimeZone } from "@hangtag/core"
import { expect, it } from "vitest"

it("an unknown time zone begins nothing, unless the text has its own offset", () => {
  expect(effectiveInstant("2026-12-01", "Mars/Olympus")).toBeUndefined()
  expect(effectiveInstant("2026-12-01T00:00Z", "Mars/Olympus")).toBe(Date.UTC(2026, 11, 1) * 1000)
})

it("time zones are IANA names", () => {
  for (const name of ["UTC", "America/New_York", "Asia/Kathmandu"]) expect(isTimeZone(name)).toBe(true)
  for (const name of ["", "Mars/Olympus", "New York", "GMT+25"]) expect(isTimeZone(name)).toBe(false)
})
