import { type ListedType, typeName } from "../../prices/rules/pairs.ts"
import { pairHeading, type SheetColumns } from "./sheetColumns.ts"
import { publicId, type RowToken } from "./sheetToken.ts"

/** Whose sheet it is: of which brand, in which state of that, and since when; null: it has no tokens. */
export interface SheetIdentity {
  readonly brand_key: string
  /** `brandState` when it was written; null: not known. */
  readonly brand: string | null
  /** Of its earliest row. */
  readonly at: number | null
  readonly notes: ReadonlyArray<string>
}

/** Columns of the sheet as it was written that are not there any more. */
const missing = (pairs: ReadonlyArray<ListedType>, { amounts }: SheetColumns): ReadonlyArray<string> => {
  const there = new Set<string>()
  for (const { price_type, price_list } of amounts) {
    if (price_type === null || price_list === null) return []
    there.add(typeName({ price_type, price_list }))
  }
  return pairs
    .filter((pair) => !there.has(typeName(pair)))
    .map(({ price_type, price_list }) => `${pairHeading(price_type, price_list)} new`)
}

/**
 * Whose sheet it is by the tokens of its rows, with the pairs that these are of and its columns by `ofPairs`, before anything else of it is read; or why it is not to be read at all: another
 * organization's, of several brands, or a column of new amounts that is called otherwise.
 */
export const sheetIdentity = (
  tokens: ReadonlyArray<RowToken>,
  pairs: ReadonlyArray<ListedType>,
  columns: SheetColumns,
  organization: string,
  brandKey: string | null,
): SheetIdentity | string => {
  if (tokens.some((token) => token.organization !== publicId(organization)))
    return "This is a price sheet of another organization, and was not read: take it there, or write a new one here"
  const brands = [...new Set(tokens.map((token) => token.brand_key))]
  if (brandKey !== null && !brands.includes(brandKey)) brands.push(brandKey)
  const [brand_key, other] = brands
  if (brand_key === undefined) return "The sheet does not say of which brand it is: say it as brand_key"
  if (other !== undefined)
    return `The sheet has rows of the brands ${brand_key} and ${other}: take each brand by itself`
  const [brand = null, ...otherStates] = new Set(tokens.map((token) => token.brand))
  if (otherStates.length > 0)
    return "The sheet has rows from before and after the brand's time zone changed: write a new sheet"
  const gone = missing(pairs, columns)
  if (gone.length > 0 && columns.unread.length > 0)
    return `The sheet has no column "${gone[0]}", and one "${columns.unread[0]}": give the column its heading again, or add an empty one that has it`
  const hasPrices = columns.amounts.some(({ price, shown }) => (price ?? shown) !== undefined)
  const withoutTokens = `The sheet does not say what prices were when it was written: it is judged by what they are now${hasPrices ? ", and amounts are read from columns called new alone" : ""}`
  return {
    brand_key,
    brand,
    at: tokens.reduce<number | null>((first, token) => Math.min(first ?? token.at, token.at), null),
    notes: [
      ...(tokens.length === 0 ? [withoutTokens] : []),
      ...gone.map((heading) => `The column "${heading}" is not in the sheet: nothing of it changes`),
    ],
  }
}
