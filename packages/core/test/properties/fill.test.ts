import { type FillSnapshot, instantFromMillis, isPrice, type PriceRecord, priceInForce } from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import { anyFillRequest, anyMoment, anyPriceRecords } from "@hangtag/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"

const known = ["A", "B", "C"]
const pair = (record: { variant_key: string; price_type: string }) =>
  `${record.variant_key} ${record.price_type}`

const snapshotAt = (
  records: ReadonlyArray<PriceRecord>,
  held: ReadonlyArray<PriceRecord>,
  at: number,
): FillSnapshot => ({
  knownVariants: new Set(known),
  inForce: [...Map.groupBy(records, pair).values()].flatMap((group) => priceInForce(group, at) ?? []),
  future: records.filter(
    (record) => record.status === "active" && isPrice(record) && record.effective_at > at,
  ),
  held,
})

const anyFill = fc.record({
  records: anyPriceRecords(known, 20),
  request: anyFillRequest(known),
  earlier: anyFillRequest(known),
  before: anyMoment().map((text) => instantFromMillis(Date.parse(text))),
  at: anyMoment().map((text) => instantFromMillis(Date.parse(text))),
})

/** What the batch holds once the plan is done. */
const done = (held: ReadonlyArray<PriceRecord>, plan: ReturnType<typeof fillBatch>): Array<PriceRecord> => [
  ...new Map([...held, ...plan.added, ...plan.updated].map((record) => [pair(record), record])).values(),
]

it("a fill gives every distinct pair one outcome; the counts add up to the request", () => {
  fc.assert(
    fc.property(anyFill, ({ records, request, earlier, before, at }) => {
      const held = done([], fillBatch(earlier, snapshotAt(records, [], before)))
      const plan = fillBatch(request, snapshotAt(records, held, at))
      expect(plan.added.length + plan.updated.length + plan.unchanged + plan.missing.length).toBe(
        plan.requested,
      )
      const named = [...plan.added, ...plan.updated, ...plan.missing].map(
        (each) => `${each.variant_key} ${each.price_type}`,
      )
      expect(new Set(named).size).toBe(named.length)
      if (request.price_types !== null) {
        expect(plan.requested).toBe(new Set(request.variant_keys).size * new Set(request.price_types).size)
      } else {
        for (const key of new Set(request.variant_keys)) {
          const types = new Set(
            records
              .filter((each) => each.variant_key === key && each.status === "active")
              .map((each) => each.price_type)
              // of what has ended nothing is said
              .filter((type) => {
                const own = records.filter(
                  (each) => pair(each) === pair({ variant_key: key, price_type: type }),
                )
                const later = own.filter((each) => each.status === "active" && each.effective_at > at)
                return later.some(isPrice) || priceInForce(own, at) !== undefined
              }),
          )
          const answers = [...plan.missing, ...snapshotAt(records, [], at).inForce].filter(
            (each) => each.variant_key === key,
          )
          expect(answers.length).toBe(Math.max(1, types.size))
        }
      }
    }),
    { numRuns: 700 },
  )
})

it("a fill puts in exactly the prices in force of the pairs asked for", () => {
  fc.assert(
    fc.property(anyFill, ({ records, request, earlier, before, at }) => {
      const held = done([], fillBatch(earlier, snapshotAt(records, [], before)))
      const snapshot = snapshotAt(records, held, at)
      const after = new Map(done(held, fillBatch(request, snapshot)).map((record) => [pair(record), record]))
      const asked = snapshot.inForce.filter(
        ({ variant_key, price_type }) =>
          request.variant_keys.includes(variant_key) && (request.price_types?.includes(price_type) ?? true),
      )
      for (const record of asked) {
        const { effective_at, amount } = after.get(pair(record))!
        expect([effective_at, Number(amount)]).toEqual([record.effective_at, Number(record.amount)])
      }
      for (const record of held)
        if (!asked.some((each) => pair(each) === pair(record))) expect(after.get(pair(record))).toBe(record)
    }),
    { numRuns: 700 },
  )
})

it("filling twice changes nothing", () => {
  fc.assert(
    fc.property(anyFill, ({ records, request, at }) => {
      const first = fillBatch(request, snapshotAt(records, [], at))
      const second = fillBatch(request, snapshotAt(records, done([], first), at))
      expect([second.added, second.updated]).toEqual([[], []])
      expect(second.unchanged).toBe(first.added.length)
      expect(second.missing).toEqual(first.missing)
    }),
    { numRuns: 700 },
  )
})

it("a fill does not depend on the order of what it reads, nor its outcomes on that of the request", () => {
  const shuffled = <A>(items: ReadonlyArray<A>) =>
    fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length })
  fc.assert(
    fc.property(
      anyFill.chain((fill) =>
        fc.tuple(fc.constant(fill), shuffled(fill.records), shuffled(fill.request.variant_keys)),
      ),
      ([{ records, request, at }, otherRecords, variant_keys]) => {
        const one = fillBatch(request, snapshotAt(records, [], at))
        expect(fillBatch(request, snapshotAt(otherRecords, [], at))).toEqual(one)
        const other = fillBatch({ ...request, variant_keys }, snapshotAt(records, [], at))
        expect(new Set(other.added)).toEqual(new Set(one.added))
        expect(new Set(other.missing)).toEqual(new Set(one.missing))
      },
    ),
    { numRuns: 1_000 },
  )
})
