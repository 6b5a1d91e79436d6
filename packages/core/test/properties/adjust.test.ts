import fc from "fast-check"
import { expect, it } from "vitest"
import type { Adjustment, Rounding } from "../../src/changes/PriceAdjustment.ts"
import { adjustAmount, roundingFault } from "../../src/changes/rules/adjustAmount.ts"
import { endsWith } from "../../src/kernel/rules/amountRules.ts"

/** Everything is compared as a whole number of these. */
const places = 40
const units = (text: string): bigint => {
  const [, sign, whole = "", fraction = ""] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text)!
  return BigInt(`${sign}${whole}${fraction.padEnd(places, "0")}`)
}

const decimal = (digits: number, fraction: number) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) }), fc.integer({ min: 0, max: fraction }))
    .map(([number, scale]) => {
      const text = String(number).padStart(scale + 1, "0")
      return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
    })
const anyAmount = decimal(9, 4)
const signed = fc.tuple(fc.constantFrom("", "+", "-"), decimal(5, 3)).map((parts) => parts.join(""))
const anyAdjustment: fc.Arbitrary<Adjustment> = fc.oneof(
  signed.map((percent) => ({ percent })),
  signed.map((amount) => ({ amount })),
  anyAmount.map((set) => ({ set })),
)
const anyMode = fc.constantFrom<Rounding["mode"]>("half_up", "up", "down")
const anyStep = fc.constantFrom("0.01", "0.05", "0.3", "1", "2.50", "5", "10", "100")
const anyEnding = fc.constantFrom("0.95", "0.99", "9.95", "0", "0.5", "49.90", "5", "4.95")
const anyRounding: fc.Arbitrary<Rounding> = fc
  .tuple(fc.option(anyStep), anyMode, fc.option(anyEnding))
  .map(([to, mode, ending]) => ({ to, mode, ending }))
  .filter((round) => roundingFault(round, null) === undefined)

/** Of currencies: what is the least that each has. */
const minorUnit: Readonly<Record<string, string>> = { JPY: "1", EUR: "0.01", KWD: "0.001" }
const anyCurrency = fc.constantFrom(...Object.keys(minorUnit))

/** What the adjusted price is before it is rounded, by the other way: hundredths of percents of units. */
const exactly = (amount: string, adjust: Adjustment): bigint =>
  "set" in adjust
    ? units(adjust.set)
    : "amount" in adjust
      ? units(amount) + units(adjust.amount)
      : units(amount) + (units(amount) * units(adjust.percent)) / 10n ** BigInt(places + 2)

it("an adjusted price is exact where nothing is rounded", () => {
  fc.assert(
    fc.property(anyAmount, anyAdjustment, (amount, adjust) => {
      const adjusted = adjustAmount(amount, adjust, null)
      const exact = exactly(amount, adjust)
      if (typeof adjusted === "string") expect(units(adjusted)).toBe(exact)
      else expect(exact).toBeLessThan(0n)
    }),
    { numRuns: 3_000 },
  )
})

it("a rounded price is a multiple, ends as asked, and none that is allowed is nearer on its side", () => {
  fc.assert(
    fc.property(anyAmount, anyAdjustment, anyRounding, (amount, adjust, round) => {
      const { to, mode, ending } = round
      const exact = exactly(amount, adjust)
      const adjusted = adjustAmount(amount, adjust, round)
      const whole = ending?.split(".", 1)[0]?.replace(/^0+/, "") ?? ""
      const least = ending === null ? 0n : units(ending)
      const apart = units(`1${"0".repeat(whole.length)}`)
      const isOfMultiples = to === null || (least % units(to) === 0n && apart % units(to) === 0n)
      const step = ending !== null && isOfMultiples ? apart : units(to!)
      if (typeof adjusted !== "string") {
        expect(exact < 0n || (mode === "down" && exact < least)).toBe(true)
        return
      }
      const found = units(adjusted)
      expect((found - least) % step).toBe(0n)
      if (to !== null && (ending === null || isOfMultiples)) expect(found % units(to)).toBe(0n)
      if (ending !== null && isOfMultiples) expect(endsWith(adjusted, ending)).toBe(true)
      const over = found - exact
      if (mode === "up") expect(over >= 0n && (over < step || found === least)).toBe(true)
      if (mode === "down") expect(over <= 0n && -over < step).toBe(true)
      if (mode === "half_up") expect((2n * over <= step && -2n * over < step) || found === least).toBe(true)
    }),
    { numRuns: 3_000 },
  )
})

it("a rounding that says only how is one to the least that the currency has", () => {
  fc.assert(
    fc.property(anyAmount, anyAdjustment, anyMode, anyCurrency, (amount, adjust, mode, currency) => {
      const least = { to: minorUnit[currency]!, mode, ending: null }
      expect(adjustAmount(amount, adjust, { ...least, to: null }, currency)).toStrictEqual(
        adjustAmount(amount, adjust, least, currency),
      )
    }),
    { numRuns: 1_000 },
  )
})

it("rounding again changes nothing, and a greater price never becomes the smaller one", () => {
  fc.assert(
    fc.property(anyAmount, anyAmount, anyRounding, (one, other, round) => {
      const keep = { percent: "0" }
      const [a, b] = [adjustAmount(one, keep, round), adjustAmount(other, keep, round)]
      if (typeof a !== "string" || typeof b !== "string") return
      expect(units(adjustAmount(a, keep, round) as string)).toBe(units(a))
      if (units(one) <= units(other)) expect(units(a)).toBeLessThanOrEqual(units(b))
      else expect(units(a)).toBeGreaterThanOrEqual(units(b))
    }),
    { numRuns: 2_000 },
  )
})
