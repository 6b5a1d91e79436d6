import { basePriceList } from "../../kernel/basePriceList.ts"
import type { ListedType } from "../../prices/rules/pairs.ts"
import type { PriceSheetFile, SheetCell, SheetRow } from "../PriceSheet.ts"
import { unguarded } from "./unguarded.ts"

/** The heading of the hidden column with `writeToken`'s tokens. */
export const tokenHeading = "hangtag row"

/** Columns of new amounts: of one price type and list, or of those that each row names. */
export interface AmountColumn {
  /** Null: the row's own. */
  readonly price_type: string | null
  readonly price_list: string | null
  readonly amount: number
  /** With the price at the sheet's moment. */
  readonly price: number | undefined
  /** With what the list showed then. */
  readonly shown: number | undefined
  readonly from: number | undefined
  readonly until: number | undefined
}

/** Where a sheet has what, by numbers of columns. */
export interface SheetColumns {
  readonly token: number | undefined
  readonly key: number | undefined
  readonly product: number | undefined
  readonly price_type: number | undefined
  readonly price_list: number | undefined
  readonly amounts: ReadonlyArray<AmountColumn>
  /** Columns of days, each with those of the amounts that it is for. */
  readonly days: ReadonlyMap<number, ReadonlyArray<number>>
  /** Headings that say nothing here. */
  readonly unread: ReadonlyArray<string>
  /** Whether a cell stands below no heading: in a column without one, or one more than their row has. */
  readonly isStray: (cell: SheetCell) => boolean
}

/** A sheet's name, the place of its headings among its rows, and its columns. */
export interface FoundSheet {
  readonly name: string
  readonly rows: ReadonlyArray<SheetRow>
  readonly heading: number
  readonly columns: SheetColumns
}

/** Behind what a price type of a list is called: with what the list shows, also where it has no price of its own. */
export const shownHeading = "shown"

/** What a price type of a list is called in headings: the list is named where it is not `base`. */
export const pairHeading = (price_type: string, price_list: string): string =>
  price_list === basePriceList ? price_type : `${price_type} [${price_list}]`

/** `TYPE new`, or `TYPE [LIST] new`: the pair whose new amounts stand below, the shortest list where there may be several. */
const pairOfHeading = (text: string) => {
  const words = unguarded(text.trim())
  const named = words.slice(0, -"new".length)
  if (!words.toLowerCase().endsWith("new") || named.trim() === "" || named === named.trimEnd())
    return undefined
  const name = named.trimEnd()
  const open = name.lastIndexOf(" [")
  const list = name.slice(open + 2, -1)
  return open > 0 && name.endsWith("]") && list !== ""
    ? { price_type: name.slice(0, open), price_list: list }
    : { price_type: name, price_list: basePriceList }
}

export const isEmpty = (cell: SheetCell | undefined): cell is undefined =>
  cell === undefined || (cell.kind === "text" && cell.text.trim() === "")

/** Headings as they are compared. */
export const plainHeading = (text: string): string =>
  text
    .trim()
    .replaceAll(/[\s_]+/g, " ")
    .toLowerCase()

const belowNone = (headings: ReadonlyArray<SheetCell>): SheetColumns["isStray"] => {
  const at = new Map(headings.map((cell) => [cell.column, cell]))
  const last = Math.max(...at.keys())
  return (cell) => isEmpty(at.get(cell.column)) && (cell.column > last || !isEmpty(cell))
}

const names = {
  token: [tokenHeading],
  key: ["variant key", "variant", "sku", "variant sku"],
  product: ["product", "product key"],
  price_type: ["price type", "type"],
  price_list: ["price list", "list"],
  amount: ["new amount", "amount", "new price"],
  from: ["from", "effective from"],
  until: ["until", "effective until"],
} as const

/** Of what people read alone. */
const known = ["name", "color", "size", "difference"]

const numbered = (cells: ReadonlyArray<SheetCell>) => {
  const written = cells.filter((cell) => cell.kind === "text" && !isEmpty(cell))
  const headings = written.map(({ column, text }) => ({ column, text: unguarded(text.trim()) }))
  return Map.groupBy(headings, ({ text }) => plainHeading(text))
}

/** The columns that a row of headings names; undefined where it is none; a text says what is wrong with it. */
export const columnsOf = (
  { cells }: SheetRow,
  keyColumn: string | null = null,
): SheetColumns | string | undefined => {
  const headings = numbered(cells)
  const twice: Array<string> = []
  const read = new Set<string>(known)
  const find = (wanted: ReadonlyArray<string>): number | undefined => {
    const found = wanted.filter((name) => headings.has(name))
    for (const name of found) read.add(name)
    const columns = found.flatMap((name) => headings.get(name)!)
    if (columns.length > 1) twice.push(found.join(" and "))
    return columns[0]?.column
  }
  /** To the letter, where columns of one type are of lists whose keys differ in case or spaces alone. */
  const findOf = (heading: string): number | undefined => {
    const plain = plainHeading(heading)
    const all = headings.get(plain) ?? []
    const [exact, other] = all.filter(({ text }) => text === heading)
    const type = heading.split(" [")[0]!
    const areOfLists = all.every(({ text }) => text.startsWith(`${type} [`))
    if (exact === undefined || other !== undefined || !areOfLists) return find([plain])
    read.add(plain)
    return exact.column
  }
  const token = find(names.token)
  const key = find(keyColumn === null ? names.key : [plainHeading(keyColumn)])
  const product = find(names.product)
  const price_type = find(names.price_type)
  const price_list = find(names.price_list)
  const from = find(names.from)
  const until = find(names.until)
  const amounts = cells.flatMap(({ kind, text }): AmountColumn | [] => {
    const pair = kind === "text" ? pairOfHeading(text) : undefined
    if (pair === undefined) return []
    const heading = pairHeading(pair.price_type, pair.price_list)
    const findBeside = (what: string) => findOf(`${heading} ${what}`)
    return {
      ...pair,
      amount: findBeside("new")!,
      price: findOf(heading),
      shown: heading.endsWith("]") ? findBeside(shownHeading) : undefined,
      from: findBeside("from") ?? from,
      until: findBeside("until") ?? until,
    }
  })
  const amount = find(names.amount)
  if (amount !== undefined)
    amounts.push({
      price_type: null,
      price_list: null,
      amount,
      price: undefined,
      shown: undefined,
      from,
      until,
    })
  if ((token === undefined && key === undefined) || amounts.length === 0) return undefined
  if (amount !== undefined && price_type === undefined)
    return "its column of amounts needs one of price types beside it, with the heading price_type"
  if (twice.length > 0) return `it has two columns with the heading ${twice[0]}: rename one of them`
  const unread = [...headings.keys()].filter((heading) => !read.has(heading))
  const days = new Map<number, Array<number>>()
  for (const { amount, from, until } of amounts)
    for (const day of [from, until]) if (day !== undefined) days.set(day, [...(days.get(day) ?? []), amount])
  return { token, key, product, price_type, price_list, amounts, days, unread, isStray: belowNone(cells) }
}

/** The same, with amounts that name no list in this one. */
export const inList = (columns: SheetColumns, price_list: string): SheetColumns => ({
  ...columns,
  amounts: columns.amounts.map((each) =>
    each.price_list === basePriceList ? { ...each, price_list } : each,
  ),
})

/** What an amount's column is called, without `new`; null: each row names its pair. */
const nameOf = ({ price_type, price_list }: AmountColumn): string | null =>
  price_type === null || price_list === null ? null : pairHeading(price_type, price_list)

/**
 * The same, where a heading is what a pair is called that the sheet was written of: of that pair, whatever else it could mean.
 * Case counts where several are called the same without it.
 */
export const ofPairs = (columns: SheetColumns, pairs: ReadonlyArray<ListedType>): SheetColumns => {
  const { amounts } = columns
  const headingOf = ({ price_type, price_list }: ListedType) => pairHeading(price_type, price_list)
  const called = Map.groupBy(pairs, (pair) => plainHeading(headingOf(pair)))
  const there = Map.groupBy(amounts, (each) => plainHeading(nameOf(each) ?? ""))
  const pairOf = (heading: string): ListedType | undefined => {
    const name = plainHeading(heading)
    const all = called.get(name) ?? []
    const exact = all.filter((pair) => headingOf(pair) === heading)
    const meant = exact.length > 0 || there.get(name)!.length > 1 ? exact : all
    return meant.length === 1 ? meant[0] : undefined
  }
  return {
    ...columns,
    amounts: amounts.map((each) => {
      const name = nameOf(each)
      return name === null ? each : { ...each, ...pairOf(name) }
    }),
  }
}

/** Why the sheet is not read that has a heading `MAP_new`, whose amounts would be lost silently; undefined: it has none of these types. */
export const underscored = (
  unread: ReadonlyArray<string>,
  types: ReadonlySet<string>,
): string | undefined => {
  const plain = new Set([...types].map(plainHeading))
  const slip = unread.find((heading) => {
    const [, type] = /^([^[]*[^[ ]) ?(?:\[.*\])? new$/.exec(heading) ?? []
    return type !== undefined && plain.has(type)
  })
  return (
    slip && `The heading "${slip.replaceAll(" ", "_")}" is not of new amounts: write a space before "new"`
  )
}

/** How far headings are looked for. */
const mostBefore = 50

const noHeadings =
  "The file is no price sheet: write a row of headings above its rows, such as variant_key, price_type, amount and from, or variant_key, MAP new and MAP from with spaces, or take a sheet that Hangtag wrote. Sheets of a workbook that are hidden are not read: show the one that has the prices"

/** The one sheet of the file that has prices, or why there is none. */
export const findSheet = ({ sheets }: PriceSheetFile, keyColumn: string | null): FoundSheet | string => {
  const found: Array<FoundSheet> = []
  for (const { name, rows } of sheets) {
    for (const [heading, row] of rows.slice(0, mostBefore).entries()) {
      const columns = columnsOf(row, keyColumn)
      if (typeof columns === "string") return `The sheet ${name} cannot be read: ${columns}`
      if (columns === undefined) continue
      found.push({ name, rows, heading, columns })
      break
    }
  }
  const [first, second] = found
  if (second !== undefined)
    return `Both the sheets ${first!.name} and ${second.name} have prices: leave one of them in the file`
  return first ?? noHeadings
}
