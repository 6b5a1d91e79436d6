import { Amount, compareText, EffectiveFrom, effectiveInstant, sameAmount } from "@hangtag/core"
import { plainDecimal } from "@hangtag/core/adapter"
import {
  anyAmount,
  anyEffectiveFrom,
  anyText,
  anyTimeZone,
  nearlyAmount,
  nearlyEffectiveFrom,
} from "@hangtag/testkit"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const runs = { numRuns: 3_000 }

describe("amounts", () => {
  const normal = (amount: string) => {
    const [whole = "", fraction = ""] = amount.split(".")
    return `${whole.replace(/^0+/, "")}.${fraction.replace(/0+$/, "")}`
  }

  it("are the same exactly when their digits are, leading and trailing zeros aside", () => {
    const anyPair = fc.oneof(
      fc.tuple(anyAmount(), anyAmount()),
      anyAmount().chain((amount) =>
        fc
          .tuple(fc.nat(3), fc.nat(3))
          .map(([before, after]) => [
            amount,
            "0".repeat(before) + (amount.includes(".") ? amount : `${amount}.0`) + "0".repeat(after),
          ]),
      ),
    )
    fc.assert(
      fc.property(anyPair, ([a, b]) => {
        expect(sameAmount(a!, b!)).toBe(normal(a!) === normal(b!))
        expect(sameAmount(b!, a!)).toBe(sameAmount(a!, b!))
      }),
      runs,
    )
  })

  it("of up to 15 significant digits survive JSON", () => {
    const short = fc
      .tuple(fc.nat(999_999_999), fc.nat(999_999))
      .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(6, "0")}`)
    fc.assert(
      fc.property(short, (amount) => {
        const json = JSON.stringify(Schema.encodeSync(Amount)(amount))
        expect(sameAmount(Schema.decodeUnknownSync(Amount)(JSON.parse(json)), amount)).toBe(true)
      }),
      runs,
    )
  })

  it("that are almost amounts are none", () => {
    const isAmount = Schema.is(Schema.toType(Amount))
    fc.assert(
      fc.property(anyAmount(), (amount) => isAmount(amount)),
      runs,
    )
    fc.assert(
      fc.property(nearlyAmount(), (text) => !isAmount(text)),
      runs,
    )
  })

  it("from numbers have the number's shortest digits, in plain notation", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = plainDecimal(number)
        expect(text).toMatch(/^-?\d+(\.\d+)?$/)
        expect(Number(text)).toBe(number === 0 ? 0 : number)
        const digits = (each: string) =>
          each
            .replace(/e.*$/, "")
            .replace(/[-.]/g, "")
            .replace(/^0+|0+$/g, "")
        expect(digits(text)).toBe(digits(String(number)))
      }),
      runs,
    )
  })
})

describe("effective_from", () => {
  const formats = new Map<string, Intl.DateTimeFormat>()
  const formatOf = (timeZone: string) => {
    const format =
      formats.get(timeZone) ??
      new Intl.DateTimeFormat("en-US", {
        timeZone,
        hourCycle: "h23",
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        minute: "numeric",
        second: "numeric",
      })
    formats.set(timeZone, format)
    return format
  }
  /** What clocks in the zone show at a moment, as if it were UTC; both in milliseconds. */
  const wallAt = (millis: number, timeZone: string): number => {
    const parts = Object.fromEntries(
      formatOf(timeZone)
        .formatToParts(millis)
        .map(({ type, value }) => [type, Number(value)]),
    )
    const { year, month, day, hour, minute, second } = parts
    return Date.UTC(year!, month! - 1, day, hour, minute, second) + (((millis % 1000) + 1000) % 1000)
  }
  const anyWall = anyEffectiveFrom().filter((text) => !/[Z+]|T.*-/.test(text))
  /** The wall time that a text without offset names, as if it were UTC. */
  const named = (text: string) => Math.floor(effectiveInstant(text, "UTC")! / 1000)
  const hour = 3_600_000

  it("without offset is the first moment at which clocks in the zone show it, or the skipped time after the jump", () => {
    fc.assert(
      fc.property(anyWall, anyTimeZone(), (text, timeZone) => {
        const wall = named(text)
        const found = Math.floor(effectiveInstant(text, timeZone)! / 1000)
        // every moment whose offset a zone could have had around it
        const moments = [
          ...new Set([-26, 26].map((far) => wall - wallAt(wall + far * hour, timeZone) + wall + far * hour)),
        ]
          .filter((moment) => wallAt(moment, timeZone) === wall)
          .sort((a, b) => a - b)
        if (moments.length > 0) {
          expect(found).toBe(moments[0])
          return
        }
        const offsetBefore = wallAt(wall - 26 * hour, timeZone) - (wall - 26 * hour)
        expect(found).toBe(wall - offsetBefore)
        expect(wallAt(found, timeZone)).toBeGreaterThan(wall)
      }),
      runs,
    )
  })

  it("with an offset does not depend on the zone", () => {
    const anyOffset = anyEffectiveFrom().filter((text) => /Z|[+-]\d\d(:?\d\d)?$/.test(text.slice(11)))
    fc.assert(
      fc.property(anyOffset, anyTimeZone(), (text, timeZone) => {
        expect(effectiveInstant(text, timeZone)).toBe(effectiveInstant(text, "UTC"))
        const plain = text
          .replace(",", ".")
          .replace(/(\.\d{3})\d*/, "$1")
          .replace(/([+-]\d\d)(\d\d)$/, "$1:$2")
          .replace(/([+-]\d\d)$/, "$1:00")
        expect(Math.floor(effectiveInstant(text, "UTC")! / 1000)).toBe(Date.parse(plain))
      }),
      runs,
    )
  })

  it("never goes backwards while the wall time goes forward", () => {
    fc.assert(
      fc.property(
        anyWall,
        fc.integer({ min: 1, max: 3 * 86_400 }),
        anyTimeZone(),
        (text, seconds, timeZone) => {
          const later = new Date(named(text) + seconds * 1000).toISOString().slice(0, 19)
          const [first, second] = [effectiveInstant(text, timeZone)!, effectiveInstant(later, timeZone)!]
          // wall time that is skipped lies on top of the time after the jump, by as much as was skipped
          if (wallAt(Math.floor(first / 1000), timeZone) === named(text))
            expect(second).toBeGreaterThanOrEqual(first - 999_999)
        },
      ),
      runs,
    )
  })

  it("that is almost one is none", () => {
    const isEffectiveFrom = Schema.is(EffectiveFrom)
    fc.assert(
      fc.property(anyEffectiveFrom(), anyTimeZone(), (text, timeZone) => {
        expect(isEffectiveFrom(text)).toBe(true)
        expect(effectiveInstant(text, timeZone)).toBeTypeOf("number")
      }),
      runs,
    )
    fc.assert(
      fc.property(nearlyEffectiveFrom(), anyTimeZone(), (text, timeZone) => {
        expect(isEffectiveFrom(text)).toBe(false)
        expect(effectiveInstant(text, timeZone)).toBeUndefined()
      }),
      runs,
    )
  })
})

describe("the order of texts", () => {
  const codePoints = (text: string) => [...text].map((character) => character.codePointAt(0)!)

  it("is that of their code points", () => {
    const anyPair = fc.oneof(
      fc.tuple(anyText(), anyText()),
      fc.tuple(anyText(), anyText(), anyText()).map(([start, a, b]) => [start + a, start + b]),
      fc.tuple(fc.string({ unit: "binary" }), fc.string({ unit: "binary" })),
    )
    fc.assert(
      fc.property(anyPair, ([a, b]) => {
        const [x, y] = [codePoints(a!), codePoints(b!)]
        const at = x.findIndex((point, index) => point !== y[index])
        const expected = at < 0 ? x.length - y.length : y[at] === undefined ? 1 : x[at]! - y[at]!
        expect(Math.sign(compareText(a!, b!))).toBe(Math.sign(expected))
      }),
      { numRuns: 1_000 },
    )
  })
})
