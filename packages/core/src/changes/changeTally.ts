import { sumOf } from "../kernel/CallLimits.ts"
import { mostListed } from "../kernel/Listing.ts"
import type { ReturnMoved } from "../prices/ColorwayPreview.ts"
import type { PriceWarning } from "../prices/PriceWarning.ts"
import { isSameBasis } from "../prices/rules/basisToken.ts"
import {
  type ChangeCollision,
  type ColorwayChangeResult,
  type ColorwayKey,
  ColorwayProblem,
  type LineFollows,
  type NoReturn,
  type RefusedColorway,
  type StaleColorway,
} from "./PriceChange.ts"
import { type ChangeRefusal, PriceChangeRefused } from "./PriceChangeRefused.ts"
import type { ColorwayPlan } from "./rules/changeColorway.ts"

/** With as many variants as an answer names. */
const shortened = (warning: PriceWarning): PriceWarning =>
  warning.variant_keys.length <= mostListed
    ? warning
    : { ...warning, variant_keys: warning.variant_keys.slice(0, mostListed) }

/** Characters that an answer lists; once it has as many it goes on with counts alone. */
const mostCharacters = 10_000_000

type Entry = ChangeCollision | LineFollows | NoReturn | PriceWarning | ReturnMoved

/** About as many as it has when it is written. */
const sizeOf = (entries: ReadonlyArray<Entry>): number =>
  sumOf(
    entries,
    (entry) =>
      200 +
      ("message" in entry ? 2 * entry.message.length : 0) +
      ("variant_keys" in entry
        ? sumOf(entry.variant_keys, (key) => key.length + 3)
        : entry.variant_key.length + entry.price_type.length),
  )

/** Nothing would be written. */
export const emptyChange = (problem: string, { unchanged = 0, no_price = 0 } = {}) =>
  new PriceChangeRefused({ problem, refusal: { reason: "empty", unchanged, no_price } })

const refuse = (problem: string, refusal: ChangeRefusal) => new PriceChangeRefused({ problem, refusal })

interface TallyOptions {
  readonly basis: string | null
  readonly blocks?: boolean
  readonly isShown?: boolean
}

/** Sums up what became of colorways, and what keeps all of it from being written. */
export const changeTally = () => {
  const stale: Array<StaleColorway> = []
  const collisions: Array<ChangeCollision> = []
  const no_return: Array<NoReturn> = []
  const warnings: Array<PriceWarning> = []
  const colorways: Array<RefusedColorway> = []
  let characters = 0
  /** The first of a list; none once there are too many already. */
  const listed = <A extends Entry>(entries: ReadonlyArray<A>): ReadonlyArray<A> => {
    if (characters > mostCharacters) return []
    const first = entries.slice(0, mostListed)
    characters += sizeOf(first)
    return first
  }
  const counts = { created: 0, skipped_unchanged: 0, returns: 0, withdrawals: 0, warnings: 0 }
  let total_refused = 0
  /** The first of the reasons. */
  const refusal = (): PriceChangeRefused | undefined => {
    const [first] = stale
    if (first !== undefined)
      return refuse(
        `Prices have moved since the preview of ${first.product_key} in ${first.color}: preview again`,
        { reason: "stale", colorways, stale: stale.slice(0, mostListed), moved: [] },
      )
    if (collisions.length > 0)
      return refuse(
        "Lines meet future records, and on_collision rejects that: choose other instants, or what to do with the records",
        { reason: "collides", colorways, collisions },
      )
    if (no_return.length > 0)
      return refuse(
        'Some variants have no price to return to: "on_no_return": "skip" leaves them out, "end" ends their price with the line',
        { reason: "no_return", colorways, no_return },
      )
    if (warnings.length === 0) return undefined
    return refuse("The brand's price policy blocks this change", { reason: "blocked", colorways, warnings })
  }
  return {
    counts,
    listed,
    /** All whose basis has moved, of which a refusal names the first. */
    stale: stale as ReadonlyArray<StaleColorway>,
    /** The colorway's result; `basis` is the caller's. One that the answer has no room for is counted, and lists nothing. */
    add: (
      { product_key, color }: ColorwayKey,
      change: ColorwayPlan,
      { basis, blocks = true, isShown = true }: TallyOptions,
    ): Omit<ColorwayChangeResult, "lines"> => {
      const { created, returns, unmeant } = change
      const withdrawals = change.writes.withdrawals.length
      const skipped_unchanged = change.asked - created
      counts.created += created
      counts.skipped_unchanged += skipped_unchanged
      counts.returns += returns
      counts.withdrawals += withdrawals
      counts.warnings += change.warnings.length
      const isStale =
        basis !== null && !isSameBasis(basis, change.basis) && !isSameBasis(basis, change.basisWithDrafts())
      if (isStale) stale.push({ product_key, color, basis: change.basis })
      const rejected = change.collisions.filter(({ action }) => action === "rejected")
      const blocked = blocks ? change.blocked : []
      // a refusal may be about many colorways, each with a line of the same index
      const list = <A extends object>(into: Array<A>, entries: ReadonlyArray<A>) => {
        for (const entry of entries.slice(0, mostListed - into.length))
          into.push({ ...entry, product_key, color })
      }
      list(collisions, rejected)
      list(no_return, unmeant)
      list(warnings, blocked.slice(0, mostListed).map(shortened))
      const isRefused = {
        stale: isStale,
        collides: rejected.length > 0,
        no_return: unmeant.length > 0,
        blocked: blocked.length > 0,
      }
      const reason = ColorwayProblem.literals.find((problem) => isRefused[problem])
      if (reason !== undefined) {
        total_refused++
        list(colorways, [{ product_key, color, reason }])
      }
      const shown: typeof listed = isShown ? listed : () => []
      return {
        product_key,
        color,
        created,
        skipped_unchanged,
        returns,
        withdrawals,
        collisions: shown(change.collisions),
        no_return: shown(change.noReturn),
        warnings: shown(change.warnings.slice(0, mostListed).map(shortened)),
        moved_returns: shown(change.movedReturns),
        basis: change.basis,
      }
    },
    refusal,
    /** The same; what a batch holds already may be asked for again, and changes nothing: a new one would be empty. */
    refused: (isNew: boolean, no_price = 0, left?: ReadonlyArray<string>): PriceChangeRefused | undefined => {
      const refused = refusal()
      const { created, returns, withdrawals, skipped_unchanged: unchanged } = counts
      if (refused !== undefined || !isNew || created + returns + withdrawals > 0) return refused
      const why = left ?? [
        ...(unchanged > 0 ? [`${unchanged} prices are what they would become`] : []),
        ...(no_price > 0 ? [`${no_price} have no price to adjust then`] : []),
      ]
      const problem = `Nothing would change${why.length === 0 ? "" : `: ${why.join(", ")}`}`
      return emptyChange(problem, { unchanged, no_price })
    },
    /** What keeps all from being written, colorway by colorway. */
    wouldBeRefused: (refused?: PriceChangeRefused) =>
      refused === undefined
        ? { reason: null, problem: null, refused_colorways: [], total_refused: 0 }
        : {
            reason: refused.refusal.reason as ColorwayProblem | "empty",
            problem: refused.problem,
            refused_colorways: colorways,
            total_refused,
          },
  }
}
