import { hash64 } from "@hangtag/core/adapter"
import { KeyTable } from "./KeyTable.ts"
import { columnName, type PricedColumn } from "./markets/pricedColumn.ts"

/** What the products table keeps of each: its number, from 1, what became of it, and what its file says of it where. */
const product = { number: 0, flags: 1, line: 2, said: 3 } as const
const flags = { faulty: 1, refused: 2 } as const
/** What the variants table keeps of each: the number of the product that listed it first, its line, its price types. */
const variant = { product: 0, line: 1, types: 2 } as const

/** A product of a shop's file as far as it says what the file has. */
export interface ShownProduct {
  readonly product_key: string
  /** Of its first row. */
  readonly line: number
  /** Null where its file does not tell. */
  readonly brand_key: string | null
  readonly variants: ReadonlyArray<{
    readonly variant_key: string
    readonly line: number
    /** By the name of the column the variant's cells that are not empty. */
    readonly prices: ReadonlyMap<string, string>
  }>
  /** Whether some of its rows could not be read: it may have more than is known. */
  readonly isFaulty: boolean
  /** Whether nothing of its rows could be read but whose they are. */
  readonly isUnread?: boolean
}

/** Rows of a product that has others already, further up or in another file. */
export interface Repeat {
  readonly line: number
  readonly isSame: boolean
}

/** What a product's rows say of its brand, variants and prices. */
const saidOf = ({ brand_key, variants }: ShownProduct) =>
  hash64(JSON.stringify([brand_key, variants.map(({ variant_key, prices }) => [variant_key, ...prices])]))

/**
 * What the shop's files of one import have, so that what else the catalog has is known to be gone, and that no two
 * products have one variant. It grows with the number of products and variants, by up to 80 bytes each.
 */
export class ShopContents {
  /** What the files have columns of. */
  readonly priced: ReadonlyArray<PricedColumn>
  readonly #names: ReadonlyArray<string>
  readonly brand_keys = new Set<string>()
  readonly #products = new KeyTable(5)
  readonly #variants: KeyTable
  /** Rows of which it is unknown which product they are of. */
  unknownRows = 0

  constructor(priced: Iterable<PricedColumn>) {
    const columns = new Map([...priced].map((column) => [columnName(column), column]))
    this.priced = [...columns.values()]
    this.#names = [...columns.keys()]
    this.#variants = new KeyTable(variant.types + Math.ceil(this.#names.length / 32))
  }

  /**
   * Notes a product, read for the first time; `looked` are the names of the prices that its file has columns of. Where another
   * one has one of its variants it is refused, and the variants that no other has are free for the next.
   *
   * Gives the line of the rows that said of the product before what it is, and whether these say the same; they are
   * not noted. `undefined` for its first rows.
   */
  add(shown: ShownProduct, looked: ReadonlySet<string>): Repeat | undefined {
    const { product_key, brand_key, variants, isFaulty, isUnread = false } = shown
    if (brand_key !== null) this.brand_keys.add(brand_key)
    const own = this.#products.add(product_key)
    own[product.number] ||= this.#products.size
    if (isFaulty) own[product.flags]! |= flags.faulty
    if (isUnread) return undefined
    const said = saidOf(shown)
    const line = own[product.line]!
    if (line !== 0) {
      const isSame = said.every((lane, index) => own[product.said + index] === lane)
      if (!isSame) own[product.flags]! |= flags.faulty
      return { line, isSame }
    }
    own[product.line] = shown.line
    own.set(said, product.said)
    const number = own[product.number]!
    if (variants.some(({ variant_key }) => this.lineOfOther(variant_key, product_key) !== undefined)) {
      this.refuse(product_key)
    }
    if (this.isRefused(product_key)) return undefined
    for (const { variant_key, line, prices } of variants) {
      const slot = this.#variants.add(variant_key)
      slot[variant.product] = number
      slot[variant.line] ||= line
      for (const [index, type] of this.#names.entries()) {
        // a file that has no such column says nothing of the type
        if (prices.has(type) || !looked.has(type)) this.#show(slot, index)
      }
    }
    return undefined
  }

  /** Notes that a file of another kind has the product: nothing of it is gone. */
  addWhole(product_key: string) {
    const own = this.#products.add(product_key)
    own[product.number] ||= this.#products.size
    own[product.flags]! |= flags.faulty
  }

  /** Notes that the variant's price stands in a file of another kind. */
  addPrice(variant_key: string, column: PricedColumn) {
    const index = this.#names.indexOf(columnName(column))
    const slot = index === -1 ? undefined : this.#variants.find(variant_key)
    if (slot !== undefined) this.#show(slot, index)
  }

  isListed(variant_key: string): boolean {
    return this.#variants.find(variant_key) !== undefined
  }

  /** The line on which another product that was not refused lists the variant; `undefined` where none does. */
  lineOfOther(variant_key: string, product_key: string): number | undefined {
    const slot = this.#variants.find(variant_key)
    const number = this.#products.find(product_key)?.[product.number]
    return slot === undefined || slot[variant.product] === number ? undefined : slot[variant.line]
  }

  /** Notes that the product was left out, and what hangs on it is to be. */
  refuse(product_key: string) {
    this.#products.add(product_key)[product.flags]! |= flags.refused | flags.faulty
  }

  isRefused(product_key: string): boolean {
    return this.#has(product_key, flags.refused)
  }

  hasProduct(product_key: string): boolean {
    return this.#products.find(product_key) !== undefined
  }

  hasVariant(product_key: string, variant_key: string): boolean {
    return this.#has(product_key, flags.faulty) || this.isListed(variant_key)
  }

  hasPrice(product_key: string, variant_key: string, column: PricedColumn): boolean {
    if (this.#has(product_key, flags.faulty)) return true
    const index = this.#names.indexOf(columnName(column))
    const slot = this.#variants.find(variant_key)
    return slot !== undefined && (slot[variant.types + (index >> 5)]! & (1 << (index & 31))) !== 0
  }

  #has(product_key: string, flag: number): boolean {
    return ((this.#products.find(product_key)?.[product.flags] ?? 0) & flag) !== 0
  }

  #show(slot: Uint32Array, index: number) {
    slot[variant.types + (index >> 5)]! |= 1 << (index & 31)
  }
}
