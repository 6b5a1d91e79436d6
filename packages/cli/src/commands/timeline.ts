import type { PairTimeline } from "@hangtag/core"
import { productTimeline } from "@hangtag/core/effect"
import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { useCase } from "../calls/useCase.ts"
import { answer } from "../output/answer.ts"
import { argument, textFlag, yesFlag } from "../output/flags.ts"
import { saidText } from "../output/saidText.ts"
import { typeText } from "../output/typeText.ts"
import { withHelp } from "../output/withHelp.ts"
import { priceListFlag } from "./priceListFlag.ts"

const describe = ({ variant_key, segments, drafts, ...type }: PairTimeline): ReadonlyArray<string> => [
  `${variant_key} ${typeText(type)}`,
  ...[...segments, ...drafts].map(
    ({ from, until, state, batch_key, ...segment }) =>
      `  ${from ?? "ever"} until ${until ?? "further notice"}: ${segment.amount ?? (segment.ends === undefined ? "no price" : saidText(segment))}, ${state}${batch_key === null ? "" : ` (${batch_key})`}`,
  ),
]

export const timeline = Command.make(
  "timeline",
  {
    key: argument("variant", "The variant, or with --product the product"),
    product: yesFlag("product", "Show all variants of a product"),
    color: textFlag("color", "Of a product, the variants of one color"),
    type: textFlag("type", "Prices of one type"),
    list: priceListFlag,
    from: textFlag("from", "A date or date-time of the brand's zone"),
    until: textFlag("until", "A date or date-time of the brand's zone"),
    known: textFlag(
      "known-at",
      "As of what was known at a date or date-time of the brand's zone; now by default",
    ),
    organization: organizationFlag,
  },
  Effect.fn(function* ({ key, product, color, type, list, from, until, known, organization }) {
    const query = {
      price_type: Option.getOrNull(type),
      price_list: Option.getOrNull(list),
      from: Option.getOrNull(from),
      until: Option.getOrNull(until),
      known_at: Option.getOrNull(known),
    }
    const found = yield* useCase(organization, (hangtag, caller) =>
      product
        ? hangtag.productTimeline(caller, { product_key: key, color: Option.getOrNull(color), ...query })
        : hangtag.variantTimeline(caller, { variant_key: key, ...query }),
    )
    yield* answer(productTimeline.toJson(found), found.pairs.flatMap(describe).join("\n") || "No prices")
  }),
).pipe(
  withHelp(
    "Show what a variant costs over time",
    ["database", "calls"],
    [
      "hangtag timeline NT-RIDGE-BOOT-BLK-9 --type MAP",
      "What a variant of the demo catalog costs, by one price type",
    ],
    [
      "hangtag timeline NT-RIDGE-BOOT --product --color Black --from 2026-01-01 --json",
      "A whole colorway since a day, for a program",
    ],
  ),
)
