import type { PriceExplanation } from "@hangtag/core"
import { explainVariantPrice } from "@hangtag/core/effect"
import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { useCase } from "../calls/useCase.ts"
import { answer } from "../output/answer.ts"
import { argument, textFlag } from "../output/flags.ts"
import { saidText } from "../output/saidText.ts"
import { withHelp } from "../output/withHelp.ts"
import { priceListFlag } from "./priceListFlag.ts"

const describe = ({ sentence, candidates }: PriceExplanation): string =>
  [
    sentence,
    ...candidates.map(
      ({ effective_from, status, batch_key, known_at, reason, ...candidate }) =>
        `  ${saidText(candidate)} from ${effective_from}, ${status}${batch_key === null ? "" : ` (${batch_key})`}${known_at === null ? "" : `, known since ${known_at}`}: ${reason}`,
    ),
  ].join("\n")

export const explain = Command.make(
  "explain",
  {
    variant: argument("variant", "The variant's key"),
    type: argument("type", "The price type, such as MAP"),
    list: priceListFlag,
    at: textFlag("at", "A date or date-time of the brand's zone; now when left out"),
    known: textFlag(
      "known-at",
      "As of what was known at a date or date-time of the brand's zone; now when left out",
    ),
    organization: organizationFlag,
  },
  Effect.fn(function* ({ variant, type, list, at, known, organization }) {
    const found = yield* useCase(organization, (hangtag, caller) =>
      hangtag.explainVariantPrice(caller, {
        variant_key: variant,
        price_type: type,
        price_list: Option.getOrNull(list),
        at: Option.getOrNull(at),
        known_at: Option.getOrNull(known),
      }),
    )
    yield* answer(explainVariantPrice.toJson(found), describe(found))
  }),
).pipe(
  withHelp(
    "Tell why a price of a variant is in force, or why there is none",
    ["database", "calls"],
    ["hangtag explain NT-RIDGE-BOOT-BLK-9 MAP", "The price of today in the demo catalog"],
    [
      "hangtag explain NT-RIDGE-BOOT-BLK-9 MAP --at 2099-06-01 -o acme --json",
      "The price of a day to come in another organization, for a program",
    ],
    [
      "hangtag explain NT-RIDGE-BOOT-BLK-9 MAP --at 2026-11-20 --known-at 2026-11-20",
      "What could be known of a day's price on that day, whatever was backdated since",
    ],
  ),
)
