import { type ChangeCollision, instantFromMicros, type PriceRecord } from "@hangtag/core"
import { aPriceRecord } from "@hangtag/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { ChangeRules, TimedChangeLine } from "../../src/changes/rules/changeSteps.ts"
import { movedPair, type PairBasis, pairBasis } from "../../src/changes/rules/pairBasis.ts"
import { writtenIn } from "../../src/kernel/rules/effectiveInstant.ts"
import {
  amountAt,
  anyHistory,
  anyLines,
  anyRules,
  day,
  found,
  instants,
  keep,
  now,
  planned,
  published,
  written,
} from "../support/onePair.ts"

/** What a caller wants of one pair. */
interface Wish {
  readonly lines: ReadonlyArray<TimedChangeLine>
  readonly rules: ChangeRules
}

/** The pair and two batches, each of a caller who generates, publishes, and generates again where the basis moved. */
interface World {
  readonly records: ReadonlyArray<PriceRecord>
  readonly batches: ReadonlyArray<{
    readonly next: "generate" | "publish" | "nothing"
    readonly withdrawing: ReadonlySet<string>
    readonly basis: PairBasis | null
  }>
}

const start = (records: ReadonlyArray<PriceRecord>): World => ({
  records,
  batches: [0, 1].map(() => ({ next: "generate", withdrawing: new Set(), basis: null })),
})

/** The next thing that one of the two does, as one transaction. */
const step = ({ records, batches }: World, who: number, { lines, rules }: Wish): World => {
  const { next, withdrawing, basis } = batches[who]!
  const key = `batch ${who}`
  const pair = { ...found({ records, withdrawing }), basis }
  const become = (now_: Partial<World["batches"][number]>, others = records): World => ({
    records: others,
    batches: batches.with(who, { ...batches[who]!, ...now_ }),
  })
  if (next === "generate") {
    const plan = planned(pair, lines, { ...rules, batch_key: key })
    const rejecting = plan.collisions.filter(({ action }) => action === "rejected")
    // what the other one has not published yet: tried again later
    const isOthers = ({ status, batch_key }: ChangeCollision) =>
      status === "draft" && batch_key === `batch ${1 - who}`
    if (rejecting.some(isOthers)) return become({})
    if (rejecting.length > 0 || plan.noReturn.length > 0) return become({ next: "nothing" })
    const batch = written({ records, withdrawing }, plan, key)
    const judged = { ...pairBasis(pair, key, now, now), returns: plan.returnsAt, ...plan.asked }
    return become({ next: "publish", withdrawing: batch.withdrawing, basis: judged }, batch.records)
  }
  if (next === "publish") {
    if (movedPair(pair, key, now, "UTC").length > 0) return become({ next: "generate" })
    return become({ next: "nothing" }, published({ records, withdrawing }, key, now))
  }
  return { records, batches }
}

/** From now on: what is past for good when it is judged moves nothing. */
const timeline = ({ records }: World) => instants.filter((at) => at >= now).map((at) => amountAt(records, at))

const record = (amount: string, days: number, sequence: number) =>
  aPriceRecord({
    variant_key: "A",
    record_key: `R${sequence}`,
    amount,
    sequence,
    effective_at: instantFromMicros(now + days * day),
  })
const dayText = (days: number) => new Date((now + days * day) / 1000).toISOString()
const line = (days: number, until: number | null): TimedChangeLine => ({
  price_type: "MAP",
  price_list: "base",
  amount: "30",
  effective_from: dayText(days),
  return: null,
  effective_at: now + days * day,
  effective_until: until === null ? null : dayText(until),
  until_at: until === null ? null : now + until * day,
})
const rules: ChangeRules = {
  batch_key: "",
  on_collision: keep,
  include_unchanged: false,
  now,
  written: writtenIn("UTC"),
}
const withdrawing: ChangeRules = { ...rules, on_collision: { ...keep, leapfrogged: "withdraw" } }

/** What the other one publishes meanwhile makes a withdrawal needless that is all that a batch holds. */
const needless: [ReadonlyArray<PriceRecord>, [Wish, Wish], Array<number>] = [
  [record("30", 0, 1), record("10", 1, 2)],
  [
    { lines: [line(6, 7)], rules },
    { lines: [line(6, null)], rules: withdrawing },
  ],
  [1],
]

it("any interleaving of two batches' generates and publishes ends like one of the serial orders", () => {
  fc.assert(
    fc.property(
      anyHistory,
      fc.tuple(
        fc.record({ lines: anyLines, rules: anyRules }),
        fc.record({ lines: anyLines, rules: anyRules }),
      ),
      fc.array(fc.nat(1), { maxLength: 8 }),
      (records, wishes, order) => {
        const run = (turns: ReadonlyArray<number>) =>
          turns.reduce((world, who) => step(world, who, wishes[who]!), start(records))
        const alone = (who: number) => Array.from({ length: 6 }, () => who)
        const serial = [
          [...alone(0), ...alone(1)],
          [...alone(1), ...alone(0)],
        ].map((turns) => timeline(run(turns)))
        const mixed = run([...order, ...alone(0), ...alone(1), ...alone(0)])
        expect(mixed.batches.map(({ next }) => next)).toEqual(["nothing", "nothing"])
        expect(serial).toContainEqual(timeline(mixed))
      },
    ),
    { numRuns: 1_000, examples: [needless] },
  )
})
