import type { Instant } from "../../kernel/Instant.ts"
import { once } from "../../kernel/rules/once.ts"
import type { ListsByKey } from "./listChain.ts"
import { type ListSpan, listSpans, listsEverAbove } from "./listSpans.ts"

/** What a change sheet says of a list. */
interface SheetList {
  readonly name: string | null
  readonly currency: string | null
  /** Where its prices are looked for, as that was known at a moment; not there: nothing ever stands above it. */
  readonly listed?: ReadonlyArray<ListSpan>
}

/** The lists of change sheets. */
export interface SheetLists {
  readonly find: (priceList: string, knownAt: Instant | undefined) => SheetList
  /** Of each list that ever stands below others these, for `BatchChanges`. */
  readonly beside: ReadonlyMap<string, ReadonlyArray<string>>
}

export const sheetLists = (lists: ListsByKey): SheetLists => {
  const above = [...lists.keys()].map((key) => [key, [...listsEverAbove(lists, key)].slice(1)] as const)
  const beside = new Map(above.filter(([, keys]) => keys.length > 0))
  const found = once(
    ([key, knownAt]: Parameters<SheetLists["find"]>): SheetList => {
      const { name = null, currency = null } = lists.get(key) ?? {}
      return { name, currency, ...(beside.has(key) && { listed: listSpans(lists, key, knownAt) }) }
    },
    ([key, knownAt]) => `${knownAt} ${key}`,
  )
  return { beside, find: (...of) => found(of) }
}
