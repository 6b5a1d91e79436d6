// The three rules of a preview beside loops over plain numbers: the price in force of every variant and type, the
// difference of 20 lines, and the future records with their collisions.

import { deepEqual } from "node:assert/strict"
import { instantFromMicros, type PriceRecord, priceInForce } from "@hangtag/core"
import { futureRecords, type TimedLine } from "../../packages/core/src/prices/rules/futureRecords.ts"
import { diffLines } from "../../packages/core/src/prices/rules/previewLines.ts"
import { type PlainLine, type PlainRecord, plainDiff, plainFuture, plainInForce } from "./peers/plainRules.ts"
import { median, megabytes, short, times } from "./support/figures.ts"
import { interleave, timed } from "./support/interleave.ts"
import { report } from "./support/report.ts"
import { table } from "./support/table.ts"

const types = ["MAP", "MSRP", "COST", "OUTLET", "WHOLESALE"]
const day = 86_400_000_000
const now = 20_000 * day
const textOf = (instant: number) => new Date(instant / 1000).toISOString().slice(0, 10)

/** 50 records a variant, ten of each type; every fifth is still to come, every seventh a draft. */
const recordsOf = (variants: number): Array<PriceRecord> =>
  Array.from({ length: variants * 50 }, (_, sequence): PriceRecord => {
    const variant = Math.floor(sequence / 50)
    const effective_at = now + (sequence % 5 === 0 ? 1 + (sequence % 90) : -(sequence % 700)) * day
    return {
      record_key: `00000000-0000-4000-8000-${String(sequence).padStart(12, "0")}`,
      variant_key: `P${String(variant >> 3).padStart(6, "0")}-${variant & 7}`,
      price_type: types[Math.floor(sequence / 10) % 5]!,
      price_list: "base",
      amount: ((9_995 + (sequence % 4) * 1_000) / 100).toFixed(2),
      effective_from: textOf(effective_at),
      effective_at: instantFromMicros(effective_at),
      status: sequence % 7 === 0 ? "draft" : "active",
      sequence,
      batch_key: sequence % 3 === 0 ? "REPUB-FALL" : null,
    }
  })

const linesOf = (): Array<TimedLine> =>
  Array.from({ length: 20 }, (_, index) => {
    const effective_at = now + (1 + index * 5) * day
    return {
      price_type: types[index % 5]!,
      price_list: "base",
      // half of them written otherwise than the incumbents are
      amount: index % 2 === 0 ? "109.95" : "109.950",
      effective_from: textOf(effective_at),
      effective_at,
    }
  })

const grouped = <A extends { readonly variant_key: string; readonly price_type: string }>(
  records: ReadonlyArray<A>,
) =>
  new Map(
    Array.from(
      Map.groupBy(records, ({ variant_key }) => variant_key),
      ([key, ofVariant]) => [key, Map.groupBy(ofVariant, ({ price_type }) => price_type)] as const,
    ),
  )

const inForceBy = <A, B>(
  groups: ReadonlyMap<string, ReadonlyMap<string, ReadonlyArray<A>>>,
  rule: (records: ReadonlyArray<A>, at: number) => B | undefined,
) => {
  const found = new Map<string, Map<string, B>>()
  for (const [variantKey, ofTypes] of groups) {
    const prices = new Map<string, B>()
    for (const [type, records] of ofTypes) {
      const price = rule(records, now)
      if (price !== undefined) prices.set(type, price)
    }
    found.set(variantKey, prices)
  }
  return found
}

const asNumbers = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, member) => (member instanceof Map ? [...member] : member)),
    (key, member) => (key === "amount" ? Number(member) : member),
  )

const sizes = [100, 1_000, 10_000]
const questions = ["price in force", "diff of 20 lines", "future records"] as const
const figures = new Map<string, { readonly ours: number; readonly plain: number }>()
for (const variants of sizes) {
  const records = recordsOf(variants)
  const lines = linesOf()
  const plainRecords = records.map((record): PlainRecord => ({ ...record, amount: Number(record.amount) }))
  const plainLines = lines.map((line): PlainLine => ({ ...line, amount: Number(line.amount) }))
  const [groups, plainGroups] = [grouped(records), grouped(plainRecords)]
  const keys = [...groups.keys()]
  const [inForce, plainPrices] = [inForceBy(groups, priceInForce), inForceBy(plainGroups, plainInForce)]
  const work = {
    "price in force": {
      ours: () => inForceBy(groups, priceInForce),
      plain: () => inForceBy(plainGroups, plainInForce),
    },
    "diff of 20 lines": {
      ours: () => diffLines(keys, lines, (variant, type) => inForce.get(variant)?.get(type)),
      plain: () => plainDiff(keys, plainLines, plainPrices),
    },
    "future records": {
      ours: () => futureRecords(records, lines, now),
      plain: () => plainFuture(plainRecords, plainLines, now),
    },
  }
  for (const question of questions) {
    const { ours, plain } = work[question]
    deepEqual(asNumbers(ours()), asNumbers(plain()))
    const repeat = 10_000 / variants
    const many = (rule: () => unknown) => () =>
      timed(() => {
        for (let n = 0; n < repeat; n++) rule()
      })
    const runs = await interleave({ ours: many(ours), plain: many(plain) }, 15)
    const ofOne = (all: ReadonlyArray<number>) => median(all.slice(3)) / repeat
    figures.set(`${question} ${variants}`, { ours: ofOne(runs.ours), plain: ofOne(runs.plain) })
  }
}

const at = (question: string, variants: number) => figures.get(`${question} ${variants}`)!
const ratio = (question: string, variants: number) =>
  at(question, variants).ours / at(question, variants).plain
const worst = (question: string) => Math.max(...sizes.map((variants) => ratio(question, variants)))
const growth = (side: "ours" | "plain") => {
  const sum = (variants: number) =>
    questions.reduce((total, question) => total + at(question, variants)[side], 0)
  return sum(10_000) / sum(1_000)
}

report({
  name: "rules",
  verdicts: [
    {
      goal: "≤ 2× plain numbers, 10,000 variants × 50 records",
      result: questions.map((question) => `${question} ${times(ratio(question, 10_000))}`).join(", "),
      met: questions.every((question) => ratio(question, 10_000) <= 2),
    },
    {
      goal: "diff of 20 lines ≤ 1.5× plain numbers at each size",
      result: `${times(worst("diff of 20 lines"))} at the most`,
      met: worst("diff of 20 lines") <= 1.5,
    },
    {
      goal: "growth linear: for 10× the variants no more than plain loops",
      result: `${growth("ours").toFixed(1)}×, plain ${growth("plain").toFixed(1)}×`,
      met: growth("ours") <= growth("plain") * 1.1,
    },
  ],
  body: `Milliseconds for one pass over the variants' 50 records each; the peer is \`lab/bench/peers/plainRules.ts\`, loops over
doubles that keep no digit of what was written. Beyond linear is the garbage collector, which moves the answer of
10,000 variants (200,000 compared prices) out of the young heap, for both. By turns one of the two tidies what the other
left, so that ratios differ from run to run: each alone in a process, 20 lines and 1,000 variants take 1.8 to 2.1 ms, the
loops 2.0 to 2.7. Peak memory of the process with both data sets: ${megabytes(process.resourceUsage().maxRSS * 1024)}.

${table(
  ["", ...sizes.flatMap((size) => [`${short(size)} variants`, "plain", "ratio"])],
  questions.map((question) => [
    question,
    ...sizes.flatMap((size) => [
      short(at(question, size).ours),
      short(at(question, size).plain),
      times(ratio(question, size)),
    ]),
  ]),
)}`,
})
