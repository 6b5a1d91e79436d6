import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { mostFaults, requireWithin, sumOf } from "../kernel/CallLimits.ts"
import { type InvalidField, NotFound } from "../kernel/errors.ts"
import { codeFault, emptyList, requireNoFaults, valueFault } from "../kernel/faults.ts"
import { Key } from "../kernel/Key.ts"
import { oneByOne } from "../kernel/oneByOne.ts"
import { operation } from "../kernel/operation.ts"
import type { Principal } from "../kernel/Principal.ts"
import { Transaction } from "../kernel/Transaction.ts"
import type { StoredPriceList } from "../lists/PriceList.ts"
import { archivedFaults } from "../lists/rules/placementAt.ts"
import { PriceHistory } from "../prices/PriceHistory.ts"
import { requireLists } from "../prices/readLists.ts"
import { listsOf } from "../prices/rules/pairs.ts"
import { brandRails } from "../prices/rules/warnings/guardRails.ts"
import { changePlanner } from "./changePlanner.ts"
import { changeTally } from "./changeTally.ts"
import { type Drafting, draftChange, replacingFaults } from "./changeTarget.ts"
import {
  type ColorwayChangeResult,
  PriceChangeRequest,
  PriceChangeResult,
  type StaleColorway,
} from "./PriceChange.ts"
import { changeErrors, PriceChangeRefused } from "./PriceChangeRefused.ts"
import { type ChangePart, PriceChangeRepository } from "./PriceChangeRepository.ts"
import { colorwayName, inLists, tokenOf, withoutDraftsOf } from "./rules/ColorwayFound.ts"
import { changeRules } from "./rules/changeSteps.ts"
import { timedChangeLines } from "./timedChangeLines.ts"
import { whatMoved } from "./whatMoved.ts"

/** Colorways that are named twice: what the one wrote the other would not know. */
const twice = ({ colorways }: PriceChangeRequest): Array<InvalidField> => {
  const known = new Set<string>()
  const again = [...colorways.entries()].filter(
    ([, colorway]) => known.size === known.add(colorwayName(colorway)).size,
  )
  return again
    .slice(0, mostFaults)
    .map(([index, { product_key, color }]) =>
      valueFault(
        ["colorways", index],
        { product_key, color },
        "each colorway should be there once: put all of its lines together",
      ),
    )
}

/** Where no line is asked for at all: the batch would be an empty one, which cannot be published. */
const missingLines = ({ colorways }: PriceChangeRequest): Array<InvalidField> => {
  if (colorways.some(({ lines }) => lines.length > 0)) return []
  const empty =
    colorways.length === 0
      ? [["colorways"]]
      : colorways.slice(0, mostFaults).map((_, index) => ["colorways", index, "lines"])
  return empty.map((loc) => codeFault(loc, [], "too_short", emptyList))
}

/** The lines of a colorway, each at the place of its list. */
const atLists = <Line>(lines: ReadonlyArray<Line>, index: number) =>
  lines.map((line, place) => ({ ...line, loc: ["colorways", index, "lines", place, "price_list"] }))

/** Fails where more is asked for than one call may, or what cannot be had. */
const requireAskable = Effect.fnUntraced(function* (principal: Principal, request: PriceChangeRequest) {
  const { colorways, batch_key, replaces = null } = request
  const lineCount = sumOf(colorways, ({ lines }) => lines.length)
  yield* requireWithin("change_lines", lineCount, ["colorways"])
  for (const [index, { lines }] of colorways.entries())
    yield* requireWithin("preview_lines", lines.length, ["colorways", index, "lines"])
  yield* requireNoFaults([...missingLines(request), ...twice(request)])
  const named = colorways.flatMap(({ lines }, index) => atLists(lines, index))
  const lists = yield* requireLists(principal, named)
  yield* requireNoFaults(replacingFaults(batch_key, replaces))
  return lists
})

/** The change; where nothing but time has passed since the previews that it is based on, the request with bases of now. */
const generate = Effect.fnUntraced(function* (
  principal: Principal,
  brand_key: string,
  request: PriceChangeRequest,
  lists: ReadonlyMap<string, StoredPriceList>,
) {
  const { colorways, on_no_return, batch_key, replaces = null, name, dry_run } = request
  const { organization } = principal
  let stale: ReadonlyArray<StaleColorway> = []

  const change = Effect.fnUntraced(function* ({ act, brand, target }: Drafting) {
    const batch = yield* target
    const read = yield* oneByOne(colorways, ({ lines }, index) => {
      const loc = ["colorways", index, "lines"]
      return Effect.sync(() => timedChangeLines(lines, brand.time_zone, loc, on_no_return))
    })
    yield* requireNoFaults(
      read.flatMap(({ timed, faults }, index) => [
        ...faults,
        ...archivedFaults(lists, atLists(timed, index)),
      ]),
    )
    const every = read.flatMap(({ timed }) => timed)
    const rails = brandRails(brand, act.at, lists)
    const rules = changeRules(request, batch?.key ?? batch_key, act.at, brand.time_zone)
    const planner = yield* changePlanner(organization, { act, brand, batch, batch_key }, rails, rules, every)
    const tally = changeTally()
    stale = tally.stale
    const results: Array<ColorwayChangeResult> = []
    const plan = Effect.fnUntraced(function* (part: ChangePart) {
      const { timed } = read[part.index]!
      const { product_key, color, basis } = colorways[part.index]!
      const whole = inLists(part, listsOf(timed))
      const found = withoutDraftsOf(whole, replaces)
      const loc = ["colorways", part.index, "lines"]
      if (found.brand === null) return yield* new NotFound({ resource: "product", key: product_key })
      if (found.variant_keys.length === 0) return yield* new NotFound({ resource: "colorway", key: color })
      const known = new Set(found.variant_keys)
      const own = sumOf(timed, ({ only = known }) => only.size)
      yield* planner.requireSize(part, found, own, timed, loc)
      for (const key of timed.flatMap(({ only = [] }) => [...only]))
        if (!known.has(key)) return yield* new NotFound({ resource: "variant", key })
      const planned = yield* planner.plan(part, found, timed, loc)
      // a preview knows nothing of what will be replaced: its basis has the drafts of that
      const seen = replaces === null ? planned : { ...planned, basisWithDrafts: () => tokenOf(whole, act.at) }
      const result = tally.add(found, seen, { basis })
      results.push({ ...result, lines: tally.listed(planned.follows()) })
      return planned.writes
    })
    yield* planner.each({ kind: "colorways", colorways }, every, plan)
    const refused = tally.refused(batch_key === null)
    const { created, withdrawals, warnings } = tally.counts
    const result: PriceChangeResult = {
      batch_key: batch?.key ?? batch_key,
      colorways: results,
      created,
      withdrawals,
      warnings,
      ...tally.wouldBeRefused(refused),
    }
    return { result, refused }
  })
  const made = yield* Effect.result(
    draftChange(principal, { batch_key, replaces, name, brand_key }, dry_run, change),
  )
  const refused = Result.isFailure(made) ? made.failure : made.success.refused
  if (refused?._tag === "PriceChangeRefused" && refused.refusal.reason === "stale") {
    const { problem, refusal } = refused
    const { moved, now } = yield* whatMoved(principal, request, stale)
    if (now !== undefined) return { now }
    if (Result.isFailure(made))
      return yield* new PriceChangeRefused({ problem, refusal: { ...refusal, moved } })
  }
  return Result.isFailure(made) ? yield* made.failure : made.success.result
})

const generated = Effect.fnUntraced(function* (
  principal: Principal,
  brand_key: string,
  request: PriceChangeRequest,
) {
  const lists = yield* requireAskable(principal, request)
  let asked = request
  while (true) {
    const made = yield* generate(principal, brand_key, asked, lists)
    if (!("now" in made)) return made
    // prices of its bases have begun since, as everybody knew they would: nothing has moved
    asked = made.now
  }
})

/**
 * Writes a price change into an open batch, or a new one: everything or nothing, read and judged at one moment.
 *
 * A dry run writes nothing, takes no place of an open batch, and is refused for no price that it meets: its `problem` says for what.
 * Drafts are written where a line changes what would be in force at its own instant (`planChange`); generating the same
 * again changes nothing; a batch that it `replaces` is discarded with the same write. Fails with `NotFound` for a brand, product, colorway, variant of it or batch, `BatchPublished`,
 * `BatchUnsuitable`, `BatchBusy`, with `InvalidRequest` for what is no date, a price type that cannot be kept, a colorway
 * that is named twice or no line at all, with `LimitExceeded` (`change_lines`, `change_pairs`, `change_records`; of each
 * colorway what its preview may have), and with `PriceChangeRefused` where a colorway's
 * basis has moved, a collision rejects, a new batch would hold nothing, a temporary price has nothing to return to, or the brand's policy blocks. Needs
 * `price:write`.
 */
export const generatePriceChange = operation({
  name: "generatePriceChange",
  permission: "price:write",
  input: Schema.Struct({ brand_key: Key, ...PriceChangeRequest.fields }),
  output: PriceChangeResult,
  errors: changeErrors,
  ports: [PriceChangeRepository, PriceHistory, Transaction],
  limits: ["change_lines", "change_pairs", "change_records", "openBatches"],
  effect: "draft",
  run: (principal, { brand_key, ...request }) => generated(principal, brand_key, request),
})
