import { instantFromMicros, noPricePolicy, type PriceRecord, type PriceWarning } from "@hangtag/core"
import { aPriceRecord } from "@hangtag/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import { type ColorwayFound, changeColorwayInSteps } from "../../src/domain/changeColorway.ts"
import type { ChangeRules, TimedChangeLine } from "../../src/domain/changeSteps.ts"
import { draftWarnings } from "../../src/domain/draftWarnings.ts"
import type { GuardRails } from "../../src/domain/priceWarnings.ts"
import { lastStep } from "../../src/json/parseJsonExactly.ts"
import { anyHistory, anyLine, anyRules, now } from "../support/onePair.ts"

const names = ["A MAP", "A MSRP", "B MAP", "B MSRP"].map((name) => name.split(" ") as [string, string])

const anyColorway = fc.tuple(anyHistory, anyHistory, anyHistory, anyHistory).map(
  (histories): ColorwayFound => ({
    product_key: "P1",
    color: "Black",
    variant_keys: ["A", "B"],
    pairs: names.map(([variant_key, price_type], index) => ({
      ...{ variant_key, price_type, withdrawing: new Set<string>(), basis: null },
      records: histories[index]!.map((record) => ({
        ...{ ...record, variant_key, price_type },
        record_key: `${variant_key} ${price_type} ${record.record_key}`,
      })),
    })),
  }),
)

/** Of one type no two begin at once: what takes over is told of a line here, of a record there. */
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
      ...{ time_zone: "UTC", usedTypes: null, now },
    }),
  )

const planned = (
  found: ColorwayFound,
  lines: ReadonlyArray<TimedChangeLine>,
  rules: ChangeRules,
  rails: GuardRails,
) => lastStep(changeColorwayInSteps(found, lines, rules, rails, () => true))

/** The colorway once what is planned of it was written into the batch. */
const written = (found: ColorwayFound, { writes }: ReturnType<typeof planned>): ColorwayFound => {
  const withdrawing = new Set(writes.withdrawals.map(({ record_key }) => record_key))
  return {
    ...found,
    pairs: found.pairs.map((pair) => {
      const isOwn = (each: { readonly variant_key: string; readonly price_type: string }) =>
        each.variant_key === pair.variant_key && each.price_type === pair.price_type
      const drafts = writes.drafts.filter(isOwn).map(
        (draft, index): PriceRecord =>
          aPriceRecord({
            ...draft,
            effective_at: instantFromMicros(draft.effective_at),
            ...{ status: "draft", sequence: 100 + index, batch_key: "mine" },
          }),
      )
      const basis = writes.bases.find(isOwn) ?? null
      return { ...pair, records: [...pair.records, ...drafts], withdrawing, basis }
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
      const once = planned(found, lines, all, rails)
      const batch = written(found, once)
      const most = 1_000
      const published = lastStep(draftWarnings(batch, "mine", rails, { most, isTime: () => true }))
      expect(texts(published)).toEqual(texts(once.warnings))
      expect(planned(batch, lines, all, rails).warnings).toEqual(once.warnings)
    }),
    { numRuns: 2_000 },
  )
})
