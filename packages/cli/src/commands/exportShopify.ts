import { type ShopifyExportTally, shopifyExport } from "@hangtag/catalog-files"
import { CatalogWriter } from "@hangtag/core"
import { Effect, References } from "effect"
import { hangtag } from "../composition/hangtag.ts"
import { answer } from "../output/answer.ts"
import { CommandFailed } from "../output/CommandFailed.ts"
import type { Settings } from "../settings/Settings.ts"
import { saveContent } from "./saveExport.ts"

const shown = (keys: ReadonlyArray<string>): string =>
  `${keys.slice(0, 5).join(", ")}${keys.length > 5 ? " …" : ""}`

/** Writes the catalog as a Shopify product file, and says what is not in it. */
export const exportShopify = Effect.fnUntraced(function* (
  settings: Settings,
  organization: string,
  output: string,
) {
  const { layer } = yield* hangtag(settings, "")
  const run = Effect.gen(function* () {
    const { isKnown } = yield* CatalogWriter
    if (!(yield* isKnown(organization)))
      return yield* new CommandFailed({
        message: `There is no organization ${JSON.stringify(organization)} here: name another one with --organization, or import its catalog first`,
      })
    const tally: ShopifyExportTally = {
      products: 0,
      left_out: [],
      attributes: [],
      markets: [],
      price_lists: [],
    }
    yield* saveContent(yield* shopifyExport(organization, tally), output === "-" ? "stdout" : output)
    const { products, left_out, attributes, markets, price_lists } = tally
    const sentences = [
      `${output === "-" ? "Standard output" : output}: ${products} products`,
      ...(left_out.length === 0
        ? []
        : [`${left_out.length} left out that Shopify's csv cannot say the same: ${shown(left_out)}`]),
      ...(markets.length === 0
        ? []
        : [
            `with the prices of markets, which an import takes with ${markets.map(({ market, price_list, currency }) => `--market ${JSON.stringify(`${market}=${price_list}:${currency}`)}`).join(" ")}`,
          ]),
      ...(price_lists.length === 0
        ? []
        : [`without the prices of lists that are of no market: ${shown(price_lists)}`]),
      ...(attributes.length === 0
        ? []
        : [
            `${attributes.length} attributes without a column, which an import leaves as they are: ${shown(attributes)}`,
          ]),
    ]
    yield* answer(tally, sentences.join("\n"), output === "-")
  })
  yield* run.pipe(Effect.provide(layer), Effect.provideService(References.MinimumLogLevel, "Warn"))
})
