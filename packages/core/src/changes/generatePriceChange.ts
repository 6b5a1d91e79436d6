import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { mostFaults, requireWithin } from "../kernel/CallLimits.ts"
import { type InvalidField, InvalidRequest, NotFound } from "../kernel/errors.ts"
import { codeFault, emptyList, valueFault } from "../kernel/faults.ts"
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
import { replacingFault, requireBrand, targetOf } from "./changeTarget.ts"
import { planColorways } from "./eachColorway.ts"
import { inPlan, inTurn } from "./inTurn.ts"
import {
  type ColorwayChangeResult,
  PriceChangeRequest,
  PriceChangeResult,
  type StaleColorway,
} from "./PriceChange.ts"
import { changeErrors, PriceChangeRefused } from "./PriceChangeRefused.ts"
import { type Act, type ChangePart, PriceChangeRepository } from "./PriceChangeRepository.ts"
import { inLists, tokenOf, withoutDraftsOf } from "./rules/ColorwayFound.ts"
import { changeRules } from "./rules/changeSteps.ts"
import { timedChangeLines } from "./timedChangeLines.ts"
import { whatMoved } from "./whatMoved.ts"

/** Colorways that are named twice: what the one wrote the other would not know. */
const twice = ({ colorways }: PriceChangeRequest): Array<InvalidField> => {
  const known = new Set<string>()
  let faults = 0
  return colorways.flatMap(({ product_key, color }, index) => {
    const key = JSON.stringify([product_key, color])
    if (!known.has(key)) {
      known.add(key)
      return []
    }
    if (++faults > mostFaults) return []
    const problem = "each colorway should be there once: put all of its lines together"
    return [valueFault(["colorways", index], { product_key, color }, problem)]
  })
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

/** Fails where more is asked for than one call may, or what cannot be had. */
const requireAskable = Effect.fnUntraced(function* (principal: Principal, request: PriceChangeRequest) {
  const { colorways, batch_key, replaces = null } = request
  const lineCount = colorways.reduce((sum, { lines }) => sum + lines.length, 0)
  yield* requireWithin("change_lines", lineCount, ["colorways"])
  for (const [index, { lines }] of colorways.entries())
    yield* requireWithin("preview_lines", lines.length, ["colorways", index, "lines"])
  const faults = [...missingLines(request), ...twice(request)].slice(0, mostFaults)
  if (faults.length > 0) return yield* new InvalidRequest({ fields: faults })
  const lists = yield* requireLists(
    principal,
    colorways.flatMap(({ lines }, index) =>
      lines.map(({ price_list }, line) => ({
        loc: ["colorways", index, "lines", line, "price_list"],
        price_list,
      })),
    ),
  )
  const contradiction = replacingFault(batch_key, replaces)
  return contradiction === undefined ? lists : yield* contradiction
})

/** The change; where nothing but time has passed since the previews that it is based on, the request with bases of now. */
const generate = Effect.fnUntraced(function* (
  principal: Principal,
  brand_key: string,
  request: PriceChangeRequest,
  lists: ReadonlyMap<string, StoredPriceList>,
) {
  const { colorways, on_no_return, batch_key, dry_run } = request
  const { replaces = null, name } = request
  const { organization } = principal
  let stale: ReadonlyArray<StaleColorway> = []

  const change = Effect.fnUntraced(function* (act: Act) {
    const now = act.at
    const brand = yield* requireBrand(organization, brand_key)
    const target = { batch_key, replaces, name, brand_key }
    const batch = yield* targetOf(organization, target, dry_run ? null : act)
    const { time_zone } = brand
    const read = yield* oneByOne(colorways, ({ lines }, index) =>
      Effect.sync(() => timedChangeLines(lines, time_zone, ["colorways", index, "lines"], on_no_return)),
    )
    const fields = read
      .flatMap(({ timed, faults }, index) => [
        ...faults,
        ...archivedFaults(
          lists,
          timed.map(({ price_list, effective_at }, line) => ({
            loc: ["colorways", index, "lines", line, "price_list"],
            price_list,
            effective_at,
          })),
        ),
      ])
      .slice(0, mostFaults)
    if (fields.length > 0) return yield* new InvalidRequest({ fields })
    const every = read.flatMap(({ timed }) => timed)
    const rails = brandRails(brand, now, lists)
    const rules = changeRules(request, batch?.key ?? batch_key, now, time_zone)
    const planner = yield* changePlanner(organization, rails, rules, every)
    const tally = changeTally()
    stale = tally.stale
    const results: Array<ColorwayChangeResult> = []
    const plan = Effect.fnUntraced(function* (part: ChangePart) {
      const whole = inLists(part, listsOf(read[part.index]!.timed))
      const found = withoutDraftsOf(whole, replaces)
      const { product_key, color, basis } = colorways[found.index]!
      const loc = ["colorways", found.index, "lines"]
      if (found.brand === null) return yield* new NotFound({ resource: "product", key: product_key })
      if (found.variant_keys.length === 0) return yield* new NotFound({ resource: "colorway", key: color })
      const { timed } = read[found.index]!
      const known = new Set(found.variant_keys)
      const own = timed.reduce((sum, { only = known }) => sum + only.size, 0)
      yield* planner.requireSize(part, found, own, timed, loc)
      for (const key of timed.flatMap(({ only = [] }) => [...only]))
        if (!known.has(key)) return yield* new NotFound({ resource: "variant", key })
      const planned = yield* planner.plan(part, found, timed, loc)
      // a preview knows nothing of what will be replaced: its basis has the drafts of that
      const seen = replaces === null ? planned : { ...planned, basisWithDrafts: () => tokenOf(whole, now) }
      const result = tally.add(found, seen, { basis })
      results.push({ ...result, lines: tally.listed(planned.follows()) })
      return planned.writes
    })
    const reading = planner.reading({ kind: "colorways", colorways }, brand, batch_key, every)
    yield* planColorways(organization, reading, batch?.key, act, plan)
    // what a batch holds already may be asked for again, and changes nothing; a new one would be empty
    const problem = tally.refusal() ?? (batch_key === null ? tally.emptiness() : undefined)
    if (problem !== undefined && !dry_run) return yield* problem
    if (replaces !== null && !dry_run) {
      const { discard } = yield* PriceChangeRepository
      yield* discard(organization, replaces, act)
    }
    const { created, withdrawals, warnings } = tally.counts
    const result: PriceChangeResult = {
      batch_key: batch?.key ?? batch_key,
      colorways: results,
      created,
      withdrawals,
      warnings,
      ...tally.wouldBeRefused(problem),
    }
    return { result, problem }
  })
  const made = yield* Effect.result(
    dry_run ? inPlan(principal, change) : inTurn(principal, [batch_key, replaces], change),
  )
  const refused = Result.isFailure(made) ? made.failure : made.success.problem
  if (refused?._tag === "PriceChangeRefused" && refused.refusal.reason === "stale") {
    const { problem, refusal } = refused
    const seen = yield* whatMoved(principal, request, stale)
    if (seen._tag === "TimePassed") return seen
    if (Result.isFailure(made))
      return yield* new PriceChangeRefused({ problem, refusal: { ...refusal, moved: seen.moved } })
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
    if (!("_tag" in made)) return made
    // prices of its bases have begun since, as everybody knew they would: nothing has moved
    asked = made.request
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
