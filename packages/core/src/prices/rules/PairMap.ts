/** Values under variant, price type and price list: nested maps, which are looked up faster than texts are made (`pairName`). */
export class PairMap<A> {
  readonly #variants = new Map<string, Map<string, Map<string, A>>>()

  get(variantKey: string, priceType: string, priceList: string): A | undefined {
    return this.#variants.get(variantKey)?.get(priceType)?.get(priceList)
  }

  set(variantKey: string, priceType: string, priceList: string, value: A): void {
    const types = this.#variants.get(variantKey) ?? new Map<string, Map<string, A>>()
    const lists = types.get(priceType) ?? new Map<string, A>()
    if (types.size === 0) this.#variants.set(variantKey, types)
    if (lists.size === 0) types.set(priceType, lists)
    lists.set(priceList, value)
  }

  /** Variant by variant, then by type, then by list, each as it came first. */
  values(): Array<A> {
    return [...this.#variants.values()].flatMap((types) =>
      [...types.values()].flatMap((lists) => [...lists.values()]),
    )
  }
}
