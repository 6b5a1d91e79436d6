/** A price list as a line of a file gives it, whole: what is null or empty it is to have no longer, but for its currency. */
export interface PriceListEntry {
  readonly price_list: string
  readonly name: string
  /** ISO 4217, once: null leaves what it has, and is none for a new list. */
  readonly currency: string | null
  readonly parent: string | null
  readonly archived: boolean
  readonly tags: Readonly<Record<string, string>>
  /** From when on `parent` and `archived` hold, a day in UTC; null: from the import's moment on. */
  readonly effective_from: string | null
}
