import type { CatalogEntry, CatalogKind } from "./CatalogEntry.ts"

/** The order in which entries are written, and files read: brands and batches, then products, then prices. */
export const importPasses = ["foundations", "products", "prices"] as const
export type ImportPass = (typeof importPasses)[number]

export const passOf = (kind: CatalogKind): ImportPass =>
  kind === "product" ? "products" : kind === "price" ? "prices" : "foundations"

/** What a line of a file turned out to be. */
export type ImportItem =
  | {
      readonly line: number
      readonly entry: CatalogEntry
      /** Made up from another file format: leaves a brand or label alone that is there already. */
      readonly ifAbsent?: boolean
      /** Fields of the line that nothing reads. */
      readonly ignored?: ReadonlyArray<string>
    }
  | { readonly line: number; readonly fault: string; readonly kind: CatalogKind | "line" }

/** Some items of a file in their order, and how far into the file they reach. */
export interface ImportBlock {
  readonly items: ReadonlyArray<ImportItem>
  /** Bytes read since the last block. */
  readonly bytes: number
}

/** A file to import, opened anew for each pass. */
export interface CatalogFile {
  readonly name: string
  readonly size: number
  readonly read: (pass: ImportPass) => AsyncIterable<ImportBlock>
}
