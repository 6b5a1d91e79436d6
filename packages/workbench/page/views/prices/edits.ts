import { typedDecimal } from "../../format/typedDecimal.ts"

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
    readonly price_list?: string
  }>
}

/** What is typed by colorway, without cells that have no amount. */
export const editedColorways = (
  edits: Edits,
  effective_from: string,
  price_list: string,
): ReadonlyArray<EditedColorway> =>
  [...Map.groupBy(edits.values(), colorwayKey).values()].flatMap((own): EditedColorway | [] => {
    const { brand_key, product_key, color, name } = own[0]!
    const lines = own.flatMap(({ price_type, text }) => {
      const amount = typedDecimal(text)
      if (amount === undefined || amount.startsWith("-")) return []
      return { price_type, amount, effective_from, ...(price_list !== "base" && { price_list }) }
    })
    return lines.length === 0 ? [] : { brand_key, product_key, color, name, lines }
  })

interface Kept {
  readonly from: string
  readonly name: string
  readonly edits: ReadonlyArray<Edit>
}

export const draftText = ({ from, name, edits }: Omit<Kept, "edits"> & { readonly edits: Edits }): string =>
  JSON.stringify({ from, name, edits: [...edits.values()] } satisfies Kept)

/** The draft that was kept; another page's, or a broken one, is none. */
export const draftOf = (text: string): Omit<Kept, "edits"> & { readonly edits: Edits } => {
  try {
    const { from, name, edits } = JSON.parse(text) as Kept
    return { from, name, edits: withEdits(new Map(), edits) }
  } catch {
    return { from: "", name: "", edits: new Map() }
  }
}
