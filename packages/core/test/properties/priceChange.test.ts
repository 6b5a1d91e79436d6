import { compareText, instantFromMicros, type PriceRecord, priceOrder, recordInForce } from "@hangtag/core"
import { aPriceRecord } from "@hangtag/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { ChangeRules, TimedChangeLine } from "../../src/changes/rules/changeSteps.ts"
import { pairBasis } from "../../src/changes/rules/pairBasis.ts"
import { planRevert } from "../../src/changes/rules/planRevert.ts"
import { revertedBatch } from "../../src/changes/rules/takeBacks.ts"
import {
  amountAt,
  anyHistory,
  anyLine,
  anyLines,
  anyRules,
  type Batch,
  day,
  found,
  instants,
  keep,
  now,
  planned,
  published,
  written,
} from "../support/onePair.ts"

const generate = (batch: Batch, lines: ReadonlyArray<TimedChangeLine>, rules: ChangeRules) =>
  planned(found(batch), lines, rules)

const start = (records: ReadonlyArray<PriceRecord>): Batch => ({ records, withdrawing: new Set() })

it("once a change is published, each of its lines is in force at its own instant", () => {
  fc.assert(
    fc.property(anyHistory, anyLines, anyRules, (records, lines, rules) => {
      const plan = generate(start(records), lines, rules)
      expect(plan.judged).toHaveLength(lines.length)
      const after = published(written(start(records), plan, "mine"), "mine", now)
      for (const line of lines) {
        const last = lines.findLast((other) => other.effective_at === line.effective_at)!
        // a withdrawal while it is in force leaves nothing, in the past as it was
        if (line.effective_at >= now) expect(amountAt(after, line.effective_at)).toBe(Number(last.amount))
      }
      const later = { ...rules, batch_key: "another", on_collision: keep, include_unchanged: false }
      const again = generate(start(after), lines, later)
      const wanted = again.judged.filter(({ line }) => lines[line]!.effective_at >= now)
      const alone = wanted.filter(
        ({ line }) => lines.filter((other) => other.effective_at === lines[line]!.effective_at).length === 1,
      )
      expect(alone.every(({ status }) => status === "unchanged")).toBe(true)
    }),
    { numRuns: 700 },
  )
})

it("generating the same again changes nothing", () => {
  fc.assert(
    fc.property(anyHistory, anyLines, anyRules, (records, lines, rules) => {
      const once = written(start(records), generate(start(records), lines, rules), "mine")
      const { drafts, replaced, withdrawals, released, judged } = generate(once, lines, rules)
      expect([drafts, replaced, withdrawals, released]).toEqual([[], [], [], []])
      expect(judged.every(({ created }) => !created)).toBe(true)
    }),
    { numRuns: 700 },
  )
})

/** What others do to a pair between two requests, and how much later. */
const anyTurn = fc.record({
  hours: fc.integer({ min: 0, max: 6 }).map((half) => 12 * half),
  sets: fc.option(
    fc.record({ days: fc.integer({ min: -1, max: 8 }), amount: fc.constantFrom("10", "20", "40") }),
  ),
  withdraws: fc.option(fc.nat(6)),
  publishes: fc.boolean(),
})
type Turn = typeof anyTurn extends fc.Arbitrary<infer A> ? A : never

const afterTurn = (
  records: ReadonlyArray<PriceRecord>,
  { sets, withdraws, publishes }: Turn,
  { at, key }: { readonly at: number; readonly key: string },
): ReadonlyArray<PriceRecord> => {
  const toCome = records.filter(
    ({ status, withdrawn, effective_at }) =>
      status === "active" && withdrawn === undefined && effective_at > at,
  )
  const gone = withdraws === null ? undefined : toCome[withdraws % Math.max(1, toCome.length)]
  const left = records.map((record) =>
    record === gone ? { ...record, withdrawn: { at: instantFromMicros(at), by: "ann" } } : record,
  )
  const sequence = Math.max(0, ...records.map((record) => record.sequence)) + 1
  const set =
    sets === null
      ? []
      : aPriceRecord({
          variant_key: "A",
          record_key: key,
          amount: sets.amount,
          sequence,
          effective_at: instantFromMicros(now + sets.days * day),
        })
  const all = left.concat(set)
  return publishes ? published({ records: all, withdrawing: new Set() }, "other", at) : all
}

const isRefused = ({ unmeant, collisions }: ReturnType<typeof generate>) =>
  unmeant.length > 0 || collisions.some(({ action }) => action === "rejected")

/** The batch once it was asked for the lines of each request in turn, and the pair if it had not been. */
const inTurns = (
  records: ReadonlyArray<PriceRecord>,
  requests: ReadonlyArray<readonly [ReadonlyArray<TimedChangeLine>, ChangeRules, Turn]>,
) => {
  let batch = start(records)
  let others = records
  let at: number = now
  const plans = requests.map(([lines, rules, turn], index) => {
    const before = { at, key: `set ${index}` }
    if (index > 0) {
      batch = { ...batch, records: afterTurn(batch.records, turn, before) }
      others = afterTurn(others, turn, before)
    }
    const plan = generate(batch, lines, { ...rules, now: at })
    batch = written(batch, plan, "mine")
    if (index < requests.length - 1) at += turn.hours * (day / 24)
    return plan
  })
  return { batch, others, at, wasRefused: plans.slice(0, -1).some(isRefused), last: plans.at(-1)! }
}

const drafts = ({ records }: Batch) =>
  records
    .filter(({ batch_key, withdrawn }) => batch_key === "mine" && withdrawn === undefined)
    .sort(priceOrder)
    .map(({ effective_at, amount }) => [effective_at, Number(amount)])

const anyOfLines = fc
  .array(fc.tuple(anyLine, fc.constantFrom(null, null, "none" as const, "skip" as const)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((rows) => rows.map(([line, none]): TimedChangeLine => ({ ...line, return: none })))

it("a batch that is filled in turns holds what it would hold if all of it had been asked for at once, whatever happens between", () => {
  fc.assert(
    fc.property(
      anyHistory,
      fc.array(fc.tuple(anyOfLines, anyRules, anyTurn), { minLength: 2, maxLength: 3 }),
      (records, requests) => {
        const { batch, others, at, wasRefused, last } = inTurns(records, requests)
        fc.pre(!wasRefused)
        const rows = requests.flatMap(([lines, held], turn) => lines.map((line) => ({ ...line, held, turn })))
        // a line takes the place of those that earlier requests began at its instant
        const lines = rows.filter(
          ({ effective_at, turn }) =>
            !rows.some((other) => other.turn > turn && other.effective_at === effective_at),
        )
        const atOnce = generate(start(others), lines, { ...requests[0]![1], now: at })
        expect(isRefused(last)).toBe(isRefused(atOnce))
        if (isRefused(last)) return
        const whole = written(start(others), atOnce, "mine")
        expect(drafts(batch)).toEqual(drafts(whole))
        expect([...batch.withdrawing].sort(compareText)).toEqual([...whole.withdrawing].sort(compareText))
        const [asked, rules] = requests.at(-1)!
        const again = generate(batch, asked, { ...rules, now: at })
        expect([again.drafts, again.replaced, again.withdrawals, again.released]).toEqual([[], [], [], []])
      },
    ),
    { numRuns: 1_000 },
  )
})

it("a temporary price changes nothing before and after its time", () => {
  fc.assert(
    fc.property(anyHistory, anyLine, anyRules, (records, line, rules) => {
      fc.pre(line.until_at !== null && line.effective_at >= now)
      const plan = generate(start(records), [line], { ...rules, on_collision: keep })
      const after = published(written(start(records), plan, "mine"), "mine", now)
      for (const at of instants) {
        const inside = at >= line.effective_at && at < line.until_at!
        const isNoReturn = plan.noReturn.length > 0 && at >= line.effective_at
        if (!inside && !isNoReturn) expect(amountAt(after, at)).toBe(amountAt(records, at))
      }
    }),
    { numRuns: 700 },
  )
})

/** When the lines that withdraw a record have all ended; none do: null. */
const withdrawnUntil = (record: PriceRecord, lines: ReadonlyArray<TimedChangeLine>, rules: ChangeRules) => {
  if (record.status !== "active" || record.effective_at <= now) return null
  const ends = lines.flatMap(({ effective_at: at, until_at }) => {
    const end = until_at ?? Number.POSITIVE_INFINITY
    const kind =
      record.effective_at === at
        ? "same_instant"
        : record.effective_at > at
          ? "overridden_later"
          : "leapfrogged"
    return record.effective_at < end && rules.on_collision[kind] === "withdraw" ? [end] : []
  })
  return ends.length === 0 ? null : Math.max(...ends)
}

it("of lines that overlap the one holds that began last and has not ended, or what there would be without them", () => {
  fc.assert(
    fc.property(anyHistory, anyLines, anyRules, (history, lines, given) => {
      const records = history.filter(({ withdrawn }) => withdrawn === undefined)
      const rules = { ...given, include_unchanged: true }
      const plan = generate(start(records), lines, rules)
      fc.pre(plan.noReturn.length === 0)
      const after = published(written(start(records), plan, "mine"), "mine", now)
      for (const at of instants) {
        const open = lines.filter(
          ({ effective_at, until_at }) => effective_at <= at && (until_at === null || at < until_at),
        )
        const line = open.toSorted((a, b) => a.effective_at - b.effective_at).at(-1)
        const standing = records.filter((record) => (withdrawnUntil(record, lines, rules) ?? 0) <= at)
        const record = recordInForce(standing, at)
        const isLine =
          line !== undefined && (record === undefined || line.effective_at >= record.effective_at)
        expect(amountAt(after, at)).toBe(isLine ? Number(line.amount) : amountAt(standing, at))
      }
    }),
    { numRuns: 1_000 },
  )
})

it("publish, revert and publish leaves what comes then as if nothing had happened, but where there was no price", () => {
  fc.assert(
    fc.property(
      anyHistory,
      anyLines,
      anyRules,
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 0, max: 1 }),
      (records, lines, rules, days, lag) => {
        const batch = written(start(records), generate(start(records), lines, rules), "mine")
        const after = published(batch, "mine", now)
        const then = now + days * (day / 2)
        const pair = { ...found(start(after)), withdrawing: batch.withdrawing }
        const publishedAgain = then + lag
        const revert = planRevert(pair, revertedBatch("mine", []), publishedAgain)
        const taken_back = { at: instantFromMicros(publishedAgain), by: "revert" }
        const ended = after.map((record) =>
          revert.ended.includes(record) ? { ...record, taken_back } : record,
        )
        const taken = published(written(start(ended), revert, "revert"), "revert", publishedAgain)
        if (revert.outcomes.some(({ outcome }) => outcome === "no_earlier_price")) return
        for (const at of instants.filter((instant) => instant >= publishedAgain))
          expect(amountAt(taken, at)).toBe(amountAt(records, at))
        const named = revert.outcomes.map(({ record }) => record.record_key)
        const touched = after.filter(
          (record, index) =>
            (record.batch_key === "mine" && record.status === "active") || record !== batch.records[index],
        )
        expect(named.sort(compareText)).toEqual(touched.map(({ record_key }) => record_key).sort(compareText))
      },
    ),
    { numRuns: 1_000 },
  )
})

it("what a pair was judged by does not depend on the order of its records, and stays as time passes", () => {
  fc.assert(
    fc.property(
      anyHistory.chain((records) =>
        fc.tuple(
          fc.constant(records),
          fc.shuffledSubarray(records, { minLength: records.length, maxLength: records.length }),
        ),
      ),
      fc.integer({ min: 0, max: 9 }),
      ([records, shuffled], days) => {
        const basis = pairBasis(found(start(records)), "mine", now, now)
        expect(pairBasis(found(start(shuffled)), "mine", now, now + days * day)).toEqual(basis)
      },
    ),
    { numRuns: 700 },
  )
})
