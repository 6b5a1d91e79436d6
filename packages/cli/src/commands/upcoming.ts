import type { UpcomingPrices } from "@hangtag/core"
import { listUpcomingPrices } from "@hangtag/core/effect"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { useCase } from "../calls/useCase.ts"
import { answer } from "../output/answer.ts"
import { textFlag } from "../output/flags.ts"
import { rangeText } from "../output/rangeText.ts"
import { withHelp } from "../output/withHelp.ts"
import { priceListFlag } from "./priceListFlag.ts"

const describe = ({ at, batch_key, product_key, color, variants, amounts, counts }: UpcomingPrices) => {
  const changes = Object.entries(counts).flatMap(([kind, count]) => (count === 0 ? [] : [`${count} ${kind}`]))
  const prices = amounts.map(
    ({ price_type, before, after }) => `${price_type} ${rangeText(before)} → ${rangeText(after)}`,
  )
  const batch = batch_key === null ? "no batch" : `batch ${batch_key}`
  return `${at}  ${product_key} ${color}: ${prices.join(", ")} of ${variants} ${variants === 1 ? "variant" : "variants"} (${changes.join(", ")}), ${batch}`
}

export const upcoming = Command.make(
  "upcoming",
  {
    brand: textFlag("brand", "Only prices of this brand, whose days the dates are"),
    from: textFlag(
      "from",
      "From this date or date-time on; now when left out. Needs an offset without --brand",
    ),
    list: priceListFlag,
    until: textFlag("until", "Before this date or date-time. Needs an offset without --brand"),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("At most this many rows, 1 to 200"),
      Flag.filter(
        (limit) => limit >= 1 && limit <= 200,
        (limit) => `--limit is from 1 to 200, not ${limit}`,
      ),
      Flag.withDefault(50),
    ),
    organization: organizationFlag,
  },
  Effect.fn(function* ({ brand, list, from, until, limit, organization }) {
    const found = yield* useCase(organization, (hangtag, caller) =>
      hangtag.listUpcomingPrices(caller, {
        from: Option.getOrNull(from),
        until: Option.getOrNull(until),
        brand_key: Option.getOrNull(brand),
        price_list: Option.getOrNull(list),
        limit,
      }),
    )
    const { as_of, items, next } = found
    const more = next === null ? [] : ["and more: ask for more rows, or for less time with --until"]
    const nothing = next === null && items.length === 0 ? ["No price changes"] : []
    yield* answer(
      { as_of, items: listUpcomingPrices.toJson(found).items, is_complete: next === null },
      [...items.map(describe), ...nothing, ...more].join("\n"),
    )
  }),
).pipe(
  withHelp(
    "Show what goes live next: each instant, batch and colorway in which prices change",
    ["database", "calls"],
    ["hangtag upcoming", "What changes next in the demo catalog"],
    [
      "hangtag upcoming --brand NT --from 2099-11-01 --until 2099-12-01 -o acme --json",
      "A month of one brand, for a program",
    ],
  ),
)
