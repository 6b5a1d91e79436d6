import { compareText, instantFromMicros, type PriceRecord, priceInForce, priceOrder } from "@hangtag/core"
import { aPriceRecord, instantOf } from "@hangtag/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import { type PairFound, pairBasis } from "../../src/domain/pairBasis.ts"
import {
  type ChangeRules,
  changeSteps,
  planChange,
  type TimedChangeLine,
} from "../../src/domain/planChange.ts"
import { planRevert } from "../../src/domain/planRevert.ts"

const day = 86_400_000_000
const now = instantOf("2026-06-15")
const dayText = (days: number) => new Date((now + days * day) / 1000).toISOString()

const anyAmount = fc.constantFrom("10", "20", "30.0", "30.00")
const anyDay = fc.integer({ min: -3, max: 6 })

/** A pair's history in sequence: active ones, drafts of another batch, some of them withdrawn before now. */
const anyHistory = fc
  .array(
    fc.record({
      day: anyDay,
      amount: anyAmount,
      status: fc.constantFrom("active" as const, "active" as const, "active" as const, "draft" as const),
      withdrawn: fc.option(fc.integer({ min: -3, max: 0 }), { freq: 6 }),
    }),
    { maxLength: 6 },
  )
  .map((rows) =>
    rows.map(({ day: days, amount, status, withdrawn }, index) =>
      aPriceRecord({
        variant_key: "A",
        amount,
        status,
        effective_from: dayText(days),
        effective_at: instantFromMicros(now + days * day),
        sequence: index + 1,
        batch_key: status === "draft" ? "other" : null,
        ...(withdrawn === null ? {} : { withdrawn: { at: now + withdrawn * day, by: "somebody" } }),
      }),
    ),
  )

const anyLine = fc
  .record({ day: anyDay, days: fc.option(fc.integer({ min: 1, max: 4 })), amount: anyAmount })
  .map(
    ({ day: days, days: lasts, amount }): TimedChangeLine => ({
      price_type: "MAP",
      amount,
      effective_from: dayText(days),
      effective_at: now + days * day,
      effective_until: lasts === null ? null : dayText(days + lasts),
      until_at: lasts === null ? null : now + (days + lasts) * day,
      return: null,
    }),
  )
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 4 })

const keep = { same_instant: "reject", overridden_later: "keep", leapfrogged: "keep" } as const
const anyRules = fc
  .record({
    same_instant: fc.constantFrom("reject" as const, "withdraw" as const),
    overridden_later: fc.constantFrom("keep" as const, "withdraw" as const),
    leapfrogged: fc.constantFrom("keep" as const, "withdraw" as const),
    include_unchanged: fc.boolean(),
  })
  .map(
    ({ include_unchanged, ...on_collision }): ChangeRules => ({
      batch_key: "mine",
      on_collision,
      include_unchanged,
      now,
    }),
  )

interface Batch {
  readonly records: ReadonlyArray<PriceRecord>
  readonly withdrawing: ReadonlySet<string>
}

const found = ({ records, withdrawing }: Batch): PairFound => ({
  variant_key: "A",
  price_type: "MAP",
  records,
  withdrawing,
  basis: null,
})

const next = (records: ReadonlyArray<PriceRecord>) =>
  Math.max(0, ...records.map(({ sequence }) => sequence)) + 1

/** The pair once what is planned was written into a batch. */
const written = (
  batch: Batch,
  {
    drafts,
    withdrawals,
    replaced = [],
  }: Pick<ReturnType<typeof planChange>, "drafts" | "withdrawals"> & {
    readonly replaced?: ReadonlyArray<PriceRecord>
  },
  batch_key: string,
): Batch => {
  const kept = batch.records.map((record) =>
    replaced.includes(record) ? { ...record, withdrawn: { at: now, by: "me" } } : record,
  )
  const first = next(batch.records)
  const fresh = drafts.map((draft, index) =>
    aPriceRecord({
      ...draft,
      effective_at: instantFromMicros(draft.effective_at),
      status: "draft",
      sequence: first + index,
      batch_key,
    }),
  )
  const keys = withdrawals.map(({ record_key }) => record_key)
  return { records: [...kept, ...fresh], withdrawing: new Set([...batch.withdrawing, ...keys]) }
}

/** The records once the batch was published. */
const published = ({ records, withdrawing }: Batch, batch_key: string, at: number): Array<PriceRecord> => {
  const isDraft = (record: PriceRecord) =>
    record.status === "draft" && record.batch_key === batch_key && record.withdrawn === undefined
  const order = records.filter(isDraft).sort(priceOrder)
  const first = next(records)
  return records.map((record) => {
    if (isDraft(record)) return { ...record, status: "active", sequence: first + order.indexOf(record) }
    const ends =
      withdrawing.has(record.record_key) &&
      record.status === "active" &&
      record.withdrawn === undefined &&
      record.effective_at > at
    return ends ? { ...record, withdrawn: { at, by: "me" } } : record
  })
}

/** What is in force at an instant, as a number. */
const amountAt = (records: ReadonlyArray<PriceRecord>, at: number) => {
  const record = priceInForce(records, at)
  return record === undefined ? null : Number(record.amount)
}

const instants = Array.from({ length: 30 }, (_, index) => now + (index - 5) * (day / 2))

const generate = (batch: Batch, lines: ReadonlyArray<TimedChangeLine>, rules: ChangeRules) =>
  planChange(found(batch), changeSteps(lines.entries()), rules)

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
    { numRuns: 2_000 },
  )
})

it("generating the same again changes nothing", () => {
  fc.assert(
    fc.property(anyHistory, anyLines, anyRules, (records, lines, rules) => {
      const once = written(start(records), generate(start(records), lines, rules), "mine")
      const { drafts, replaced, withdrawals, judged } = generate(once, lines, rules)
      expect({ drafts, replaced, withdrawals }).toEqual({ drafts: [], replaced: [], withdrawals: [] })
      expect(judged.every(({ created }) => !created)).toBe(true)
    }),
    { numRuns: 2_000 },
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
    { numRuns: 2_000 },
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
        const revert = planRevert(pair, { key: "mine", published_at: now }, then)
        const publishedAgain = then + lag
        const taken = published(written(start(after), revert, "revert"), "revert", publishedAgain)
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
    { numRuns: 3_000 },
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
    { numRuns: 2_000 },
  )
})
