import { instantFromMicros, type PriceRecord, priceInForce, priceOrder } from "@hangtag/core"
import { anySaid, aPriceRecord, instantOf } from "@hangtag/testkit"
import fc from "fast-check"
import { type ChangeRules, changeSteps, type TimedChangeLine } from "../../src/changes/rules/changeSteps.ts"
import type { NewDraft } from "../../src/changes/rules/colorwayWrites.ts"
import { type PairFound, pairBasis } from "../../src/changes/rules/pairBasis.ts"
import { type PairPlan, planChange } from "../../src/changes/rules/planChange.ts"
import { writtenIn } from "../../src/kernel/rules/effectiveInstant.ts"
import { judgeReturns } from "../../src/prices/rules/judgeReturns.ts"

/** In microseconds. */
export const day = 86_400_000_000
export const now = instantOf("2026-06-15")
const dayText = (days: number) => new Date((now + days * day) / 1000).toISOString()

/** What lines do to a pair. */
export const planned = (
  pair: PairFound,
  lines: ReadonlyArray<TimedChangeLine>,
  rules: ChangeRules,
): PairPlan => planChange(pair, changeSteps(lines.entries()), rules)

const anyAmount = fc.constantFrom("10", "20", "30.0", "30.00")
const anyDay = fc.integer({ min: -3, max: 6 })

/** A pair's history in sequence: active ones, drafts of another batch, some of them withdrawn before now. */
export const anyHistory = fc
  .array(
    fc.record({
      day: anyDay,
      says: anySaid(anyAmount),
      status: fc.constantFrom("active" as const, "active" as const, "active" as const, "draft" as const),
      withdrawn: fc.option(fc.integer({ min: -3, max: 0 }), { freq: 6 }),
    }),
    { maxLength: 6 },
  )
  .map((rows) =>
    rows.map(({ day: days, says, status, withdrawn }, index) =>
      aPriceRecord({
        variant_key: "A",
        ...says,
        status,
        effective_from: dayText(days),
        effective_at: instantFromMicros(now + days * day),
        sequence: index + 1,
        batch_key: status === "draft" ? "other" : null,
        ...(withdrawn === null
          ? {}
          : { withdrawn: { at: instantFromMicros(now + withdrawn * day), by: "ann" } }),
      }),
    ),
  )

/** A line that is no ending. */
export type PricedLine = TimedChangeLine & { readonly amount: string }

export const anyLine = fc
  .record({ day: anyDay, days: fc.option(fc.integer({ min: 1, max: 4 })), amount: anyAmount })
  .map(
    ({ day: days, days: lasts, amount }): PricedLine => ({
      price_type: "MAP",
      price_list: "base",
      amount,
      effective_from: dayText(days),
      effective_at: now + days * day,
      effective_until: lasts === null ? null : dayText(days + lasts),
      until_at: lasts === null ? null : now + (days + lasts) * day,
      return: null,
    }),
  )
export const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 4 })

export const keep = { same_instant: "reject", overridden_later: "keep", leapfrogged: "keep" } as const
export const anyRules = fc
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
      written: writtenIn("UTC"),
    }),
  )

/** A pair's records, and the keys of those that a batch withdraws. */
export interface Batch {
  readonly records: ReadonlyArray<PriceRecord>
  readonly withdrawing: ReadonlySet<string>
  /** What the batch was asked for, if anything, and where it ends temporary prices. */
  readonly asked?: PairPlan["asked"] & { readonly returns: PairPlan["returnsAt"] }
}

export const found = ({ records, withdrawing, asked }: Batch): PairFound => {
  const pair = {
    variant_key: "A",
    price_type: "MAP",
    price_list: "base",
    records,
    withdrawing,
    basis: null,
  } as const
  return asked === undefined ? pair : { ...pair, basis: { ...pairBasis(pair, "mine", now, now), ...asked } }
}

const next = (records: ReadonlyArray<PriceRecord>) =>
  Math.max(0, ...records.map(({ sequence }) => sequence)) + 1

/** The pair once what is planned was written into a batch. */
export const written = (
  batch: Batch,
  {
    drafts,
    withdrawals,
    replaced = [],
    released = [],
    returnsAt: returns = [],
    asked,
  }: Pick<PairPlan, "drafts" | "withdrawals"> &
    Partial<Pick<PairPlan, "replaced" | "released" | "returnsAt" | "asked">>,
  batch_key: string,
): Batch => {
  const kept = batch.records.map((record) =>
    replaced.includes(record) ? { ...record, withdrawn: { at: instantFromMicros(now), by: "me" } } : record,
  )
  const first = next(batch.records)
  const keys = new Map<NewDraft, string>()
  const fresh = drafts.map(({ returns_from, ends, ...draft }, index) => {
    const record = aPriceRecord({
      ...draft,
      ...(ends && { ends: { ...ends, at: instantFromMicros(ends.at) } }),
      ...(returns_from !== undefined && {
        returns_from: typeof returns_from === "string" ? returns_from : keys.get(returns_from)!,
      }),
      effective_at: instantFromMicros(draft.effective_at),
      status: "draft",
      sequence: first + index,
      batch_key,
    })
    keys.set(drafts[index]!, record.record_key)
    return record
  })
  const keysOf = (named: ReadonlyArray<PriceRecord>) => named.map(({ record_key }) => record_key)
  const withdrawing = new Set([...batch.withdrawing, ...keysOf(withdrawals)])
  for (const key of keysOf(released)) withdrawing.delete(key)
  return { records: [...kept, ...fresh], withdrawing, ...(asked && { asked: { ...asked, returns } }) }
}

/** The records once the batch was published. */
export const published = (
  { records, withdrawing }: Batch,
  batch_key: string,
  at: number,
): Array<PriceRecord> => {
  const isDraft = (record: PriceRecord) =>
    record.status === "draft" && record.batch_key === batch_key && record.withdrawn === undefined
  const order = records.filter(isDraft).sort(priceOrder)
  const first = next(records)
  const active = records.map((record): PriceRecord => {
    if (isDraft(record)) return { ...record, status: "active", sequence: first + order.indexOf(record) }
    const ends =
      withdrawing.has(record.record_key) &&
      record.status === "active" &&
      record.withdrawn === undefined &&
      record.effective_at > at
    const withdrawn = { at: instantFromMicros(at), by: "me" }
    return ends ? { ...record, withdrawn, withdrawn_in: batch_key } : record
  })
  return withReturns(active, batch_key, at)
}

/** The records once returns were judged anew. */
export const withReturns = (
  records: ReadonlyArray<PriceRecord>,
  batch_key: string,
  at: number,
): Array<PriceRecord> => {
  const { drafts, withdrawals } = judgeReturns(records, at)
  const first = next(records)
  return [
    ...records.map((record) =>
      withdrawals.includes(record)
        ? { ...record, withdrawn: { at: instantFromMicros(at), by: "me" }, withdrawn_in: batch_key }
        : record,
    ),
    ...drafts.map(({ ends, ...draft }, index) =>
      aPriceRecord({
        ...draft,
        ...(ends && { ends: { ...ends, at: instantFromMicros(ends.at) } }),
        effective_at: instantFromMicros(draft.effective_at),
        sequence: first + index,
        batch_key,
      }),
    ),
  ]
}

/** What is in force at an instant, as a number. */
export const amountAt = (records: ReadonlyArray<PriceRecord>, at: number) => {
  const record = priceInForce(records, at)
  return record === undefined ? null : Number(record.amount)
}

export const instants = Array.from({ length: 30 }, (_, index) => now + (index - 5) * (day / 2))
