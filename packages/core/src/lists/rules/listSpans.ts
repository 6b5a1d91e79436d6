import type { BrandedInstant, Instant } from "../../kernel/Instant.ts"
import { type ListsByKey, listChain } from "./listChain.ts"
import { isArchived } from "./placementAt.ts"

/** In which lists a list's prices are looked for, it first, until the next span begins; the first has no beginning. */
export interface ListSpan {
  readonly from: Instant | null
  readonly lists: ReadonlyArray<string>
}

/** Finds where the prices of a list are looked for, and when. */
export type SpansOf = (priceList: string) => ReadonlyArray<ListSpan>

/** Every list that ever stands above one, and that one. */
export const listsEverAbove = (lists: ListsByKey, key: string): ReadonlySet<string> => {
  const found = new Set([key])
  // a set that grows is iterated to its end
  for (const each of found)
    for (const { parent } of lists.get(each)?.placements ?? []) if (parent !== null) found.add(parent)
  return found
}

/** The instants at which a list, or one that ever stands above it, comes to stand somewhere, in order. */
export const movesAbove = (lists: ListsByKey, key: string): ReadonlyArray<BrandedInstant> => {
  const placements = [...listsEverAbove(lists, key)].flatMap((each) => lists.get(each)?.placements ?? [])
  return [...new Set(placements.map(({ effective_at }) => effective_at))].sort((a, b) => a - b)
}

/** Where a list's prices are looked for over all time; `knownAt`: as that was known then. An archived list has none. */
export const listSpans = (lists: ListsByKey, key: string, knownAt?: Instant): ReadonlyArray<ListSpan> => {
  const spans: Array<ListSpan> = []
  for (const at of [Number.NEGATIVE_INFINITY, ...movesAbove(lists, key)]) {
    const open = listChain(lists, key, at, knownAt)
      .filter((list) => !isArchived(list, at, knownAt))
      .map(({ price_list }) => price_list)
    if (spans.at(-1)?.lists.join("\n") !== open.join("\n"))
      spans.push({ from: at === Number.NEGATIVE_INFINITY ? null : at, lists: open })
  }
  return spans
}

/** The same from an instant on: the first is that of the instant. */
export const listSpansFrom = (lists: ListsByKey, key: string, at: Instant): ReadonlyArray<ListSpan> => {
  const spans = listSpans(lists, key)
  return spans.slice(spans.findLastIndex(({ from }) => from === null || from <= at))
}
