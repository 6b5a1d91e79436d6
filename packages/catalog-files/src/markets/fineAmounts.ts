import { basePriceList, minorUnits, type StoredPriceList } from "@hangtag/core"

interface Priced {
  readonly amount: string | null
  readonly price_list?: string
}

/** How many digits an amount has behind the point, zeros at its end left out. */
const placesOf = (amount: string): number => {
  const [, digits = ""] = amount.split(".")
  let end = digits.length
  while (end > 0 && digits[end - 1] === "0") end--
  return end
}

/** Adds up prices that have more digits behind the point than their currency has; which one that is, is known once all lists are written. */
export const fineAmounts = () => {
  const found = new Map<string, Map<number, { count: number; readonly first: string }>>()
  return {
    add: ({ amount, price_list = basePriceList }: Priced, file: string, line: number): void => {
      const places = amount === null ? 0 : placesOf(amount)
      if (places === 0) return
      const ofList = found.get(price_list) ?? new Map<number, { count: number; readonly first: string }>()
      found.set(price_list, ofList)
      const known = ofList.get(places)
      if (known === undefined) ofList.set(places, { count: 1, first: `${amount} on line ${line} of ${file}` })
      else known.count++
    },
    warnings: (lists: ReadonlyMap<string, StoredPriceList>): ReadonlyArray<string> =>
      [...found].flatMap(([price_list, ofList]) => {
        const currency = lists.get(price_list)?.currency ?? null
        const fine = [...ofList].flatMap(([places, each]) =>
          currency !== null && places > minorUnits(currency) ? each : [],
        )
        const count = fine.reduce((sum, each) => sum + each.count, 0)
        return count === 0
          ? []
          : [
              `prices of price list ${price_list} have more digits behind the point than ${currency} has: ${count}, such as ${fine[0]!.first}; they are taken as they are`,
            ]
      }),
  }
}
