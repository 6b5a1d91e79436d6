import type { PairTimeline } from "@hangtag/core"
import { timelineJson } from "@hangtag/core/adapter"
import { Hangtag } from "@hangtag/core/effect"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { hangtag } from "../composition/hangtag.ts"
import { readSettings } from "../settings/Settings.ts"
import { commandLineCaller, organizationFlag } from "./caller.ts"

const describe = ({ variant_key, price_type, segments, drafts }: PairTimeline): ReadonlyArray<string> => [
  `${variant_key} ${price_type}`,
  ...[...segments, ...drafts].map(
    ({ from, until, amount, state, batch_key }) =>
      `  ${from ?? "ever"} until ${until ?? "further notice"}: ${amount ?? "no price"}, ${state}${batch_key === null ? "" : ` (${batch_key})`}`,
  ),
]

const optional = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

export const timeline = Command.make(
  "timeline",
  {
    key: Argument.String("variant").pipe(
      Argument.withDescription("The variant, or with --product the product"),
    ),
    product: Flag.Boolean("product").pipe(
      Flag.withDescription("Show all variants of a product"),
      Flag.withDefault(false),
    ),
    color: optional("color", "Of a product, the variants of one color"),
    type: optional("type", "Prices of one type"),
    from: optional("from", "A date or date-time of the brand's zone"),
    until: optional("until", "A date or date-time of the brand's zone"),
    organization: organizationFlag,
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Print the whole answer as JSON"),
      Flag.withDefault(false),
    ),
  },
  Effect.fn(function* ({ key, product, color, type, from, until, organization, json }) {
    const settings = yield* readSettings
    const { layer } = yield* hangtag(settings, "")
    const of = product ? { product_key: key, color: Option.getOrNull(color) } : { variant_key: key }
    const query = {
      price_type: Option.getOrNull(type),
      from: Option.getOrNull(from),
      until: Option.getOrNull(until),
    }
    const found = yield* Effect.flatMap(Hangtag, ({ priceTimeline }) =>
      priceTimeline(commandLineCaller(organization), of, query),
    ).pipe(Effect.provide(layer))
    if (json) return yield* Console.log(JSON.stringify(timelineJson(found), null, 2))
    yield* Console.log(found.pairs.flatMap(describe).join("\n") || "No prices")
  }),
).pipe(Command.withDescription("Show what a variant costs over time"))
