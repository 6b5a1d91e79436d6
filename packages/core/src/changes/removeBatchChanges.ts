import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { basePriceList } from "../kernel/basePriceList.ts"
import { CallLimits, requireWithin, sumWithin } from "../kernel/CallLimits.ts"
import { BatchUnsuitable } from "../kernel/errors.ts"
import type { Instant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { mostListed } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import type { Principal } from "../kernel/Principal.ts"
import { effectiveInstant, writtenIn } from "../kernel/rules/effectiveInstant.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { pairName } from "../prices/rules/pairs.ts"
import { type BatchLineKey, BatchRemoval, BatchRemovalResult, oneRemoved } from "./BatchRemoval.ts"
import { recordsIn } from "./changePlanner.ts"
import { readingOf, requireBatch, requireOpen } from "./changeTarget.ts"
import { writeColorways } from "./eachColorway.ts"
import { inTurn } from "./inTurn.ts"
import {
  type ChangeCollision,
  defaultOnCollision,
  type NoReturn,
  type RefusedColorway,
} from "./PriceChange.ts"
import { changeErrors, PriceChangeRefused } from "./PriceChangeRefused.ts"
import { type BatchPart, type ChangePart, PriceChangeRepository } from "./PriceChangeRepository.ts"
import { colorwayName } from "./rules/ColorwayFound.ts"
import type { ChangeRules } from "./rules/changeSteps.ts"
import { writesTogether } from "./rules/colorwayWrites.ts"
import type { PairFound } from "./rules/pairBasis.ts"
import { linesAt, type PairRemoval, withoutLines, withoutPair } from "./rules/withoutLines.ts"

/** Whose records are read. */
const partOf = ({ colorways, lines, pairs }: BatchRemoval): BatchPart =>
  pairs === null
    ? { colorways: (colorways ?? lines ?? []).map(({ product_key, color }) => ({ product_key, color })) }
    : { variant_keys: [...new Set(pairs.map(({ variant_key }) => variant_key))] }

const lineName = (line: Omit<BatchLineKey, "effective_from">): string =>
  JSON.stringify([line.product_key, line.color, line.price_type, line.price_list ?? basePriceList])

/** What is taken out of each pair of a part, and what of the request that is. */
const makeRemover = (asked: BatchRemoval) => {
  const { colorways, lines, pairs } = asked
  const wholeColorways = Map.groupBy(colorways ?? [], colorwayName)
  const wholePairs = Map.groupBy(pairs ?? [], (pair) => pairName({ price_list: basePriceList, ...pair }))
  const byLine = Map.groupBy(lines ?? [], lineName)
  const found = new Set<object>()
  const missing = <Entry extends object>(entries: ReadonlyArray<Entry> | null) =>
    (entries ?? []).filter((entry) => !found.has(entry)).slice(0, mostListed)
  return {
    removalOf: (part: ChangePart, pair: PairFound, rules: ChangeRules): PairRemoval | undefined => {
      const whole = [
        ...(wholeColorways.get(colorwayName(part)) ?? []),
        ...(wholePairs.get(pairName(pair)) ?? []),
      ]
      if (whole.length > 0) {
        const removal = withoutPair(pair, rules)
        if (removal !== undefined) for (const entry of whole) found.add(entry)
        return removal
      }
      const own = byLine.get(lineName({ ...part, ...pair }))
      if (own === undefined) return undefined
      const time_zone = part.brand?.time_zone ?? "UTC"
      const timed = Map.groupBy(own, (line): Instant | undefined =>
        effectiveInstant(line.effective_from, time_zone),
      )
      const begins = linesAt(pair, timed, rules)
      for (const at of begins) for (const line of timed.get(at)!) found.add(line)
      return begins.size === 0 ? undefined : withoutLines(pair, begins, rules)
    },
    notFound: (): BatchRemovalResult["not_found"] => ({
      colorways: missing(colorways),
      lines: missing(lines),
      pairs: missing(pairs),
    }),
  }
}

/** Where lines that are left cannot be written anew. */
const leftOver = () => {
  const colorways: Array<RefusedColorway> = []
  const collisions: Array<ChangeCollision> = []
  const no_return: Array<NoReturn> = []
  return {
    add: ({ product_key, color }: ChangePart, removals: ReadonlyArray<PairRemoval>) => {
      const met = removals.flatMap(({ refused }) => refused?.collisions ?? [])
      const unmeant = removals.flatMap(({ refused }) => refused?.unmeant ?? [])
      collisions.push(...met)
      no_return.push(...unmeant)
      if (colorways.length < mostListed && met.length + unmeant.length > 0)
        colorways.push({ product_key, color, reason: met.length > 0 ? "collides" : "no_return" })
    },
    refusal: () =>
      collisions.length + no_return.length === 0
        ? undefined
        : new PriceChangeRefused({
            problem:
              "A line that is left would be written anew and meets future records, or has no price to return to: take it out too",
            refusal:
              collisions.length > 0
                ? { reason: "collides", colorways, collisions: collisions.slice(0, mostListed) }
                : { reason: "no_return", colorways, no_return: no_return.slice(0, mostListed) },
          }),
  }
}

/** Nothing is asked for anew: each line that is left has its own. */
const on_collision = defaultOnCollision

const removed = Effect.fnUntraced(function* (principal: Principal, batch_key: string, removal: BatchRemoval) {
  const { colorways, lines, pairs } = removal
  yield* requireWithin("change_lines", (colorways ?? lines ?? pairs ?? []).length)
  const { change_records } = yield* CallLimits
  const { organization } = principal
  return yield* inTurn(
    principal,
    [batch_key],
    Effect.fnUntraced(function* (act) {
      const { reverts } = yield* requireBatch(organization, batch_key)
      if (reverts !== null)
        return yield* new BatchUnsuitable({
          batch_key,
          problem: `takes batch ${reverts} back, all of it: discard it, and write a price change instead`,
        })
      yield* requireOpen(organization, batch_key, null)
      const remover = makeRemover(removal)
      const rules = { batch_key, on_collision, include_unchanged: false, now: act.at }
      const left = leftOver()
      const requireRecords = sumWithin("change_records")
      let [records, withdrawals, created] = [0, 0, 0]
      const plan = Effect.fnUntraced(function* (part: ChangePart) {
        yield* requireRecords(recordsIn(part))
        const written = writtenIn(part.brand?.time_zone ?? "UTC")
        const removals = part.pairs.flatMap(
          (pair) => remover.removalOf(part, pair, { ...rules, written }) ?? [],
        )
        left.add(part, removals)
        const writes = writesTogether(removals.map((each) => each.writes))
        records += writes.replaced.length
        withdrawals += writes.released.length
        created += writes.drafts.length
        return writes
      })
      const scope = { kind: "batch", batch_key, of: partOf(removal) } as const
      const reading = { ...readingOf(batch_key), scope, mostRecords: change_records }
      yield* writeColorways(organization, reading, batch_key, act, plan)
      const refused = left.refusal()
      if (refused !== undefined) return yield* refused
      const { counts } = yield* requireBatch(organization, batch_key)
      const not_found = remover.notFound()
      const result: BatchRemovalResult = { batch_key, records, withdrawals, created, not_found, counts }
      return result
    }),
  )
})

/**
 * Takes colorways, lines or pairs out of an open price change: its drafts of them are withdrawn, what it was to withdraw of
 * them stays, and it is judged by them no more. A line goes with its return; what the lines that are left then change is
 * written anew. What the batch holds nothing of is answered in `not_found`.
 *
 * Fails with `NotFound`, `BatchPublished`, `BatchBusy`, with `BatchUnsuitable` for a batch that is discarded, that takes another
 * back or is for republishing, with `PriceChangeRefused` where a line that is left would collide, and with `LimitExceeded`
 * (`change_lines`, `change_records`). Needs `price:write`.
 */
export const removeBatchChanges = operation({
  name: "removeBatchChanges",
  permission: "price:write",
  input: Schema.Struct({ batch_key: Key, ...BatchRemoval.fields }).check(oneRemoved),
  output: BatchRemovalResult,
  errors: changeErrors,
  ports: [PriceChangeRepository, Transaction],
  limits: ["change_lines", "change_records"],
  effect: "draft",
  run: (principal, { batch_key, ...removal }) => removed(principal, batch_key, removal),
})
