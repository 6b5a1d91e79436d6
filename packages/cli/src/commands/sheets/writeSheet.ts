import { Hangtag } from "@hangtag/core/effect"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { unreadable } from "../../output/CommandFailed.ts"
import { argument, textsFlag } from "../../output/flags.ts"
import { withHelp } from "../../output/withHelp.ts"
import { readSettingsOf } from "../../settings/ofServer.ts"
import { targetFlags } from "../exportFlags.ts"
import { exportNow } from "../exportNow.ts"
import { exportTarget } from "../exportTarget.ts"

const { gzip: _, ...target } = targetFlags

export const writeSheet = Command.make(
  "sheet",
  {
    brand: argument("brand", "The brand's key"),
    types: Flag.String("type").pipe(
      Flag.withDescription("A price type with room for new amounts; repeatable"),
      Flag.atLeast(1),
    ),
    lists: textsFlag("price-list", "A price list; base when left out; repeatable"),
    products: textsFlag(
      "product",
      "A product key; every product of the brand when left out; repeatable",
    ).pipe(Flag.withAlias("p")),
    ...target,
  },
  Effect.fn(function* ({ brand, types, lists, products, organization, output, format }) {
    const settings = yield* readSettingsOf(organization)
    const chosen = exportTarget(Option.getOrUndefined(output), Option.getOrUndefined(format), false)
    if (typeof chosen === "string") return yield* unreadable(chosen)
    yield* exportNow(settings, organization, chosen, (caller) =>
      Effect.flatMap(Hangtag, ({ exportPriceSheet }) =>
        exportPriceSheet(caller, {
          brand_key: brand,
          product_keys: products.length === 0 ? null : products,
          price_types: types,
          ...(lists.length > 0 && { price_lists: lists }),
          export_format: chosen.format,
        }),
      ),
    )
  }),
).pipe(
  withHelp(
    "Write the prices of a brand to a file with room for new ones, which price-change sheet takes back",
    ["database", "queue", "storage", "exports"],
    [
      "hangtag sheet NT --type MAP --type MSRP --output prices.xlsx",
      "A workbook of a brand's prices to edit",
    ],
    [
      "hangtag sheet NT --type MAP --price-list EU --price-list UK --output europe.xlsx",
      "The same of two price lists",
    ],
  ),
)
