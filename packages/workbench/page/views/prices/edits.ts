import { type WrittenPrice, writtenPrice } from "../../format/writtenPrice.ts"

/** A cell in which a new amount was typed. */
export interface Edit {
  readonly brand_key: string
  readonly product_key: string
  readonly color: string
  readonly name: string
  readonly price_type: string
  /** As it was typed. */
  readonly text: string
  /** Of a size alone, whose amount goes before that of its colorway. */
  readonly of?: EditedSize
}

/** A size in whose cell an amount was typed. */
export interface EditedSize {
  readonly variant_key: string
  readonly size: string
  /** The variants of its colorway. */
  readonly among: ReadonlyArray<string>
}

/** Edits by `cellKey`, in the order in which they were first made. */
export type Edits = ReadonlyMap<string, Edit>

type Cell = Pick<Edit, "product_key" | "color" | "price_type" | "of">

export const cellKey = ({ product_key, color, price_type, of }: Cell): string =>
  JSON.stringify([product_key, color, price_type, of?.variant_key])

export const colorwayKey = ({ product_key, color }: Pick<Edit, "product_key" | "color">): string =>
  JSON.stringify([product_key, color])

/** What is typed of a colorway, or a size of it, and a price type; an empty text where nothing is. */
export const editOf = (
  edits: Edits,
  { brand_key, product_key, color, name }: Omit<Edit, "price_type" | "text" | "of">,
  price_type: string,
  of?: EditedSize,
): Edit => {
  const cell = { brand_key, product_key, color, name, price_type, text: "", ...(of && { of }) }
  return edits.get(cellKey(cell)) ?? cell
}

/** Edits of sizes, by the cell of their colorway. */
export const sizeEdits = (edits: Edits): ReadonlyMap<string, ReadonlyArray<Edit>> =>
  Map.groupBy(
    [...edits.values()].filter(({ of }) => of !== undefined),
    ({ product_key, color, price_type }) => cellKey({ product_key, color, price_type }),
  )

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
    readonly amount: string | null
    readonly ends?: "fall_back"
    readonly variant_keys?: ReadonlyArray<string>
    readonly effective_from: string
    readonly effective_until?: string
    readonly price_list?: string
  }>
  /** The place of each cell's line. */
  readonly places: Readonly<Record<string, number>>
}

/** Where and since when new amounts are prices. */
export interface EditedList {
  readonly price_list: string
  readonly currency: string | null
  readonly effective_from: string
  readonly effective_until: string | null
}

/** An amount as it was typed, null where the price ends, or why it cannot be taken. */
export const writtenEdit = (
  text: string,
  { currency, effective_until }: Pick<EditedList, "currency" | "effective_until">,
): WrittenPrice | { readonly amount: null; readonly problem?: undefined } => {
  if (text.trim().toLowerCase() !== "end") return writtenPrice(text, currency)
  return effective_until === null
    ? { amount: null }
    : { problem: "ends a price for good, and the draft holds until a day: empty that day, or this cell" }
}

/** What is typed by colorway, without cells that have no amount; sizes of one amount together. */
export const editedColorways = (edits: Edits, list: EditedList): ReadonlyArray<EditedColorway> =>
  [...Map.groupBy(edits.values(), colorwayKey).values()].flatMap((own): EditedColorway | [] => {
    const { brand_key, product_key, color, name } = own[0]!
    const { effective_from, effective_until, price_list } = list
    const written = own.flatMap((edit) => {
      const { amount } = writtenEdit(edit.text, list)
      return amount === undefined ? [] : { ...edit, amount }
    })
    const places: Record<string, number> = {}
    const alike = Map.groupBy(written, ({ price_type, amount, of }) =>
      JSON.stringify([price_type, amount, of !== undefined]),
    )
    const lines = [...alike.values()].flatMap((cells) => {
      const { price_type, amount, of } = cells[0]!
      const sizes = written.filter((each) => each.of !== undefined && each.price_type === price_type)
      const others = new Set(sizes.map((each) => each.of!.variant_key))
      const variant_keys =
        of !== undefined
          ? cells.map((each) => each.of!.variant_key)
          : sizes[0]?.of?.among.filter((key) => !others.has(key))
      // each size has an amount of its own
      if (variant_keys?.length === 0) return []
      return {
        cells,
        line: {
          price_type,
          amount,
          ...(amount === null && { ends: "fall_back" as const }),
          ...(variant_keys && { variant_keys }),
          effective_from,
          ...(effective_until !== null && { effective_until }),
          ...(price_list !== "base" && { price_list }),
        },
      }
    })
    for (const [place, { cells }] of lines.entries()) for (const cell of cells) places[cellKey(cell)] = place
    if (lines.length === 0) return []
    return { brand_key, product_key, color, name, lines: lines.map(({ line }) => line), places }
  })

/** New amounts with what is said of all of them. */
export interface KeptDraft {
  readonly edits: Edits
  /** The day on which they begin; empty while it is typed anew; null: not said yet. */
  readonly from: string | null
  /** The day before which they end; empty: for good. */
  readonly until: string
  readonly name: string
}

export const draftText = ({ edits, ...said }: KeptDraft): string =>
  JSON.stringify({ ...said, edits: [...edits.values()] })

/** The draft that was kept; another page's, or a broken one, is none. */
export const draftOf = (text: string): KeptDraft => {
  const none = { from: null, until: "", name: "" }
  try {
    const { edits, ...said } = JSON.parse(text)
    return { ...none, ...said, edits: withEdits(new Map(), edits) }
  } catch {
    return { ...none, edits: new Map() }
  }
}
