import { type PriceRecord, recordInForce } from "@hangtag/core"
import fc from "fast-check"
import { expect, it } from "vitest"
import { changeColorway } from "../../src/changes/rules/changeColorway.ts"
import type { TimedChangeLine } from "../../src/changes/rules/changeSteps.ts"
import { writtenIn } from "../../src/kernel/rules/effectiveInstant.ts"
import { noPricePolicy } from "../../src/lists/PricePolicy.ts"
import { returnsAfter } from "../../src/prices/rules/judgeReturns.ts"
import { judgeLines } from "../../src/prices/rules/previewLines.ts"
import { withBeneath } from "../../src/prices/rules/standing.ts"
import { guardRails } from "../../src/prices/rules/warnings/guardRails.ts"
import {
  amountAt,
  anyHistory,
  anyLine,
  anyRules,
  day,
  found,
  instants,
  keep,
  now,
  type PricedLine,
  planned,
  published,
  written,
} from "../support/onePair.ts"

const start = (records: ReadonlyArray<PriceRecord>) => ({ records, withdrawing: new Set<string>() })

/** The pair once lines were published, one batch after the other, each an hour later. */
const after = (history: ReadonlyArray<PriceRecord>, sales: ReadonlyArray<TimedChangeLine>) =>
  sales.reduce((records: ReadonlyArray<PriceRecord>, line, index) => {
    const at = now + (index * day) / 24
    const rules = {
      batch_key: `S${index}`,
      on_collision: keep,
      include_unchanged: false,
      now: at,
      written: writtenIn("UTC"),
    }
    const plan = planned(found(start(records)), [{ ...line, return: "none" }], rules)
    return published(written(start(records), plan, rules.batch_key), rules.batch_key, at)
  }, history)

/** What a preview reads: what is in force at an instant, and what is to come. */
const around = (records: ReadonlyArray<PriceRecord>, at: number) => [
  ...([recordInForce(records, at)].filter(Boolean) as Array<PriceRecord>),
  ...records.filter((record) => record.effective_at > at && record.withdrawn === undefined),
]

/** To come: what is backdated begins in the past of what was read. */
const anyLater = anyLine.filter(({ effective_at }) => effective_at > now + day / 4)
const anySales = fc.array(anyLater, { minLength: 1, maxLength: 3 })
const anyForGood = fc
  .array(anyLater, { minLength: 1, maxLength: 3 })
  .map((lines) => lines.map((line): PricedLine => ({ ...line, effective_until: null, until_at: null })))

it("a line follows in the preview what it follows where it is generated, also behind the end of a sale", () => {
  fc.assert(
    fc.property(anyHistory, anySales, anyForGood, (history, sales, lines) => {
      const clean = history.filter(({ withdrawn }) => withdrawn === undefined)
      const records = after(clean, sales)
      const ahead = lines.filter(({ effective_at }) => effective_at > now + day / 4)
      fc.pre(ahead.length > 0)
      const rules = {
        batch_key: "mine",
        on_collision: keep,
        include_unchanged: true,
        now: now + day / 4,
        written: writtenIn("UTC"),
      }
      const plan = planned(found(start(records)), ahead, rules)
      const read = around(records, rules.now)
      const previewed = judgeLines(["A"], ahead, () => read)
      expect(previewed.map(({ variants }) => Number(variants[0]!.follows))).toEqual(
        ahead.map((_, index) => Number(plan.judged.find(({ line }) => line === index)!.follows)),
      )
    }),
    { numRuns: 500 },
  )
})

it("a preview names the returns that publishing the lines writes anew", () => {
  fc.assert(
    fc.property(anyHistory, anySales, anyForGood, (history, sales, lines) => {
      const clean = history.filter(({ withdrawn }) => withdrawn === undefined)
      const records = after(clean, sales)
      const at = now + day / 4
      const ahead = lines.filter(({ effective_at }) => effective_at > at)
      fc.pre(ahead.length > 0)
      const rules = {
        batch_key: "mine",
        on_collision: keep,
        include_unchanged: true,
        now: at,
        written: writtenIn("UTC"),
      }
      const plan = planned(found(start(records)), ahead, rules)
      const done = published(written(start(records), plan, "mine"), "mine", at)
      const gone = done
        .filter(({ withdrawn, returns_from }) => returns_from !== undefined && withdrawn?.at === at)
        .map(({ record_key }) => record_key)
      expect(
        returnsAfter(around(records, at), ahead, at)
          .map(({ record_key }) => record_key)
          .sort(),
      ).toEqual(gone.sort())
    }),
    { numRuns: 500 },
  )
})

it("a change says what each line follows and which ends of sales it moves, also where lines end themselves", () => {
  fc.assert(
    fc.property(anyHistory, anySales, anySales, anyRules, (history, sales, lines, given) => {
      const clean = history.filter(({ withdrawn }) => withdrawn === undefined)
      const records = after(clean, sales)
      const at = now + day / 4
      const ahead = lines.map((line): PricedLine => ({ ...line, return: "none" }))
      const rules = { ...given, include_unchanged: true, now: at, written: writtenIn("UTC") }
      const pair = found(start(records))
      const colorway = { product_key: "P1", color: "Black", variant_keys: ["A"], pairs: [pair] }
      const rails = guardRails({ policy: noPricePolicy, time_zone: "UTC", usedTypes: null, now: at })
      // what holds beneath a sale that runs is known by its return alone
      const read = { ...colorway, pairs: [{ ...pair, records: withBeneath(around(records, at)) }] }
      const { follows, movedReturns } = changeColorway(colorway, ahead, rules, rails)
      expect(
        changeColorway(read, ahead, rules, rails).movedReturns.map(({ record_key }) => record_key),
      ).toEqual(movedReturns.map(({ record_key }) => record_key))
      const plan = planned(pair, ahead, rules)
      const done = published(written(start(records), plan, "mine"), "mine", at)
      for (const { line, previous } of follows()) {
        const { effective_at } = ahead[line]!
        const meets = [...records, ...ahead.filter((_, index) => index !== line)].some(
          (other) =>
            other.effective_at === effective_at || ("until_at" in other && other.until_at === effective_at),
        )
        const ends = records.some((record) => record.ends?.at === effective_at)
        if (!meets && !ends)
          expect(amountAt(done, effective_at - 1)).toBe(previous === null ? null : Number(previous))
      }
      const gone = done.filter(
        ({ withdrawn, returns_from }) => returns_from !== undefined && withdrawn?.at === at,
      )
      for (const { record_key, was, becomes } of movedReturns) {
        const record = gone.find((each) => each.record_key === record_key)
        expect(Number(record?.amount)).toBe(Number(was))
        if (becomes !== null) expect(amountAt(done, record!.effective_at)).toBe(Number(becomes))
      }
      const named = new Set(movedReturns.map(({ record_key }) => record_key))
      for (const { record_key, effective_at, amount } of gone)
        if (!named.has(record_key)) expect(amountAt(done, effective_at)).toBe(Number(amount))
    }),
    { numRuns: 500 },
  )
})

it("a sale ends where it ends, and what holds then is what there would be without it", () => {
  fc.assert(
    fc.property(anyHistory, anySales, anyForGood, anyRules, (history, sales, lines, given) => {
      const clean = history.filter(({ withdrawn }) => withdrawn === undefined)
      const temporary = sales.filter(({ until_at }) => until_at !== null)
      fc.pre(temporary.length > 0)
      const rules = { ...given, on_collision: keep, now: now + day / 4 }
      const publishOn = (records: ReadonlyArray<PriceRecord>) => {
        const forGood = lines.map((line) => ({ ...line, effective_until: null, until_at: null }))
        const plan = planned(found(start(records)), forGood, { ...rules, include_unchanged: true })
        return published(written(start(records), plan, "mine"), "mine", rules.now)
      }
      const withSales = publishOn(after(clean, temporary))
      const without = publishOn(clean)
      const over = Math.max(...temporary.map(({ until_at }) => until_at!))
      for (const at of instants.filter((instant) => instant >= Math.max(over, rules.now)))
        expect(amountAt(withSales, at)).toBe(amountAt(without, at))
    }),
    { numRuns: 500 },
  )
})
