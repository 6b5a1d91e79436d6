import type { CatalogKind } from "./CatalogEntry.ts"

/** What became of the entries of one kind; one with only `unchanged` was there already. */
export interface ImportCounts {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  /** Products and prices that hang on what was left out (a brand, a product, a batch), and were left out with it. */
  readonly withheld: number
}

/** A line that was not taken, and why: `fault` goes on from the words "the line". */
export interface ImportProblem {
  readonly kind: CatalogKind | "line"
  readonly file: string
  readonly line: number
  readonly fault: string
}

/** How many there are, and the first of them in words. */
export interface Listing {
  readonly count: number
  readonly first: ReadonlyArray<string>
}

/** What the catalog has that the shop's files have not: counted, and retired where the import was asked to. */
export interface GoneFromShop {
  readonly products: number
  readonly variants: number
  readonly prices: number
  readonly first: ReadonlyArray<string>
  readonly pruned: boolean
}

/** How far an import has come. */
export interface ImportProgress {
  /** Bytes read in all passes over all files so far. */
  readonly doneBytes: number
  /** The bytes that all passes will read; `doneBytes` reaches it. */
  readonly totalBytes: number
  /** Entries written so far, whatever became of them. */
  readonly entries: number
  readonly rejected: number
}

/** What an import did, by kind of entry. */
export interface ImportSummary {
  readonly kinds: Readonly<Record<CatalogKind, ImportCounts>>
  /** Lines that are no entry of any kind. */
  readonly unreadable: number
  /** Lines not taken, `unreadable` ones among them; an import is clean when it is 0. */
  readonly rejected: number
  /** The first of them, in the order of the files and lines. */
  readonly problems: ReadonlyArray<ImportProblem>
  /** Products that came to another brand, variants that came to another product. */
  readonly moved: Listing
  /** Values of products and variants that a shop's file has empty cells for, and that were there until then. */
  readonly emptied: Listing
  /** Variant keys of shop's files that stand there more than once. */
  readonly duplicates: Listing
  /** How many variants those leave out, and how many would be with `variantKey: "handle-options"`. */
  readonly repeated: { readonly variants: number; readonly with_handle_options: number }
  /** Null where no file was a shop's. */
  readonly gone: GoneFromShop | null
  /** Prices to come that a brand's changed time zone moves, or would with `moveToCome`; `parts`: how many texts say them, of which `first` has the first. */
  readonly rezoned: Listing & { readonly parts: number }
  /** Markets of shop's files that no list was named for: their prices are left out. */
  readonly left_out_markets: ReadonlyArray<string>
  /** What is most likely not as it was meant. */
  readonly warnings: ReadonlyArray<string>
  /** Fields that nothing reads, `product.lables` say, by the number of lines that carry them. */
  readonly ignoredFields: ReadonlyMap<string, number>
}
