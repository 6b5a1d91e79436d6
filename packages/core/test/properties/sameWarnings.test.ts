import { instantFromMicros, noPricePolicy, type PriceRecord, type PriceWarning } from "@hangtag/core"
import { aPriceRecord } from "@hangtag/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { ColorwayFound } from "../../src/changes/rules/ColorwayFound.ts"
import { changeColorway } from "../../src/changes/rules/changeColorway.ts"
import type { TimedChangeLine } from "../../src/changes/rules/changeSteps.ts"
import type { NewDraft } from "../../src/changes/rules/colorwayWrites.ts"
import { draftWarnings } from "../../src/changes/rules/draftWarnings.ts"
import type { GuardRails } from "../../src/prices/rules/warnings/guardRails.ts"
import { anyHistory, anyLine, anyRules, day, now } from "../support/onePair.ts"

const names = ["A MAP", "A MSRP", "B MAP", "B MSRP"].map((name) => name.split(" ") as [string, string])

const anyColorway = fc.tuple(anyHistory, anyHistory, anyHistory, anyHistory).map(
  (histories): ColorwayFound => ({
    product_key: "P1",
    color: "Black",
    variant_keys: ["A", "B"],
    pairs: names.map(([variant_key, price_type], index) => ({
      variant_key,
      price_type,
      price_list: "base",
      withdrawing: new Set<string>(),
      basis: null,
      records: histories[index]!.map((record) => ({
        ...record,
        variant_key,
        price_type,
        record_key: `${variant_key} ${price_type} ${record.record_key}`,
      })),
    })),
  }),
)

/** Of one type no two begin at once: what takes over is said of a line here, of a record there. */
const anyLines = fc.uniqueArray(
  fc
    .tuple(anyLine, fc.constantFrom("MAP", "MSRP"))
    .map(([line, price_type]): TimedChangeLine => ({ ...line, price_type })),
  { minLength: 1, maxLength: 4, selector: ({ price_type, effective_at }) => price_type + effective_at },
)

const anyRails = fc
  .record({
    notice_days: fc.option(fc.integer({ min: 0, max: 4 })),
    max_increase_percent: fc.option(fc.constantFrom("10", "60", "100")),
    max_decrease_percent: fc.option(fc.constantFrom("10", "40")),
    map_at_most_msrp: fc.boolean(),
    endings: fc.option(fc.constant(["10", "20"])),
  })
  .map(
    (policy): GuardRails => ({
      policy: { ...noPricePolicy, ...policy, blackouts: [] },
      time_zone: "UTC",
      usedTypes: null,
      now,
      blackouts: [],
    }),
  )

/** The colorway once what is planned of it was written into the batch. */
const written = (found: ColorwayFound, { writes }: ReturnType<typeof changeColorway>): ColorwayFound => {
  const replaced = new Set(writes.replaced.map(({ record_key }) => record_key))
  const withdrawing = new Set(found.pairs.flatMap((pair) => [...pair.withdrawing]))
  for (const { record_key } of writes.withdrawals) withdrawing.add(record_key)
  for (const { record_key } of writes.released) withdrawing.delete(record_key)
  return {
    ...found,
    pairs: found.pairs.map((pair) => {
      const isOwn = (each: { readonly variant_key: string; readonly price_type: string }) =>
        each.variant_key === pair.variant_key && each.price_type === pair.price_type
      const own = writes.drafts.filter(isOwn)
      const keyOf = (draft: NewDraft) =>
        `${pair.variant_key} ${pair.price_type} ${pair.records.length + own.indexOf(draft)}`
      const drafts = own.map(
        ({ returns_from, ends, ...draft }, index): PriceRecord =>
          aPriceRecord({
            ...draft,
            ...(ends && { ends: { ...ends, at: instantFromMicros(ends.at) } }),
            ...(returns_from !== undefined && {
              returns_from: typeof returns_from === "string" ? returns_from : keyOf(returns_from),
            }),
            effective_at: instantFromMicros(draft.effective_at),
            status: "draft",
            sequence: 100 + pair.records.length + index,
            batch_key: "mine",
            record_key: `${pair.variant_key} ${pair.price_type} ${pair.records.length + index}`,
          }),
      )
      const basis = writes.bases.find(isOwn) ?? pair.basis
      const kept = pair.records.filter(({ record_key }) => !replaced.has(record_key))
      return { ...pair, records: [...kept, ...drafts], withdrawing, basis }
    }),
  }
}

const texts = (warnings: ReadonlyArray<PriceWarning>) =>
  warnings
    .flatMap(({ kind, message, variant_keys }) => variant_keys.map((key) => `${key} ${kind} ${message}`))
    .sort()

it("publishing warns of what generating has warned of, and generating again does too", () => {
  fc.assert(
    fc.property(anyColorway, anyLines, anyRules, anyRails, (found, lines, rules, rails) => {
      // of a line that is left out nothing is published
      const all = { ...rules, include_unchanged: true }
      const once = changeColorway(found, lines, all, rails)
      const batch = written(found, once)
      const published = draftWarnings(batch, "mine", rails, 1_000)
      expect(texts(published)).toEqual(texts(once.warnings))
      expect(changeColorway(batch, lines, all, rails).warnings).toEqual(once.warnings)
    }),
    { numRuns: 500 },
  )
})

/** Of days that are all to come, under a policy that breaks seldom. */
const anyBlocking = fc
  .constantFrom(
    { map_at_most_msrp: true },
    { map_at_most_msrp: false, max_decrease_percent: "40" },
    { map_at_most_msrp: false, max_increase_percent: "60" },
  )
  .map(
    (policy): GuardRails => ({
      policy: { ...noPricePolicy, ...policy, enforcement: "block" },
      time_zone: "UTC",
      usedTypes: null,
      now: now - 10 * day,
      blackouts: [],
    }),
  )

it("what a policy that blocks lets be written in turns it lets be published", () => {
  let refused = 0
  fc.assert(
    fc.property(
      anyColorway,
      anyLines,
      anyLines,
      anyRules,
      anyBlocking,
      (found, first, second, given, rails) => {
        const rules = { ...given, now: rails.now }
        const once = changeColorway(found, first, rules, rails)
        if (once.warnings.length > 0) return
        const batch = written(found, once)
        const twice = changeColorway(batch, second, rules, rails)
        if (twice.warnings.length > 0) return
        const published = draftWarnings(written(batch, twice), "mine", rails, 1_000)
        expect(texts(twice.blocked)).toEqual(texts(published))
        refused += Math.sign(published.length)
      },
    ),
    { numRuns: 300 },
  )
  expect(refused).toBeGreaterThan(0)
})
