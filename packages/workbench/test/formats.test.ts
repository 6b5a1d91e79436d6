import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { withTexts, withTextsInTurns } from "../page/app/exactAmounts.ts"
import {
  compareDecimals,
  counted,
  isFinerThanCents,
  percentBetween,
  showAmount,
} from "../page/format/decimal.ts"
import { inWords } from "../page/format/inWords.ts"
import { paperOf } from "../page/format/paperOf.ts"
import { pastedKeys } from "../page/format/pasted.ts"
import { compareSizes } from "../page/format/sizes.ts"
import {
  clocksAt,
  effectiveMillis,
  hasWholeYear,
  instantOf,
  isBefore,
  localTime,
  showSpan,
} from "../page/format/time.ts"
import { decimalFault, typedDecimal } from "../page/format/typedDecimal.ts"
import { drawnLines, partsOf } from "../page/views/priceChange/courses.ts"
import { clashesIn, lineOf, lineText } from "../page/views/priceChange/lines.ts"
import { monthTicks } from "../page/views/priceChange/monthTicks.ts"

const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) => {
    const digits = String(units).padStart(scale + 1, "0")
    return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  })

describe("sentences of the server", () => {
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" })
  const shown = day.format(Date.UTC(2026, 11, 1))
  it.each([
    ["MAP 139.95 from 2026-12-01: begins in the past", `MAP 139.95 from ${shown}: begins in the past`],
    ["effective_until should be after effective_from", "“Until” should be after “From”"],
    ["J7 is no day: write one as 2026-12-01", "J7 is no day: write one as 2026-12-01"],
    ["SKU A-2026-12-01 and winter_sale are names", "SKU A-2026-12-01 and winter_sale are names"],
    ["it begins at 2026-12-01T05:00:00.000000Z", `it begins at ${shown}`],
  ])("say %j in the words of the page", (said, words) =>
    expect(inWords(said, "America/New_York")).toBe(words),
  )
})

describe("amounts", () => {
  it.each([
    ["149.95", "139.95", "−6.67 %"],
    ["100", "105", "+5.00 %"],
    ["100.00", "100", "0.00 %"],
    ["3", "4", "+33.33 %"],
    ["100000", "100000.01", "+<0.01 %"],
    ["8", "8.01", "+0.13 %"],
    ["0", "5", undefined],
    ["149.95", "1000000", "+666,788.96 %"],
    ["9007199254740993", "9007199254740994", "+<0.01 %"],
  ])("from %s to %s it is %s", (before, after, percent) => {
    expect(percentBetween(before, after)).toBe(percent)
  })

  it.each([
    ["102.555", true],
    ["-0.001", true],
    ["102.550", false],
    ["102", false],
    ["", false],
  ])("%j has more than two decimals: %s", (amount, isFiner) => {
    expect(isFinerThanCents(amount)).toBe(isFiner)
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

  it.each([
    ["139.95", "139.95"],
    ["139,95", "139.95"],
    ["12,5", "12.5"],
    ["1,234.50", "1234.50"],
    ["1.234,50", "1234.50"],
    ["1 234,50", "1234.50"],
    ["1\u202f234\u00a0€", "1234"],
    ["1’234’567.5", "1234567.5"],
    ["1,234,567", "1234567"],
    ["1.234.567", "1234567"],
    ["1.234", "1.234"],
    ["$139.95", "139.95"],
    ["139.95 EUR", "139.95"],
    [".95", "0.95"],
    [",95", "0.95"],
    ["139.", "139"],
    ["−5,5", "-5.5"],
    ["+4", "4"],
    ["99999999999999999999.123", "99999999999999999999.123"],
  ])("typed as %j are %s", (text, amount) => {
    expect(typedDecimal(text)).toBe(amount)
    expect(decimalFault(text, "139.95")).toBeUndefined()
  })

  it.each([
    "",
    " ",
    "€",
    ".",
    "-",
    "1e5",
    "abc",
    "--1",
    "1.2.3",
    "1.234.50",
    "1,23,456",
    "12 95",
    "10%",
    "1 234.5 6",
  ])("typed as %j are none", (text) => {
    expect(typedDecimal(text)).toBeUndefined()
    expect(decimalFault(text, "139.95")).toBe("Write it like 139.95")
  })

  it("that can be read in two ways are asked about", () => {
    expect(typedDecimal("1,234")).toBeUndefined()
    expect(decimalFault("1,234", "139.95")).toBe("Write 1234 or 1.234: this can be read as both")
  })

  it("are what was shown, read again", () => {
    fc.assert(
      fc.property(decimal, (amount) => {
        expect(compareDecimals(typedDecimal(showAmount(amount))!, amount)).toBe(0)
      }),
    )
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
    const names = ["amount", "next_amount", "previous", "was", "is", "becomes", "msrp"]
    names.push("least_amount", "greatest_amount", "max_increase_percent", "max_decrease_percent")
    const anyMember = fc.record({ name: fc.constantFrom(...names, "other"), is: fc.jsonValue() })
    const named = anyMember.map(({ name, is }) => ({ [name]: is }))
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), named), (value) => {
        const json = JSON.stringify({ value, name: '"amount":5', nested: [{ amount: "here" }] })
        const text = json.replace('"amount":"here"', `"amount":${amount}`)
        const plain = JSON.parse(json.replace('"amount":"here"', `"amount":"${amount}"`), (name, member) =>
          typeof member === "number" && names.includes(name) ? JSON.stringify(member) : member,
        )
        expect(JSON.parse(withTexts(text))).toEqual(plain)
      }),
    )
  })
})

describe("sizes", () => {
  it.each([
    [["M", "XS", "XL", "S", "L", "XXS"], "XXS XS S M L XL"],
    [["3XL", "XXL", "xl", "1X", "2XS", "S"], "2XS S xl XXL 3XL 1X"],
    [["10", "8.5", "9", "L"], "L 8.5 9 10"],
  ])("%j are in the order that people look for them", (sizes, order) => {
    expect([...sizes].sort(compareSizes).join(" ")).toBe(order)
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

  it.each(["0002-11-30", "0020-11-30", "0202-11-30", "0001-01-01"])(
    "%s, on the way to a year, is an instant all the same, and no whole year",
    (text) => {
      expect(effectiveMillis(text, zone)).toSatisfy(Number.isFinite)
      expect(hasWholeYear(text)).toBe(false)
    },
  )

  it.each([
    ["2026-09-20", "2027-02-10", 6, "2026-10-01 2026-11-01 2026-12-01 2027-01-01 2027-02-01"],
    ["2026-10-01", "2027-11-10", 5, "2026-10-01 2027-01-01 2027-04-01 2027-07-01 2027-10-01"],
    ["2026-09-20", "2030-02-10", 4, "2027-01-01 2028-01-01 2029-01-01 2030-01-01"],
    [
      "2026-09-20",
      "9999-02-10",
      8,
      "3000-01-01 4000-01-01 5000-01-01 6000-01-01 7000-01-01 8000-01-01 9000-01-01",
    ],
  ])(
    "has ticks of an axis from %s to %s where months begin, at most %s or one more",
    (first, last, most, days) => {
      const ticks = monthTicks(Date.parse(first), Date.parse(last), most)
      expect(ticks.map((tick) => new Date(tick).toISOString().slice(0, 10)).join(" ")).toBe(days)
    },
  )

  it("has months that begin where they begin on its clocks", () => {
    const begins = Date.parse("2026-12-01T05:00:00Z")
    expect(clocksAt(begins, zone)).toBe(Date.parse("2026-12-01"))
    expect(instantOf(Date.parse("2026-12-01"), zone)).toBe(begins)
  })

  it.each(["soon", "2026-13-40", "12/01/2026", ""])("%j is none", (text) => {
    expect(effectiveMillis(text, zone)).toBeUndefined()
  })
})

describe("a time", () => {
  it.each([
    [0.2, "1 s"],
    [59.4, "59 s"],
    [59.6, "1 min 0 s"],
    [89.5, "1 min 30 s"],
    [119.7, "2 min 0 s"],
  ])("of %s seconds is %s", (seconds, text) => {
    expect(showSpan(seconds)).toBe(text)
  })

  it.each([
    ["2026-12-01", "2026-12-02", true],
    ["2026-12-01", "2026-12-01", false],
    ["2026-12-01", "2026-12-01T09:00", true],
    // in New York the day begins at five
    ["2026-12-01", "2026-12-01T04:00:00Z", false],
    ["2026-12-01T23:00:00-05:00", "2026-12-02", true],
    ["2026-12-02T01:00:00+02:00", "2026-12-01T20:00", true],
    ["2026-12-01", "", true],
  ])("%s is before %s in New York: %s", (a, b, expected) => {
    expect(isBefore(a, b, "America/New_York")).toBe(expected)
  })
})

describe("totals", () => {
  it.each([
    [1, "1 product"],
    [{ total: 1, total_is_exact: true }, "1 product"],
    [{ total: 100_000, total_is_exact: false }, "more than 100,000 products"],
  ])("of %j are %s", (count, text) => {
    expect(counted(count, "product")).toBe(text)
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

describe("lines that begin at one moment", () => {
  const line = (price_type: string, from: string) => ({
    price_type,
    from,
    amount: "1",
    until: "",
    endsWithout: false,
  })
  const lines = [
    line("MAP", "2027-05-01"),
    line("MSRP", "2027-05-01"),
    line("MAP ", "2027-05-01T00:00:00-04:00"),
    line("MAP", "2027-05-02"),
  ]
  it("are said, where they are of one price type and meant", () => {
    const clashes = (isMeant: (index: number) => boolean) => clashesIn(lines, "America/New_York", isMeant)
    expect([...clashes(() => true)]).toEqual([[2, "Line 1 begins then too: choose another day"]])
    expect([...clashes((index) => index > 0)]).toEqual([])
  })
})

describe("pasted keys", () => {
  it("are those of a spreadsheet's column, of a list, of lines, each once", () => {
    expect(pastedKeys('A-1\r\nB 2\tC-3\n\n"D-4"\n A-1 ,E;F')).toEqual(["A-1", "B 2", "C-3", "D-4", "E", "F"])
  })
})

describe("new lines on the timeline", () => {
  const segment = (from: number, until: number | null, amount: string, state: "in_force" | "scheduled") => ({
    from,
    until,
    amount,
    state,
    batch: null,
    isReturn: false,
  })
  const base = [segment(0, 50, "100", "in_force"), segment(50, null, "90", "scheduled")]
  const courses = [{ variants: ["V"], segments: base, drafts: [] }]
  const line = (from: number, until: number | null, amount: string) => ({ from, until, amount })
  const drawn = (...lines: ReadonlyArray<ReturnType<typeof line>>) =>
    drawnLines(lines, courses).map(({ from, until, amount }) => [from, until, amount])

  it.each([
    ["one for good holds until the scheduled price", [line(10, null, "80")], [[10, 50, "80"]]],
    ["one that ends before it ends there", [line(10, 20, "80")], [[10, 20, "80"]]],
    [
      "one within another is that one's again when it ends",
      [line(10, null, "80"), line(20, 30, "70")],
      [
        [10, 20, "80"],
        [20, 30, "70"],
        [30, 50, "80"],
      ],
    ],
    ["one after the scheduled price holds for good", [line(60, null, "80")], [[60, null, "80"]]],
    ["of two at one moment the later holds", [line(10, 20, "80"), line(10, 20, "70")], [[10, 20, "70"]]],
  ])("%s", (_, lines, expected) => {
    expect(drawn(...lines)).toEqual(expected)
  })

  it("take the place of what they meet, and of nothing else", () => {
    expect(partsOf(base[0]!, [line(10, 20, "80"), line(40, null, "70")])).toEqual([
      { from: 0, until: 10, isReplaced: false },
      { from: 10, until: 20, isReplaced: true },
      { from: 20, until: 40, isReplaced: false },
      { from: 40, until: 50, isReplaced: true },
    ])
  })
})

describe("the paper of a locale", () => {
  it.each([
    ["en-US", "letter"],
    ["en", "letter"],
    ["es-MX", "letter"],
    ["fr-CA", "letter"],
    ["de", "a4"],
    ["en-GB", "a4"],
    ["ja-JP", "a4"],
  ])("of %s is %s", (locale, paper) => expect(paperOf(locale)).toBe(paper))
})
