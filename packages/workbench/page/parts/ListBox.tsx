import type { PriceList } from "@hangtag/client"
import { setState } from "../app/address.ts"
import { listMember } from "../app/listMember.ts"
import { fallsBackTo, listTree } from "../format/listTree.ts"
import { SelectField } from "./Field.tsx"
import { Missing } from "./Missing.tsx"

/** Options have no other way to say what is below what. */
const indent = "\u00a0\u00a0\u00a0"

/** Lists to choose from, each with its currency, and whether it is archived. */
export const listOptions = (lists: ReadonlyArray<PriceList>) =>
  listTree(lists).map(
    ({ list: { price_list, name, currency, archived }, depth }) =>
      [
        price_list,
        `${indent.repeat(depth)}${name}${currency === null ? "" : ` (${currency})`}${archived ? ", archived" : ""}`,
      ] as const,
  )

interface ListBoxProps {
  readonly list: string
  readonly lists: ReadonlyArray<PriceList>
  /** Members of the address that another list leaves without a meaning. */
  readonly without?: ReadonlyArray<string>
}

/** Which price list, where there is more than one; in the address. */
export const ListBox = ({ list, lists, without = [] }: ListBoxProps) => {
  const above = fallsBackTo(lists, list)
  if (lists.length > 0 && lists.every(({ price_list }) => price_list !== list))
    return <Missing of="price list" name={list} member="list" />
  if (lists.length <= 1) return null
  return (
    <SelectField
      label="Price list"
      value={list}
      hint={above.length === 0 ? undefined : `falls back to ${above.join(", then ")}`}
      options={listOptions(lists)}
      onChoose={(list) =>
        setState({ ...Object.fromEntries(without.map((name) => [name, ""])), ...listMember(list) })
      }
    />
  )
}
