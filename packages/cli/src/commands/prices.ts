import type { PassedOver, ResolvedPrices } from "@hangtag/core"
import { Option } from "effect"
import { Argument, Command } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { runAndPrint } from "../calls/runAndPrint.ts"
import { argument, textFlag, yesFlag } from "../output/flags.ts"
import { orNull } from "../output/paginate.ts"
import { withHelp } from "../output/withHelp.ts"
import { priceListFlag } from "./priceListFlag.ts"

const whyText = {
  archived: "is archived",
  ended: "ended its price",
  not_offered: "does not offer it",
  no_price: "has no price",
} as const

const passedText = (passed: ReadonlyArray<PassedOver> = []): string =>
  passed.length === 0
    ? ""
    : ` (${passed.map(({ price_list, why }) => `${price_list} ${whyText[why]}`).join(", ")})`

const describe = ({ at, price_list, currency, items, without_price = [] }: ResolvedPrices): string =>
  [
    `${items.length} prices of ${price_list} at ${at}`,
    ...items.map(
      ({ variant_key, price_type, amount, from_list, passed_over }) =>
        `  ${variant_key} ${price_type}: ${amount}${currency === null ? "" : ` ${currency}`}${from_list === price_list ? "" : `, of ${from_list}`}${passedText(passed_over)}`,
    ),
    ...without_price.map(
      ({ variant_key, price_type, passed_over }) =>
        `  ${variant_key} ${price_type}: no price${passedText(passed_over)}`,
    ),
  ].join("\n")

export const prices = Command.make(
  "prices",
  {
    variant_keys: argument("variant", "Keys of variants").pipe(Argument.variadic({ min: 1, max: 1_000 })),
    list: priceListFlag,
    at: textFlag("at", "A date-time with its offset; now when left out"),
    known_at: textFlag("known-at", "What the catalog would have said at this date-time with its offset"),
    passed_over: yesFlag("passed-over", "Which lists were passed over before each price, and why"),
    organization: organizationFlag,
  },
  ({ variant_keys, list, at, known_at, passed_over, organization }) =>
    runAndPrint(
      organization,
      ({ resolvePrices }, caller) =>
        resolvePrices(caller, {
          price_list: Option.getOrUndefined(list),
          variant_keys,
          at: orNull(at),
          known_at: orNull(known_at),
          show_passed_over: passed_over,
        }),
      describe,
    ),
).pipe(
  withHelp(
    "Show the prices of variants in a price list",
    ["database", "calls"],
    ["hangtag prices NT-1001-BLK-8", "Now, in base"],
    [
      "hangtag prices NT-1001-BLK-8 --price-list DE --at 2027-01-01T00:00:00+01:00",
      "In another list, and from which list each price is",
    ],
  ),
)
