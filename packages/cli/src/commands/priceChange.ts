import { Amount, type ChangeLine, type PriceChangeResult } from "@hangtag/core"
import { generatePriceChange } from "@hangtag/core/effect"
import { Effect, Option, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { useCase } from "../calls/useCase.ts"
import { answer } from "../output/answer.ts"
import { type CommandFailed, unreadable } from "../output/CommandFailed.ts"
import { describeColorway, describeRefusal, describeTarget } from "../output/describeColorway.ts"
import { argument, textFlag, yesFlag } from "../output/flags.ts"
import { withHelp } from "../output/withHelp.ts"
import { adjust } from "./adjustPrices.ts"
import { batchFlags, collisionFlags, dryRunFlag, noReturnFlag } from "./priceChangeFlags.ts"
import { inList, priceListFlag } from "./priceListFlag.ts"
import { sheet } from "./sheets/takeSheet.ts"
import { withdraw } from "./withdrawDraft.ts"

const isAmount = Schema.is(Schema.toType(Amount))

/** `MAP=149.95@2026-12-01`, `MAP=119.95@2026-12-24..2026-12-27` for a temporary price, `MAP=end@2026-12-01` to end one. */
const parseLine = (text: string): Effect.Effect<ChangeLine, CommandFailed> => {
  const [, price_type, amount = "", period = ""] = /^([^=]+)=([^@]*)@(.+)$/.exec(text) ?? []
  const [effective_from = "", effective_until = null, ...more] = period.split("..")
  const isWhole = effective_from !== "" && effective_until !== "" && more.length === 0
  const isEnd = amount === "end"
  const says = isEnd ? { amount: null, ends: "fall_back" as const } : { amount }
  return price_type !== undefined && isWhole && (isEnd || isAmount(amount))
    ? Effect.succeed({ price_type, ...says, effective_from, effective_until, return: null })
    : Effect.fail(
        unreadable(
          `Line ${text} cannot be read: write TYPE=AMOUNT@DATE, TYPE=AMOUNT@DATE..UNTIL or TYPE=end@DATE, such as MAP=149.95@2026-12-01`,
        ),
      )
}

const describe = (result: PriceChangeResult, isDry: boolean): string =>
  [
    describeTarget(result.batch_key, isDry),
    ...result.colorways.flatMap(describeColorway),
    ...describeRefusal(result),
  ].join("\n")

const generate = Command.make(
  "generate",
  {
    brand: argument("brand", "The brand's key"),
    product: argument("product", "The product's key"),
    color: argument("color", "The color, as the catalog writes it"),
    lines: argument(
      "line",
      "TYPE=AMOUNT@DATE, TYPE=AMOUNT@DATE..UNTIL for a temporary price, or TYPE=end@DATE to end one",
    ).pipe(Argument.variadic({ min: 1 })),
    ...batchFlags,
    ...collisionFlags,
    basis: textFlag(
      "basis",
      "Of the preview that the lines were chosen by: refused if prices have moved since",
    ),
    include_unchanged: yesFlag("include-unchanged", "Write also what changes nothing"),
    ...noReturnFlag,
    list: priceListFlag,
    dry_run: dryRunFlag,
    organization: organizationFlag,
  },
  Effect.fn(function* ({ brand, product, color, lines: texts, batch, name, organization, ...given }) {
    const { dry_run, on_no_return } = given
    const { same_instant, overridden_later, leapfrogged, basis, include_unchanged } = given
    const lines = (yield* Effect.forEach(texts, parseLine)).map((line) => inList(line, given.list))
    const result = yield* useCase(organization, (hangtag, caller) =>
      hangtag.generatePriceChange(caller, {
        brand_key: brand,
        batch_key: Option.getOrNull(batch),
        replaces: Option.getOrNull(given.replaces),
        name: Option.getOrNull(name),
        colorways: [{ product_key: product, color, lines, basis: Option.getOrNull(basis) }],
        on_collision: { same_instant, overridden_later, leapfrogged },
        on_no_return,
        include_unchanged,
        dry_run,
      }),
    )
    yield* answer(generatePriceChange.toJson(result), describe(result, dry_run))
  }),
).pipe(
  withHelp(
    "Write a price change of a colorway into a batch",
    ["database", "calls"],
    [
      "hangtag price-change generate NT NT-RIDGE-BOOT Black MAP=139.95@2099-06-01",
      "A new batch with one price for all variants of a colorway",
    ],
    [
      "hangtag price-change generate NT NT-RIDGE-BOOT Black MAP=119.95@2099-12-24..2099-12-27 --name Holidays",
      "A price for some days, and then what would be in force without it",
    ],
  ),
)

export const priceChange = Command.make("price-change").pipe(
  withHelp(
    "Write price changes into batches; `hangtag batches` publishes them",
    ["database", "calls"],
    [
      "hangtag price-change generate NT NT-RIDGE-BOOT Black MAP=139.95@2099-06-01",
      "A new batch with one price for all variants of a colorway",
    ],
  ),
  Command.withSubcommands([generate, adjust, sheet, withdraw]),
)
