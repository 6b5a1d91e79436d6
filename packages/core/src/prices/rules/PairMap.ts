/**
 * Values under variant, price type and price list: nested maps, which are looked up faster than texts are made (`pairName`). Variants are the
 * innermost, since lists and types are few.
 */
export class PairMap<A> {
  readonly #lists = new Map<string, Map<string, Map<string, A>>>()

  get(variantKey: string, priceType: string, priceList: string): A | undefined {
    return this.#lists.get(priceList)?.get(priceType)?.get(variantKey)
  }

  set(variantKey: string, priceType: string, priceList: string, value: A): void {
    const types = this.#lists.get(priceList) ?? new Map<string, Map<string, A>>()
    const variants = types.get(priceType) ?? new Map<string, A>()
    if (types.size === 0) this.#lists.set(priceList, types)
    if (variants.size === 0) types.set(priceType, variants)
    variants.set(variantKey, value)
  }
}
