import { basePriceList } from "../../kernel/basePriceList.ts"
import type { BrandedInstant } from "../../kernel/Instant.ts"
import { mostPriceLists, type Placement, type StoredPriceList } from "../../lists/PriceList.ts"
import { type ListRefusal, PriceListRefused } from "../../lists/PriceListRefused.ts"
import type { ListsByKey } from "../../lists/rules/listChain.ts"
import { standsAt } from "../../lists/rules/placementAt.ts"
import { placementRefusal } from "../../lists/rules/placementRefusal.ts"
import type { PriceListEntry } from "../PriceListEntry.ts"
import { importedInstant } from "./importedInstant.ts"

/** When a list is written, and by which user; those made since `began` came with the same import. */
export interface ListsSaid {
  readonly known_at: BrandedInstant
  readonly by: string
  readonly began: BrandedInstant
}

/** What becomes of a list: how it is to be saved, or why it is not. */
export type ImportedList =
  | "unchanged"
  | { readonly rejected: string }
  | {
      readonly isNew: boolean
      readonly list: StoredPriceList
      /** Null: it stays where it stands. */
      readonly placement: Placement | null
    }

const isSame = (a: StoredPriceList, b: StoredPriceList) => {
  const tags = Object.entries(a.tags)
  return (
    a.name === b.name &&
    a.currency === b.currency &&
    tags.length === Object.keys(b.tags).length &&
    tags.every(([tag, text]) => b.tags[tag] === text)
  )
}

/** The parents that the lines of a file name, by list. */
export type NamedParents = ReadonlyMap<string, ReadonlyArray<string>>

export const namedParents = (entries: ReadonlyArray<PriceListEntry>): NamedParents => {
  const found = new Map<string, Array<string>>()
  for (const { price_list, parent } of entries) {
    const parents = found.get(price_list) ?? []
    found.set(price_list, parents)
    if (parent !== null) parents.push(parent)
  }
  return found
}

/** The lists from one up to itself, each below the next by a line of the file; undefined where there is no such way. */
const wayToItself = (named: NamedParents, key: string, parent: string) => {
  const ways: Array<ReadonlyArray<string>> = [[key, parent]]
  const seen = new Set<string>()
  // an array that grows is iterated to its end
  for (const way of ways) {
    const last = way.at(-1)!
    if (last === key) return way
    if (seen.has(last)) continue
    seen.add(last)
    for (const above of named.get(last) ?? []) ways.push([...way, above])
  }
  return undefined
}

/** Why a list cannot stand below one that there is not. */
const missingParent = (named: NamedParents, key: string, parent: string): string => {
  const way = wayToItself(named, key, parent)
  if (way !== undefined) return `stands below itself by lines of the file: ${way.join(" below ")}`
  return named.has(parent)
    ? `names the parent ${parent}, whose own line is left out: correct that one first`
    : `names the parent ${parent}, which is no price list: write a line for it, or leave it out`
}

/**
 * What becomes of a list that a file names. A list that is new may stand somewhere from the past on; of any other what was shown until
 * now was shown, and a line that says what held then changes nothing. It may stand below a list that is archived: that one may have been
 * archived later than this one came to stand there.
 */
export const importedList = (
  lists: ListsByKey,
  entry: PriceListEntry,
  said: ListsSaid,
  named: NamedParents,
): ImportedList => {
  const { price_list, name, parent, archived, tags, effective_from } = entry
  const { known_at, by, began } = said
  const refused = (refusal: ListRefusal) => ({
    rejected: new PriceListRefused({ price_list, refusal }).message,
  })
  const known = lists.get(price_list)
  if (parent !== null && !lists.has(parent)) return { rejected: missingParent(named, price_list, parent) }
  const effective_at = effective_from === null ? known_at : importedInstant(effective_from, "UTC")
  if (typeof effective_at === "object") return effective_at
  if (known === undefined && entry.currency === null)
    return {
      rejected: `is a new price list, ${price_list}, and has no currency: write one of ISO 4217, such as EUR`,
    }
  if (known === undefined && lists.size >= mostPriceLists)
    return refused({ reason: "too_many", most: mostPriceLists })
  const before: StoredPriceList = known ?? {
    price_list,
    name,
    tags,
    currency: entry.currency,
    created: { at: known_at, by },
    placements: [],
  }
  if (entry.currency !== null && before.currency !== null && entry.currency !== before.currency)
    return refused({ reason: "currency_set", currency: before.currency })
  if (price_list === basePriceList && (parent !== null || archived)) return refused({ reason: "base" })
  const list = { ...before, name, currency: entry.currency ?? before.currency, tags }
  const place = standsAt(before, effective_at)
  const stays = place.parent === parent && place.archived === archived
  const isPlaced = known === undefined || !stays
  if (!isPlaced) return isSame(before, list) ? "unchanged" : { isNew: false, list, placement: null }
  const isOlder = before.created !== null && before.created.at < began
  if (isOlder && effective_at < known_at)
    return {
      rejected: `would have ${price_list} stand elsewhere from ${effective_from} on, which is past: what was shown was shown`,
    }
  const placement = { effective_at, parent, archived, known_at, by }
  const refusal = placementRefusal(lists, list, placement)
  return refusal === undefined ? { isNew: known === undefined, list, placement } : refused(refusal)
}

/** The lines by their places, those of a list after those of a parent that comes with them, each list's in their order. */
export const parentsFirst = (
  entries: ReadonlyArray<PriceListEntry>,
  known: Iterable<string>,
): ReadonlyArray<readonly [number, PriceListEntry]> => {
  const there = new Set(known)
  // whose line may say its currency
  if (entries.some(({ price_list }) => price_list === basePriceList)) there.delete(basePriceList)
  const ordered: Array<readonly [number, PriceListEntry]> = []
  let left: ReadonlyArray<readonly [number, PriceListEntry]> = [...entries.entries()]
  while (left.length > 0) {
    const coming = new Set(left.map(([, { price_list }]) => price_list))
    const waiting = new Set<string>()
    const later = left.filter(([, { price_list, parent }]) => {
      const isLater = waiting.has(price_list) || (parent !== null && !there.has(parent) && coming.has(parent))
      ;(isLater ? waiting : there).add(price_list)
      return isLater
    })
    // of lists that wait for each other none can come first
    if (later.length === left.length) return [...ordered, ...left]
    const places = new Set(later.map(([place]) => place))
    ordered.push(...left.filter(([place]) => !places.has(place)))
    left = later
  }
  return ordered
}
