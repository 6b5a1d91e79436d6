import { Option } from "effect"
import { textFlag } from "../output/flags.ts"

/** Of which price list prices are meant. */
export const priceListFlag = textFlag("price-list", "The price list; base when left out")

/** A line of the list that is named. */
export const inList = <Line extends object>(line: Line, list: Option.Option<string>) =>
  Option.match(list, { onNone: () => line, onSome: (price_list) => ({ ...line, price_list }) })
