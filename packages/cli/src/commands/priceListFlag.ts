import { Option } from "effect"
import { Flag } from "effect/cli"

/** Of which price list prices are meant. */
export const priceListFlag = Flag.String("price-list").pipe(
  Flag.withDescription("The price list; base when left out"),
  Flag.optional,
)

/** A line of the list that is named. */
export const inList = <Line extends object>(line: Line, list: Option.Option<string>) =>
  Option.match(list, { onNone: () => line, onSome: (price_list) => ({ ...line, price_list }) })
