import type { BatchRemovalResult } from "@hangtag/core"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { runAndPrint } from "../calls/runAndPrint.ts"
import { type CommandFailed, unreadable } from "../output/CommandFailed.ts"
import { argument, textsFlag } from "../output/flags.ts"
import { withHelp } from "../output/withHelp.ts"
import { colorwayFlag, colorwayOf } from "./colorwayFlag.ts"
import { inList, priceListFlag } from "./priceListFlag.ts"

const describe = ({ batch_key, records, withdrawals, created, not_found, counts }: BatchRemovalResult) =>
  [
    `Batch ${batch_key}: ${records} drafts and ${withdrawals} withdrawals taken out${created === 0 ? "" : `, ${created} drafts written anew`}`,
    `  it holds ${counts.records} records and ${counts.withdrawals} withdrawals`,
    ...Object.values(not_found)
      .flat()
      .map((entry) => `  not in it: ${Object.values(entry).join(" ")}`),
  ].join("\n")

/** The texts of a pattern's two groups. */
const parted = (
  text: string,
  pattern: RegExp,
  form: string,
): Effect.Effect<readonly [string, string], CommandFailed> => {
  const [, first, second] = pattern.exec(text) ?? []
  return first === undefined || second === undefined
    ? Effect.fail(unreadable(`${text} cannot be read: write ${form}`))
    : Effect.succeed([first, second])
}

export const remove = Command.make(
  "remove",
  {
    key: argument("batch", "The batch's key"),
    colorways: colorwayFlag("colorway", "A colorway to take out"),
    lines: textsFlag(
      "line",
      "Of these colorways only the line that begins then, as TYPE@DATE; may be repeated",
    ),
    pairs: textsFlag("pair", "Prices of a variant to take out, as VARIANT=TYPE; may be repeated"),
    list: priceListFlag,
    organization: organizationFlag,
  },
  Effect.fn(function* ({ key, organization, ...given }) {
    const colorways = yield* Effect.forEach(given.colorways, colorwayOf)
    const begins = yield* Effect.forEach(given.lines, (text) =>
      parted(text, /^([^@]+)@(.+)$/, "TYPE@DATE, such as MAP@2026-12-01"),
    )
    const pairs = yield* Effect.forEach(given.pairs, (text) =>
      parted(text, /^([^=]+)=(.+)$/, "VARIANT=TYPE, such as NT-RIDGE-BOOT-BLK-9=MAP"),
    )
    const lines = colorways.flatMap((colorway) =>
      begins.map(([price_type, effective_from]) =>
        inList({ ...colorway, price_type, effective_from }, given.list),
      ),
    )
    const isOfLines = begins.length > 0
    if (isOfLines && colorways.length === 0)
      return yield* unreadable("Say of which colorways the lines are: --colorway PRODUCT=COLOR")
    yield* runAndPrint(
      organization,
      ({ removeBatchChanges }, caller) =>
        removeBatchChanges(caller, {
          batch_key: key,
          colorways: isOfLines || colorways.length === 0 ? null : colorways,
          lines: isOfLines ? lines : null,
          pairs:
            pairs.length === 0
              ? null
              : pairs.map(([variant_key, price_type]) => inList({ variant_key, price_type }, given.list)),
        }),
      describe,
    )
  }),
).pipe(
  withHelp(
    "Take colorways, lines or pairs out of an open batch",
    ["database", "calls"],
    ["hangtag batches remove PC-20991201-7K3F --colorway NT-RIDGE-BOOT=Black", "All of a colorway"],
    [
      "hangtag batches remove PC-20991201-7K3F --colorway NT-RIDGE-BOOT=Black --line MAP@2099-12-24",
      "One line of it, with its return",
    ],
  ),
)
