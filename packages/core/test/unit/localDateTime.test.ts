import { effectiveInstant } from "@hangtag/core"
import { localDateTime } from "@hangtag/core/adapter"
import { assert, describe, it } from "vitest"

const at = (text: string, timeZone: string) => localDateTime(effectiveInstant(text, "UTC")!, timeZone)

describe("localDateTime", () => {
  it.each([
    ["2026-12-01T09:00:00.123456Z", "UTC", "2026-12-01T09:00:00.123456"],
    ["2026-12-01T09:00:00Z", "America/New_York", "2026-12-01T04:00:00.000000"],
    ["2026-07-01T00:30:00.000001Z", "Asia/Kathmandu", "2026-07-01T06:15:00.000001"],
    ["2026-03-08T06:59:59.999999Z", "America/New_York", "2026-03-08T01:59:59.999999"],
    ["2026-03-08T07:00Z", "America/New_York", "2026-03-08T03:00:00.000000"],
    ["2026-11-01T05:59:59Z", "America/New_York", "2026-11-01T01:59:59.000000"],
    ["2026-11-01T06:00Z", "America/New_York", "2026-11-01T01:00:00.000000"],
    ["2026-10-03T15:29:59Z", "Australia/Lord_Howe", "2026-10-04T01:59:59.000000"],
    ["2026-10-03T15:30Z", "Australia/Lord_Howe", "2026-10-04T02:30:00.000000"],
    ["1969-12-31T23:59:59.999999Z", "UTC", "1969-12-31T23:59:59.999999"],
    ["0001-01-01T00:00Z", "UTC", "0001-01-01T00:00:00.000000"],
  ])("%s in %s", (text, timeZone, expected) => {
    assert.strictEqual(at(text, timeZone), expected)
  })

  it("shows no clock past the year 9999", () => {
    assert.strictEqual(at("9999-12-31T23:00Z", "Pacific/Auckland"), "0000-00-00T00:00:00.000000")
  })

  it("is what the runtime's own calendar says, at moments of sixty years", () => {
    for (const timeZone of [
      "Europe/Berlin",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
      "Africa/Casablanca",
      "Pacific/Apia",
    ]) {
      const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" })
      for (let millis = Date.UTC(1972, 0); millis < Date.UTC(2030, 0); millis += 47_700_001 * 21) {
        const moment = millis - (millis % 1000)
        assert.strictEqual(
          localDateTime(moment * 1000, timeZone)
            .slice(0, 19)
            .replace("T", " "),
          format.format(moment),
        )
      }
    }
  })
})
