import { shortened } from "../../exports/rules/exportColumns.ts"
import type { ListedType } from "../../prices/rules/pairs.ts"
import { plainHeading } from "./sheetColumns.ts"

/** What a sheet of one's own may call price types by. */
export interface KnownPairs {
  /** The brand's price types, and those that the sheet was written of. */
  readonly types: ReadonlySet<string>
  /** Of what names no list. */
  readonly price_list: string
  readonly isList: (priceList: string) => boolean
}

/**
 * The price type and list that a heading or cell means, so that no slip makes a price type: one that is called so but for
 * case, spaces and underscores, where there is one; `MAP[EU]` is MAP of the list EU; else a type as it is written.
 */
export const pairCalled = ({ types, price_list: none, isList }: KnownPairs) => {
  const called = Map.groupBy(types, plainHeading)
  const typeCalled = (type: string): string | undefined | { readonly problem: string } => {
    if (types.has(type)) return type
    const alike = called.get(plainHeading(type)) ?? []
    return alike.length > 1 ? { problem: `may mean ${alike.join(" or ")}: write one of them` } : alike[0]
  }
  return ({ price_type, price_list }: ListedType): ListedType | { readonly problem: string } => {
    const type = typeCalled(price_type)
    if (typeof type === "string") return { price_type: type, price_list }
    if (type !== undefined) return type
    const [, before, list] = /^([^[]*[^[\s_])[\s_]*\[(.+)\]$/.exec(price_type.trim()) ?? []
    if (before === undefined || list === undefined) return { price_type, price_list }
    const ofList = typeCalled(before)
    if (typeof ofList === "object") return ofList
    if (ofList === undefined && !isList(list)) return { price_type, price_list }
    if (price_list !== none && price_list !== list)
      return {
        problem: `names the price list ${shortened(list)}, and its row ${shortened(price_list)}: leave one of them`,
      }
    return { price_type: ofList ?? before, price_list: list }
  }
}
