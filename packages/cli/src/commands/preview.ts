import { Amount, type PrefillLine } from "@hangtag/core"
import { previewColorway } from "@hangtag/core/effect"
import { Effect, Option, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { useCase } from "../calls/useCase.ts"
import { answer } from "../output/answer.ts"
import { type CommandFailed, unreadable } from "../output/CommandFailed.ts"
import { counted } from "../output/counted.ts"
import { describeLine } from "../output/describeColorway.ts"
import { argument, textFlag, yesFlag } from "../output/flags.ts"
import { listsShown } from "../output/listsShown.ts"
import { saidText } from "../output/saidText.ts"
import { typeText } from "../output/typeText.ts"
import { withHelp } from "../output/withHelp.ts"
import { priceListFlag } from "./priceListFlag.ts"

const isAmount = Schema.is(Schema.toType(Amount))

/** `MAP=149.95@2026-12-01` */
const parseLine = (text: string): Effect.Effect<PrefillLine, CommandFailed> => {
  const [, price_type, amount = "", effective_from] = /^([^=]+)=([^@]*)@(.+)$/.exec(text) ?? []
  return price_type !== undefined && effective_from !== undefined && isAmount(amount)
    ? Effect.succeed({ price_type, amount, effective_from })
    : Effect.fail(
        unreadable(`Line ${text} cannot be read: write TYPE=AMOUNT@DATE, such as MAP=149.95@2026-12-01`),
      )
}

export const preview = Command.make(
  "preview",
  {
    brand: argument("brand", "The brand's key"),
    product: argument("product", "The product's key"),
    color: argument("color", "The color, as the catalog writes it"),
    lines: argument("line", "TYPE=AMOUNT@DATE, such as MAP=149.95@2026-12-01").pipe(Argument.variadic()),
    as_of: textFlag("as-of", "As if it were this date or date-time of the brand's zone; now when left out"),
    list: priceListFlag,
    show_lists: yesFlag(
      "show-lists",
      "Say which price lists below would show each line, and which have a price of their own",
    ),
    organization: organizationFlag,
  },
  Effect.fn(function* ({ brand, product, color, lines: texts, as_of, list, show_lists, organization }) {
    const lines = yield* Effect.forEach(texts, parseLine)
    const result = yield* useCase(organization, (hangtag, caller) =>
      hangtag.previewColorway(caller, {
        brand_key: brand,
        product_key: product,
        color,
        lines,
        price_list: Option.getOrUndefined(list),
        as_of: Option.getOrUndefined(as_of),
        show_lists,
      }),
    )
    yield* answer(
      previewColorway.toJson(result),
      [
        `${counted(result.variant_keys.length, "variant")} of ${product} in ${color}, as of ${result.as_of}`,
        ...result.lines.flatMap((line) => {
          const { status, status_at_effective } = line
          const { add, changed, unchanged } = line.counts
          const text = `  ${typeText(line)} ${line.amount} from ${line.effective_from}: ${status} (${add} add, ${changed} changed, ${unchanged} unchanged)${status === status_at_effective ? "" : `, ${status_at_effective} then`}`
          return [
            text,
            ...listsShown("    shown in", line.shown_in),
            ...listsShown("    not shown in", line.overridden_in),
          ]
        }),
        counted(result.future_records.length, "future record"),
        ...result.future_records.map(
          (record) =>
            `  ${record.variant_key} ${typeText(record)} ${saidText(record)} from ${record.effective_from}, ${record.status}${record.collisions.map(({ line, kind }) => `, ${kind} with line ${line + 1}`).join("")}`,
        ),
        ...result.warnings.map((warning) => `${describeLine(warning)}: ${warning.message}`),
      ].join("\n"),
    )
  }),
).pipe(
  withHelp(
    "Preview what a price change does to a colorway",
    ["database", "calls"],
    [
      "hangtag preview NT NT-RIDGE-BOOT Black MAP=139.95@2099-06-01",
      "One price for all variants of a colorway of the demo catalog",
    ],
    [
      "hangtag preview NT NT-RIDGE-BOOT Black MAP=139.95@2099-06-01 --show-lists",
      "With the price lists that would show it, and those that have a price of their own",
    ],
    [
      "hangtag preview NT NT-RIDGE-BOOT Black MAP=139.95@2099-06-01 SALE=99@2099-07-01 -o acme --json",
      "Two price types in another organization, for a program",
    ],
  ),
)
