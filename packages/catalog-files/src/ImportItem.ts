import type { ShopPriceEntry, ShopProductEntry as ShownEntry } from "@hangtag/core"
import type { CatalogEntry, CatalogKind } from "./CatalogEntry.ts"
import type { PricedColumn } from "./markets/pricedColumn.ts"
import type { ShopContents } from "./ShopContents.ts"

/** The order in which entries are written, and files read: brands and batches, then products, then prices. */
export const importPasses = ["foundations", "products", "prices"] as const
export type ImportPass = (typeof importPasses)[number]

export const passOf = (kind: CatalogKind): ImportPass =>
  kind === "product" ? "products" : kind === "price" ? "prices" : "foundations"

/** A product, and a price, as a shop shows it now. */
export type ShopProductEntry = ShownEntry & { readonly kind: "shop_product" }
export type ShopEntry = ShopProductEntry | ({ readonly kind: "shop_price" } & ShopPriceEntry)

/** What a line of a file turned out to be. */
export type ImportItem =
  | {
      readonly line: number
      readonly entry: CatalogEntry | ShopEntry
      /** Made up from another file format: leaves a brand or label alone that is there already. */
      readonly ifAbsent?: boolean
      /** Fields of the line that nothing reads. */
      readonly ignored?: ReadonlyArray<string>
      /** It hangs on a line that is left out, and is left out with it. */
      readonly isWithheld?: boolean
    }
  | {
      readonly line: number
      readonly fault: string
      readonly kind: CatalogKind | "line"
      /** What other lines may refer to of it, as `givenBy` tells. */
      readonly given?: ReadonlyArray<string>
    }

/** The same, left out with what it hangs on; a fault stays one. */
export const withheld = (item: ImportItem): ImportItem =>
  "entry" in item ? { ...item, isWithheld: true } : item

/** Some items of a file in their order, and how far into the file they reach. */
export interface ImportBlock {
  readonly items: ReadonlyArray<ImportItem>
  /** Bytes read since the last block. */
  readonly bytes: number
  /** Variant keys that the file has more than once, reported in the pass of the products. */
  readonly duplicates?: ReadonlyArray<string>
  /** How many variants those keys leave out, and how many handle and options would. */
  readonly leftOut?: { readonly bySku: number; readonly byOptions: number }
  readonly warnings?: ReadonlyArray<string>
}

export type CurrencyOf = (priceList: string) => string | null

/** A file to import, opened anew for each pass. */
export interface CatalogFile {
  readonly name: string
  readonly size: number
  /** The prices that a shop's file has columns of; absent where it is a history. */
  readonly priced?: ReadonlyArray<PricedColumn>
  /** The markets that it has columns of, whether these are read or not. */
  readonly markets?: ReadonlyArray<string>
  /** Columns that a shop's file would need for what is gone to be known, and has not. */
  readonly prunesWithout?: ReadonlyArray<string>
  /** Sheets of its workbook that have products too, and are not read. */
  readonly unread?: ReadonlyArray<string>
  /** `shop` is what all shop's files of the import have, noted in the first pass; `currencyOf` is for the last. */
  readonly read: (pass: ImportPass, shop: ShopContents, currencyOf?: CurrencyOf) => AsyncIterable<ImportBlock>
}
