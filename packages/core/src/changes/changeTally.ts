import { mostListed } from "../kernel/Listing.ts"
import type { ReturnMoved } from "../prices/ColorwayPreview.ts"
import type { PriceWarning } from "../prices/PriceWarning.ts"
import { isSameBasis } from "../prices/rules/basisToken.ts"
import type {
  ChangeCollision,
  ColorwayChangeResult,
  ColorwayProblem,
  LineFollows,
  NoReturn,
  RefusedColorway,
  StaleColorway,
} from "./PriceChange.ts"
import { type ChangeRefusal, PriceChangeRefused } from "./PriceChangeRefused.ts"
import type { ColorwayPlan } from "./rules/changeColorway.ts"

/** Adds to a list until it has as many as an answer gives. */
const list = <A>(into: Array<A>, items: ReadonlyArray<A>) => {
  if (into.length < mostListed) into.push(...items.slice(0, mostListed - into.length))
}

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
  entries.reduce(
    (sum, entry) =>
      sum +
      200 +
      ("message" in entry ? 2 * entry.message.length : 0) +
      ("variant_keys" in entry
        ? entry.variant_keys.reduce((keys, key) => keys + key.length + 3, 0)
        : entry.variant_key.length + entry.price_type.length),
    0,
  )

/** Nothing would be written. */
export const emptyChange = (problem: string, { unchanged = 0, no_price = 0 } = {}) =>
  new PriceChangeRefused({ problem, refusal: { reason: "empty", unchanged, no_price } })

type TalliedRefusal = Extract<ChangeRefusal, { readonly reason: ColorwayProblem }>

/** What is wrong, and what to do. */
const problemOf = (refusal: TalliedRefusal): string => {
  switch (refusal.reason) {
    case "stale": {
      const { product_key, color } = refusal.stale[0]!
      return `Prices have moved since the preview of ${product_key} in ${color}: preview again`
    }
    case "collides":
      return "Lines meet future records, and on_collision rejects that: choose other instants, or what to do with the records"
    case "no_return":
      return 'Some variants have no price to return to: "on_no_return": "skip" leaves them out, "end" ends their price with the line'
    case "blocked":
      return "The brand's price policy blocks this change"
  }
}

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
  const refusalOf = (): TalliedRefusal | undefined => {
    if (stale.length > 0) return { reason: "stale", colorways, stale: stale.slice(0, mostListed), moved: [] }
    if (collisions.length > 0) return { reason: "collides", colorways, collisions }
    if (no_return.length > 0) return { reason: "no_return", colorways, no_return }
    return warnings.length > 0 ? { reason: "blocked", colorways, warnings } : undefined
  }
  return {
    counts,
    listed,
    /** All whose basis has moved, of which a refusal names the first. */
    stale: stale as ReadonlyArray<StaleColorway>,
    /** The colorway's result; `basis` is the caller's. One that the answer has no room for is counted, and lists nothing. */
    add: (
      { product_key, color }: { readonly product_key: string; readonly color: string },
      change: ColorwayPlan,
      { basis, blocks = true, isShown = true }: TallyOptions,
    ): Omit<ColorwayChangeResult, "lines"> => {
      const withdrawals = change.writes.withdrawals.length
      const skipped_unchanged = change.asked - change.created
      counts.created += change.created
      counts.skipped_unchanged += skipped_unchanged
      counts.returns += change.returns
      counts.withdrawals += withdrawals
      counts.warnings += change.warnings.length
      const isStale =
        basis !== null && !isSameBasis(basis, change.basis) && !isSameBasis(basis, change.basisWithDrafts())
      if (isStale) stale.push({ product_key, color, basis: change.basis })
      const rejected = change.collisions.filter(({ action }) => action === "rejected")
      // a refusal may be about many colorways, each with a line of the same index
      const inColorway = <A extends object>(entries: ReadonlyArray<A>) =>
        entries.map((entry) => ({ ...entry, product_key, color }))
      list(collisions, inColorway(rejected.slice(0, mostListed)))
      list(no_return, inColorway(change.unmeant.slice(0, mostListed)))
      const reason: ColorwayProblem | undefined = isStale
        ? "stale"
        : rejected.length > 0
          ? "collides"
          : change.unmeant.length > 0
            ? "no_return"
            : blocks && change.blocked.length > 0
              ? "blocked"
              : undefined
      if (reason !== undefined) {
        total_refused++
        list(colorways, [{ product_key, color, reason }])
      }
      if (blocks) list(warnings, inColorway(change.blocked.slice(0, mostListed).map(shortened)))
      const shown: typeof listed = isShown ? listed : () => []
      return {
        product_key,
        color,
        created: change.created,
        skipped_unchanged,
        returns: change.returns,
        withdrawals,
        collisions: shown(change.collisions),
        no_return: shown(change.noReturn),
        warnings: shown(change.warnings.slice(0, mostListed).map(shortened)),
        moved_returns: shown(change.movedReturns),
        basis: change.basis,
      }
    },
    /** Where nothing would be written, why. */
    emptiness: (noPrice = 0): PriceChangeRefused | undefined => {
      const { created, returns, withdrawals, skipped_unchanged } = counts
      if (created + returns + withdrawals > 0) return undefined
      const why = [
        ...(skipped_unchanged > 0 ? [`${skipped_unchanged} prices are what they would become`] : []),
        ...(noPrice > 0 ? [`${noPrice} have no price to adjust then`] : []),
      ].join(", ")
      return emptyChange(`Nothing would change${why === "" ? "" : `: ${why}`}`, {
        unchanged: skipped_unchanged,
        no_price: noPrice,
      })
    },
    /** What keeps all from being written, colorway by colorway. */
    wouldBeRefused: (refused?: PriceChangeRefused) =>
      refused === undefined
        ? { reason: null, problem: null, refused_colorways: [], total_refused: 0 }
        : {
            reason: refusalOf()?.reason ?? ("empty" as const),
            problem: refused.problem,
            refused_colorways: colorways,
            total_refused,
          },
    refusal: (): PriceChangeRefused | undefined => {
      const refusal = refusalOf()
      return refusal && new PriceChangeRefused({ problem: problemOf(refusal), refusal })
    },
  }
}
