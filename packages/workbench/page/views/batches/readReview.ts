import type { PriceBatch, PriceWarning } from "@hangtag/client"
import { api } from "../../app/api.ts"
import { warningsBy } from "../../policy/Warned.tsx"
import type { Reviewed } from "./Review.tsx"

/** What of the policy a batch breaks: how much in all, and what of it is read. */
export interface WarnedOf {
  readonly count: number
  readonly shown: ReadonlyArray<{
    readonly by: Pick<PriceWarning, "kind" | "message">
    readonly of: ReadonlyArray<string>
    readonly brand: string | null
  }>
}

/** The first pages of what a batch does. */
export const readReview = async (key: string, more: number, signal: AbortSignal): Promise<Reviewed> => {
  let first: Reviewed | undefined
  const colorways: Array<Reviewed["colorways"][number]> = []
  let pages = 0
  for await (const page of api.pages("reviewPriceBatch", { batch_key: key }, { signal })) {
    first ??= page
    colorways.push(...page.colorways)
    if (++pages > more) break
  }
  return { ...first!, colorways }
}

/** Prices of a batch that are compared without being asked to, unless it may break the policy yet. */
const mostAtOnce = 500

export const isComparedAtOnce = ({ kind, status, reverts, counts }: PriceBatch): boolean =>
  (status === "open" && kind === "price_change" && reverts === null) ||
  counts.records + counts.withdrawals <= mostAtOnce

/** What the review warns of: how much in all, and what of it is read, each once. */
export const warningsOf = ({ warnings, colorways }: Reviewed): WarnedOf => ({
  count: warnings,
  shown: warningsBy(colorways).map(({ first, ...each }) => ({ ...each, brand: first.brand_key })),
})
