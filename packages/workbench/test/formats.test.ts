import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { withTexts, withTextsInTurns } from "../page/app/exactAmounts.ts"
import { compareDecimals, isDecimal, percentBetween, showAmount } from "../page/format/decimal.ts"
import { pastedKeys } from "../page/format/pasted.ts"
import { effectiveMillis, localTime } from "../page/format/time.ts"
import { lineOf, lineText } from "../page/views/priceChange/lines.ts"

const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) => {
    const digits = String(units).padStart(scale + 1, "0")
    return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  })

describe("amounts", () => {
  it.each([
    ["149.95", "139.95", "−6.7 %"],
    ["100", "105", "+5.0 %"],
    ["100.00", "100", "0.0 %"],
    ["3", "4", "+33.3 %"],
    ["100000", "100000.01", "+<0.1 %"],
    ["8", "8.01", "+0.1 %"],
    ["0", "5", undefined],
    ["9007199254740993", "9007199254740994", "+<0.1 %"],
  ])("from %s to %s it is %s", (before, after, percent) => {
    expect(percentBetween(before, after)).toBe(percent)
  })

  it("are compared digit by digit, whatever their scale", () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [scaledA, scaledB] = [a, b].map((each) => {
          const [whole, fraction = ""] = each.split(".")
          return BigInt(whole + fraction.padEnd(6, "0"))
        }) as [bigint, bigint]
        expect(compareDecimals(a, b)).toBe(scaledA < scaledB ? -1 : scaledA > scaledB ? 1 : 0)
      }),
    )
  })

  it("are shown with every digit", () => {
    fc.assert(
      fc.property(decimal, (amount) => {
        // separators are the locale's, and zeros at the ends say nothing
        const digits = (text: string) => text.replace(/\D/g, "").replace(/^0+|0+$/g, "")
        expect(digits(showAmount(amount))).toBe(digits(amount))
      }),
    )
  })

  it.each(["12,5", "", "1e9999", "abc", "--1", "1.2.3"])("%j is none", (text) => {
    expect(isDecimal(text)).toBe(false)
  })

  it("of an answer are the same a few characters a turn", async () => {
    const value = fc.record({ amount: fc.integer(), least_amount: fc.integer(), name: fc.string() })
    await fc.assert(
      fc.asyncProperty(fc.array(value), fc.integer({ min: 1, max: 40 }), async (values, characters) => {
        const json = JSON.stringify({ values })
        expect(await withTextsInTurns(json, characters)).toBe(withTexts(json))
      }),
      { numRuns: 50 },
    )
  })

  it("of an answer are kept as they were sent, and nothing else is touched", () => {
    const amount = "12345678901234567890.10"
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify({ value, name: '"amount":5', nested: [{ amount: "here" }] })
        const text = json.replace('"amount":"here"', `"amount":${amount}`)
        const plain = JSON.parse(json.replace('"amount":"here"', `"amount":"${amount}"`))
        const unnamed = !/"(amount|previous|msrp)":-?\d/.test(json)
        if (unnamed) expect(JSON.parse(withTexts(text))).toEqual(plain)
      }),
    )
  })
})

describe("an effective_from in New York", () => {
  const zone = "America/New_York"
  it.each([
    ["2026-12-01", "2026-12-01T05:00:00Z"],
    ["2026-07-01", "2026-07-01T04:00:00Z"],
    ["2026-07-01T09:30", "2026-07-01T13:30:00Z"],
    ["2026-07-01T09:30:00+02:00", "2026-07-01T07:30:00Z"],
    ["2026-11-01", "2026-11-01T04:00:00Z"],
    ["2026-03-08T03:00:00", "2026-03-08T07:00:00Z"],
  ])("%s begins at %s", (text, instant) => {
    expect(new Date(effectiveMillis(text, zone)!).toISOString()).toBe(instant.replace("Z", ".000Z"))
  })

  it("is a day again on that zone's clocks", () => {
    const days = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10)
        expect(localTime(effectiveMillis(day, zone)!, zone)).toEqual({ date: day, time: "00:00:00" })
      }),
    )
  })

  it.each(["soon", "2026-13-40", "12/01/2026", ""])("%j is none", (text) => {
    expect(effectiveMillis(text, zone)).toBeUndefined()
  })
})

describe("a line in the address", () => {
  it("is the same when it is read again", () => {
    const text = fc.string({ unit: "grapheme" })
    const line = fc.record({
      price_type: text,
      amount: text,
      from: text,
      until: text,
      endsWithout: fc.boolean(),
    })
    fc.assert(
      fc.property(line, (line) => {
        const written = new URLSearchParams({ line: lineText(line) }).toString()
        expect(lineOf(new URLSearchParams(written).get("line")!)).toEqual(line)
      }),
    )
  })
})

describe("pasted keys", () => {
  it("are those of a spreadsheet's column, of a list, of lines, each once", () => {
    expect(pastedKeys('A-1\r\nB 2\tC-3\n\n"D-4"\n A-1 ,E;F')).toEqual(["A-1", "B 2", "C-3", "D-4", "E", "F"])
  })
})
