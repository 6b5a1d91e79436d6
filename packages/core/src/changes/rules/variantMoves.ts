import { type Pair, pairName } from "../../prices/rules/pairs.ts"

/** The variants of a colorway that a batch was judged for, of one price type and list; its keeper stores it and gives it back as it was. */
export interface JudgedColorway {
  readonly product_key: string
  readonly color: string
  readonly price_type: string
  readonly price_list: string
  /** By key. */
  readonly variant_keys: ReadonlyArray<string>
}

/** A variant that has come into the colorways that a batch was judged for, or gone from them, or both: into another one. */
export interface VariantMove {
  readonly variant_key: string
  readonly price_type: string
  readonly price_list: string
  readonly hasCome: boolean
  readonly hasGone: boolean
}

/** What has come and gone since colorways were judged, of which `now` are the variants that each has, in the same order. */
export const variantMoves = (
  judged: ReadonlyArray<JudgedColorway>,
  now: ReadonlyArray<ReadonlyArray<string>>,
): Array<VariantMove> => {
  const moves = new Map<string, VariantMove>()
  const add = (pair: Pair, what: "hasCome" | "hasGone") => {
    const name = pairName(pair)
    const move = moves.get(name) ?? { ...pair, hasCome: false, hasGone: false }
    moves.set(name, { ...move, [what]: true })
  }
  for (const [index, { price_type, price_list, variant_keys }] of judged.entries()) {
    const pairOf = (variant_key: string): Pair => ({ variant_key, price_type, price_list })
    const [before, after] = [new Set(variant_keys), new Set(now[index])]
    for (const key of before) if (!after.has(key)) add(pairOf(key), "hasGone")
    for (const key of after) if (!before.has(key)) add(pairOf(key), "hasCome")
  }
  return [...moves.values()]
}
