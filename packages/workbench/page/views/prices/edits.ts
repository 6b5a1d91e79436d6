import { writtenPrice } from "../../format/writtenPrice.ts"

/** A cell in which a new amount was typed. */
export interface Edit {
  readonly brand_key: string
  readonly product_key: string
  readonly color: string
  readonly name: string
  readonly price_type: string
  /** As it was typed. */
  readonly text: string
}

/** Edits by `cellKey`, in the order in which they were first made. */
export type Edits = ReadonlyMap<string, Edit>

type Cell = Pick<Edit, "product_key" | "color" | "price_type">

export const cellKey = ({ product_key, color, price_type }: Cell): string =>
  JSON.stringify([product_key, color, price_type])

export const colorwayKey = ({ product_key, color }: Pick<Edit, "product_key" | "color">): string =>
  JSON.stringify([product_key, color])

/** What is typed of a colorway and a price type; an empty text where nothing is. */
export const editOf = (
  edits: Edits,
  { brand_key, product_key, color, name }: Omit<Edit, "price_type" | "text">,
  price_type: string,
): Edit => {
  const cell = { brand_key, product_key, color, name, price_type, text: "" }
  return edits.get(cellKey(cell)) ?? cell
}

/** The edits with others; an empty text takes one out. */
export const withEdits = (edits: Edits, changes: ReadonlyArray<Edit>): Edits => {
  const next = new Map(edits)
  for (const edit of changes)
    if (edit.text.trim() === "") next.delete(cellKey(edit))
    else next.set(cellKey(edit), edit)
  return next
}

/** A colorway's edits as lines of a price change. */
export interface EditedColorway {
  readonly brand_key: string
  readonly product_key: string
  readonly color: string
  readonly name: string
  readonly lines: ReadonlyArray<{
    readonly price_type: string
    readonly amount: string
    readonly effective_from: string
    readonly effective_until?: string
    readonly price_list?: string
  }>
}

/** Where and since when new amounts are prices. */
export interface EditedList {
  readonly price_list: string
  readonly currency: string | null
  readonly effective_from: string
  readonly effective_until: string | null
}

/** What is typed by colorway, without cells that have no amount. */
export const editedColorways = (
  edits: Edits,
  { price_list, currency, effective_from, effective_until }: EditedList,
): ReadonlyArray<EditedColorway> =>
  [...Map.groupBy(edits.values(), colorwayKey).values()].flatMap((own): EditedColorway | [] => {
    const { brand_key, product_key, color, name } = own[0]!
    const lines = own.flatMap(({ price_type, text }) => {
      const { amount } = writtenPrice(text, currency)
      if (amount === undefined) return []
      return {
        price_type,
        amount,
        effective_from,
        ...(effective_until !== null && { effective_until }),
        ...(price_list !== "base" && { price_list }),
      }
    })
    return lines.length === 0 ? [] : { brand_key, product_key, color, name, lines }
  })

/** New amounts with what is said of all of them. */
export interface KeptDraft {
  readonly edits: Edits
  /** The day on which they begin; empty: not chosen yet. */
  readonly from: string
  /** The day before which they end; empty: for good. */
  readonly until: string
  readonly name: string
}

export const draftText = ({ edits, ...said }: KeptDraft): string =>
  JSON.stringify({ ...said, edits: [...edits.values()] })

/** The draft that was kept; another page's, or a broken one, is none. */
export const draftOf = (text: string): KeptDraft => {
  const none = { from: "", until: "", name: "" }
  try {
    const { edits, ...said } = JSON.parse(text)
    return { ...none, ...said, edits: withEdits(new Map(), edits) }
  } catch {
    return { ...none, edits: new Map() }
  }
}
