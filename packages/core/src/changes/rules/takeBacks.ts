import type { Instant } from "../../kernel/Instant.ts"
import type { PriceRecord } from "../../prices/PriceRecord.ts"

/** A published batch that takes another one back. */
export interface TakeBack {
  readonly key: string
  readonly reverts: string
  readonly published_at: Instant
}

/** The batch that is to be taken back. */
export interface Reverted {
  readonly key: string
  readonly published_at: Instant
  /** Those that have taken it back already, those that took these back, and so on. */
  readonly take_backs: ReadonlyArray<TakeBack>
}

/**
 * What a batch has done is done by it and by each batch that took back what had taken it back; the others have undone it. So
 * whose records are the batch's, which others it has taken away, and which of them were set again.
 */
export const sidesOf = ({ key, published_at, take_backs }: Reverted) => {
  const own = new Map<string, TakeBack | undefined>([[key, undefined]])
  const against = new Set<string>()
  for (let above = [key], isOwn = false; above.length > 0; isOwn = !isOwn) {
    const next = take_backs.filter(({ reverts }) => above.includes(reverts))
    for (const each of next) {
      if (isOwn) own.set(each.key, each)
      else against.add(each.key)
    }
    above = next.map((each) => each.key)
  }
  return {
    isSet: ({ status, batch_key }: PriceRecord) =>
      status === "active" && batch_key !== null && own.has(batch_key),
    isEnded: ({ taken_back }: PriceRecord) => taken_back !== undefined && own.has(taken_back.by),
    /** What the batch withdrew of what it was taken back by. */
    isUndone: ({ batch_key, withdrawn }: PriceRecord) =>
      withdrawn !== undefined &&
      [...own.values()].some((each) => each?.reverts === batch_key && each?.published_at === withdrawn.at),
    isAgainst: ({ status, batch_key }: PriceRecord) =>
      status === "active" && batch_key !== null && against.has(batch_key),
    published_at,
  }
}
