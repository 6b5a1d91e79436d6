import { readPriceSheet } from "@hangtag/catalog-files/price-sheets"
import type { PriceSheetResult, SheetRowResult } from "@hangtag/core"
import { generatePriceSheet } from "@hangtag/core/effect"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { organizationFlag } from "../../calls/caller.ts"
import { useCase } from "../../calls/useCase.ts"
import { answer } from "../../output/answer.ts"
import { CommandFailed } from "../../output/CommandFailed.ts"
import { counted } from "../../output/counted.ts"
import { describeColorway, describeRefusal, describeTarget } from "../../output/describeColorway.ts"
import { argument, oneOfFlag, textFlag } from "../../output/flags.ts"
import { typeText } from "../../output/typeText.ts"
import { withHelp } from "../../output/withHelp.ts"
import { batchFlags, collisionFlags, dryRunFlag, noReturnFlag } from "../priceChangeFlags.ts"

const describeRow = ({ row, outcome, variant_key, why, edits }: SheetRowResult): ReadonlyArray<string> => {
  if (why !== null) return [`  row ${row}: ${outcome}: ${why}`]
  return edits.map(({ amount, effective_from, effective_until, was, is, from_formula, ...type }) => {
    const until = effective_until === null ? "" : ` until ${effective_until}`
    const moved = outcome === "conflict" ? `; it was ${was ?? "none"}, and is ${is ?? "none"} now` : ""
    const formula = from_formula ? ", a formula's value" : ""
    return `  row ${row}: ${outcome}: ${variant_key} ${typeText(type)} ${is ?? "none"} → ${amount ?? "end"}${formula} from ${effective_from}${until}${moved}`
  })
}

const describe = (result: PriceSheetResult, isDry: boolean): string => {
  const { total, ...outcomes } = result.rows
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`)
  return [
    describeTarget(result.batch_key, isDry),
    `${counted(total, "row")} of brand ${result.brand_key}: ${counts.join(", ")}`,
    ...result.notes,
    ...result.items.flatMap(describeRow),
    ...result.colorways.flatMap(describeColorway),
    ...describeRefusal(result),
  ].join("\n")
}

export const sheet = Command.make(
  "sheet",
  {
    file: argument("file", "The price sheet, xlsx or csv"),
    brand: textFlag("brand", "The brand of a sheet that does not say it"),
    price_list: textFlag(
      "price-list",
      "The price list of a sheet of one's own, for amounts that name none; default base",
    ),
    from: textFlag("from", "From when on rows without a day of their own hold"),
    key_column: textFlag(
      "key-column",
      "The heading of the column with variant keys, where it is another one",
    ),
    decimal_mark: oneOfFlag(
      "decimal-mark",
      [".", ","],
      "What separates fractions; default: amounts that could be two are refused",
    ),
    on_conflict: Flag.Literals("on-conflict", ["leave_out", "overwrite", "refuse"]).pipe(
      Flag.withDescription("Rows whose price has moved since the sheet was written; default leave_out"),
      Flag.withDefault("leave_out" as const),
    ),
    batch: batchFlags.batch,
    name: batchFlags.name,
    ...collisionFlags,
    ...noReturnFlag,
    dry_run: dryRunFlag,
    organization: organizationFlag,
  },
  Effect.fn(function* ({ file, brand, from, organization, dry_run, ...given }) {
    const { same_instant, overridden_later, leapfrogged, on_conflict, on_no_return } = given
    const read = yield* Effect.mapError(
      readPriceSheet(file),
      ({ reason }) => new CommandFailed({ message: `${file} cannot be taken back: ${reason}` }),
    )
    const request = {
      sheet: read,
      brand_key: Option.getOrNull(brand),
      price_list: Option.getOrNull(given.price_list),
      effective_from: Option.getOrNull(from),
      key_column: Option.getOrNull(given.key_column),
      decimal_mark: Option.getOrNull(given.decimal_mark),
      batch_key: Option.getOrNull(given.batch),
      name: Option.getOrNull(given.name),
      on_collision: { same_instant, overridden_later, leapfrogged },
      on_conflict,
      on_no_return,
    }
    const result = yield* useCase(organization, (hangtag, caller) =>
      dry_run ? hangtag.previewPriceSheet(caller, request) : hangtag.generatePriceSheet(caller, request),
    )
    yield* answer(generatePriceSheet.toJson(result), describe(result, dry_run))
  }),
).pipe(
  withHelp(
    "Take a price sheet back: what was edited in it goes into a batch",
    ["database", "calls"],
    ["hangtag price-change sheet prices.xlsx --dry-run", "What each row of a sheet would come to"],
  ),
)
