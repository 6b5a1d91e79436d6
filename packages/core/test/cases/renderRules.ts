import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import type { ExportCell } from "@hangtag/core/adapter"
import { productSearchCases } from "../../src/catalog/rules/productSearch.cases.ts"
import { searchOrderCases } from "../../src/catalog/rules/searchOrder.cases.ts"
import { type AdjustGiven, adjustAmountCases } from "../../src/changes/rules/adjustAmount.cases.ts"
import { adjustPricesCases } from "../../src/changes/rules/adjustPrices.cases.ts"
import { changeSheetCases, type SheetGiven } from "../../src/changes/rules/changeSheet.cases.ts"
import { endingsCases } from "../../src/changes/rules/endings.cases.ts"
import { type FillExpect, type FillGiven, fillBatchCases } from "../../src/changes/rules/fillBatch.cases.ts"
import { type KnownGiven, knownPricesCases } from "../../src/changes/rules/knownPrices.cases.ts"
import {
  generateCases,
  publishCases,
  removeCases,
  revertCases,
  type StoryExpect,
  type StoryGiven,
  type StoryStep,
} from "../../src/changes/rules/priceChange.cases.ts"
import { shownInListsCases } from "../../src/changes/rules/shownInLists.cases.ts"
import { shownLimitsCases } from "../../src/changes/rules/shownLimits.cases.ts"
import { catalogUrlsCases } from "../../src/discoveries/rules/catalogUrls.cases.ts"
import {
  type ExportExpect,
  type ExportGiven,
  exportRowsCases,
  exportSelectionCases,
} from "../../src/exports/rules/exportRows.cases.ts"
import { fileOptionCases } from "../../src/exports/rules/fileOptions.cases.ts"
import { jobNeedsCases } from "../../src/exports/rules/jobNeeds.cases.ts"
import type { Case, PreviewGiven } from "../../src/kernel/rules/decisionTable.cases.ts"
import { effectiveInstantCases } from "../../src/kernel/rules/effectiveInstant.cases.ts"
import { searchWordsCases } from "../../src/kernel/rules/searchWords.cases.ts"
import { diffLinesCases } from "../../src/prices/rules/diffLines.cases.ts"
import { futureRecordsCases } from "../../src/prices/rules/futureRecords.cases.ts"
import { judgeLinesCases } from "../../src/prices/rules/judgeLines.cases.ts"
import { priceInForceCases } from "../../src/prices/rules/priceInForce.cases.ts"
import {
  type ExplainGiven,
  explainPriceCases,
  priceTimelineCases,
  type TimelineGiven,
} from "../../src/prices/rules/priceTimeline.cases.ts"
import { shopPriceCases } from "../../src/prices/rules/shopPrice.cases.ts"
import { type UpcomingGiven, upcomingPricesCases } from "../../src/prices/rules/upcomingPrices.cases.ts"
import {
  priceWarningsCases,
  type WarningsGiven,
} from "../../src/prices/rules/warnings/priceWarnings.cases.ts"
import { priceSheetCases } from "../../src/sheets/rules/priceSheet.cases.ts"
import { sheetHeadingCases } from "../../src/sheets/rules/sheetColumns.cases.ts"
import { writtenAmountCases } from "../../src/sheets/rules/writtenAmount.cases.ts"
import { writtenDateCases } from "../../src/sheets/rules/writtenDate.cases.ts"

const code = (text: string): string => `\`${text.replaceAll("|", "\\|")}\``

const json = (value: unknown): string => code(JSON.stringify(value))

/** A labelled list of texts; nothing where there are none. */
const list = (label: string, texts: ReadonlyArray<string> | null | undefined): string | undefined =>
  texts && texts.length > 0 ? `${label} ${texts.map(code).join(", ")}` : undefined

const lines = (...parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined).join("<br>") || "–"

const table = <Given, Expect>(
  cases: ReadonlyArray<Case<Given, Expect>>,
  given: (given: Given) => string,
  expected: (expect: Expect) => string,
): string =>
  [
    "| Case | Given | Then | Why |",
    "|---|---|---|---|",
    ...cases.map((row) => `| ${row.name} | ${given(row.given)} | ${expected(row.expect)} | ${row.why} |`),
  ].join("\n")

const previewGiven = ({ now, time_zone, variants, prices, lines: submitted }: PreviewGiven): string =>
  lines(
    `now ${code(now)}${time_zone === undefined ? "" : ` in ${code(time_zone)}`}`,
    list("variants", variants),
    list("prices", prices),
    list("lines", submitted),
  )

const warningsGiven = ({ policy, ...given }: WarningsGiven): string =>
  lines(previewGiven(given), policy && `policy ${code(JSON.stringify(policy))}`)

const historyGiven = (given: TimelineGiven & Pick<ExplainGiven, "at">): string =>
  lines(
    `now ${code(given.now)}${given.time_zone === undefined ? "" : ` in ${code(given.time_zone)}`}`,
    list("prices", given.prices),
    given.withdrawn && `withdrawn at ${code(given.withdrawn)}`,
    list("then written", given.written_since),
    given.from && `from ${code(given.from)}`,
    given.until && `until ${code(given.until)}`,
    given.at && `at ${code(given.at)}`,
  )

const upcomingGiven = (given: UpcomingGiven): string =>
  lines(
    `now ${code(given.now)}${given.time_zone === undefined ? "" : ` in ${code(given.time_zone)}`}`,
    list("variants", given.variants),
    list("prices", given.prices),
    given.withdrawn && `those of A withdrawn at ${code(given.withdrawn)}`,
    given.from && `from ${code(given.from)}`,
    given.until && `until ${code(given.until)}`,
    given.limit === undefined ? undefined : `${given.limit} a page`,
  )

const stepText = ({ at, shows, ...step }: StoryStep): string =>
  `${at === undefined ? "" : `at ${code(at)}, `}${whatIsDone(step)}${shows === undefined ? "" : shows === "days" ? ", with days" : ", with what lines follow"}`

const whatIsDone = (step: StoryStep): string => {
  if ("govern" in step) return `policy ${json(step.govern)}`
  if ("look" in step) return `look at ${step.look}`
  if ("fill" in step) return `${list("fill SPRING with", step.fill)}`
  if ("show" in step) return `${list("shown", step.show)}`
  if ("rezone" in step) return `time zone ${code(step.rezone)}${step.moves ? ", prices to come move" : ""}`
  if ("retire" in step) return `${list("no longer shown", step.retire)}`
  if ("write" in step) return `${list("written", step.write)}`
  if ("preview" in step)
    return `preview ${step.preview.map(code).join(", ")}${step.shows === "lists" ? ", in which lists they are shown" : ""}`
  if ("generate" in step) {
    const { generate, lines: submitted, basis, dry_run, ...options } = step
    const more = Object.keys(options).length > 0 ? ` ${json(options)}` : ""
    return `generate ${generate}: ${submitted.map(code).join(", ") || "no line"}${more}${basis ? ` with the basis of the ${basis} ${basis === "first" ? "preview" : "answer"}` : ""}${dry_run ? ", as a dry run" : ""}`
  }
  if ("adjust" in step) {
    const { adjust, types: asked = ["MAP"], by, round, from, until, dry_run, ...options } = step
    const period = `from ${code(from)}${until === undefined ? "" : ` until ${code(until)}`}`
    const more = [round && `rounded ${json(round)}`, Object.keys(options).length > 0 && json(options)]
    const told = [`adjust ${adjust}: ${asked.join(", ")} by ${json(by)}`, ...more].filter(Boolean).join(" ")
    return `${told} ${period}${dry_run ? ", as a dry run" : ""}`
  }
  if ("publish" in step) {
    const { publish, accept, backdated } = step
    return `publish ${publish}${accept ? ", whatever has moved" : ""}${backdated ? ", backdated" : ""}`
  }
  if ("remove" in step) {
    const { remove, colors, lines: taken, pairs } = step
    return `remove ${json({ colors, lines: taken, pairs })} from ${remove}`
  }
  return "revert" in step ? `revert ${step.revert} as ${step.as}` : `discard ${step.discard}`
}

const adjustGiven = ({ amount, adjust, round }: AdjustGiven): string =>
  lines(`${code(amount)} by ${json(adjust)}`, round && `rounded ${json(round)}`)

const storyGiven = ({ policy, steps, ...given }: StoryGiven): string =>
  lines(warningsGiven({ ...given, ...(policy && { policy }) }), ...steps.map(stepText))

const sheetGiven = ({ sheet_at, ...given }: SheetGiven): string =>
  lines(storyGiven(given), `sheet of X${sheet_at === undefined ? "" : ` at ${code(sheet_at)}`}`)

const knownGiven = ({ known, ...given }: KnownGiven): string =>
  lines(storyGiven(given), `known at ${code(known)}`)

const storyExpect = ({ told, timeline }: StoryExpect): string => lines(...told, ...timeline.map(code))

const texts = (expected: ReadonlyArray<string>): string => lines(...expected.map(code))

const types = (asked: ReadonlyArray<string> | null): string | undefined =>
  asked === null ? "every type" : asked.length === 0 ? "no type" : list("types", asked)

const fillGiven = ({
  now,
  variants,
  prices,
  batch,
  earlier = [],
  written_since,
  request,
}: FillGiven): string =>
  lines(
    `now ${code(now)}`,
    list("variants", variants),
    list("prices", prices),
    ...earlier.map(
      (fill) => `filled at ${code(fill.at)}: ${list("variants", fill.variants)}, ${types(fill.types)}`,
    ),
    list("then written", written_since),
    batch && `the batch is ${batch}`,
    `fill: ${list("variants", request.variants) ?? "no variants"}, ${types(request.types)}`,
  )

const counted = (name: string, count: number | undefined): string | undefined =>
  count === undefined ? undefined : `${name} ${count}`

const fillExpect = (expected: FillExpect): string =>
  "error" in expected
    ? code(expected.error)
    : lines(
        `requested ${expected.requested}`,
        counted("added", expected.added),
        counted("updated", expected.updated),
        counted("unchanged", expected.unchanged),
        list("missing", expected.missing),
        list("the batch holds", expected.batch),
      )

const exportGiven = ({
  now,
  time_zone,
  rezone,
  products,
  prices,
  lists,
  labels,
  columns,
  rows,
  ...request
}: ExportGiven): string =>
  lines(
    now && `now ${code(now)}`,
    time_zone && `in ${code(time_zone)}`,
    rezone && `time zone ${code(rezone)} since`,
    ...products.map((product) => json(product)),
    list("price lists", lists),
    list("prices", prices),
    labels && Object.keys(labels).length > 0 ? `labels ${json(labels)}` : undefined,
    columns === undefined || rows ? "attribute_rows" : undefined,
    columns && (list("columns", columns) ?? "no columns"),
    Object.keys(request).length > 0 ? json(request) : undefined,
  )

const cellText = (cell: ExportCell): string =>
  cell === null
    ? "·"
    : typeof cell === "string"
      ? JSON.stringify(cell)
      : typeof cell === "boolean"
        ? String(cell)
        : cell.kind === "date-time"
          ? `${cell.text} (${cell.local.slice(0, 23)})`
          : cell.text

const exportExpect = (expected: ExportExpect): string =>
  "faults" in expected
    ? list("refused at", expected.faults)!
    : lines(...expected.map((row) => code(row.map(cellText).join(" , "))))

const page = (): string => `# The rules, by example

Every row below is a test: it runs against the rule itself, against the use cases in memory and on Postgres, and over
HTTP. The tables are \`packages/core/src/*/rules/*.cases.ts\`; \`node packages/core/test/cases/renderRules.ts\`
writes this page from them, and a test keeps it true.

A price is written \`VARIANT TYPE AMOUNT from EFFECTIVE_FROM\`, with \`draft\` or \`in BATCH\` after it where that is
so, in the order of writing. A line is written \`TYPE AMOUNT from EFFECTIVE_FROM\`.

## When a price begins

\`effective_from\` is an ISO 8601 date or date-time. A date is the start of that day in the brand's time zone, and a
date-time without offset is wall-clock time there.

${table(
  effectiveInstantCases,
  ({ effective_from, time_zone }) => `${code(JSON.stringify(effective_from))} in ${code(time_zone)}`,
  (instant) => (instant === null ? "refused" : code(instant)),
)}

## The price in force

Among the active records of one variant and price type that have begun, the one that began last; on a tie, the one
written last.

${table(priceInForceCases, previewGiven, texts)}

## What a shop shows

An import of a shop's file compares each amount with the price in force, and appends a record where they differ. What
the file no longer has is withdrawn with \`--prune\`.

${table(
  shopPriceCases,
  ({ time_zone, shows, asked }) =>
    lines(time_zone && `in ${code(time_zone)}`, list("shown", shows), list("asked at", asked)),
  ({ told, in_force }) => lines(told.join(", "), list("in force", in_force)),
)}

## Prices over time

What is in force, as consecutive segments, each from where the one before ends; drafts stand beside them.

${table(priceTimelineCases, historyGiven, texts)}

Why a price is in force: every record, in the order in which the rule looks at them.

${table(explainPriceCases, historyGiven, texts)}

## What goes live next

Each instant, batch and colorway in which the price in force changes, with how many pairs of a variant and a price type
change, and how.

${table(upcomingPricesCases, upcomingGiven, texts)}

## Line status

Against one variant a line is \`add\` without an incumbent, \`unchanged\` when the amounts are equal, else \`changed\`.
The whole line is \`changed\` if any variant changed, else \`add\` if any is one, else \`unchanged\`.

${table(diffLinesCases, previewGiven, texts)}

## Line status at its own instant

What a batch is written by: each line against the price that would be in force when it begins, with the lines of the
request that begin before it.

${table(judgeLinesCases, previewGiven, texts)}

## Warnings

What a line breaks of its brand's policy, or of good sense. The preview tells them; by line, then by kind.

${table(priceWarningsCases, warningsGiven, texts)}

## Future records and collisions

Draft and active records strictly later than now, each with the submitted lines of its type and how they meet.

${table(futureRecordsCases, previewGiven, texts)}

## Generating a price change

What is written into a batch, and what comes of publishing it: what each step answers, then what each pair costs from
when on. A line may end: \`TYPE AMOUNT from EFFECTIVE_FROM until EFFECTIVE_UNTIL\`.

${table(generateCases, storyGiven, storyExpect)}

## Adjusting prices

Many prices at once: each price in force at the instant, and what it becomes. What a single amount becomes:

${table(adjustAmountCases, adjustGiven, (amount) => (amount === "refused" ? amount : code(amount)))}

What becomes of variants: each price and the adjusted one, then the counts.

${table(adjustPricesCases, storyGiven, storyExpect)}

## Headings of price sheets

What amounts are of below a heading; \`@\` stands before a list other than \`base\`.

${table(
  sheetHeadingCases,
  ({ heading, pairs = [] }) => lines(json(heading), list("written of", pairs)),
  ({ price_type, price_list }) => `${code(price_type)} in ${json(price_list)}`,
)}

## Amounts of price sheets

What is written in a cell, in a price list in US dollars unless another currency stands beside it.

${table(writtenAmountCases, ({ text, ...given }) => lines(json(text), Object.keys(given).length > 0 ? json(given) : undefined), code)}

## Days of price sheets

Texts, and numbers of days as spreadsheets count them.

${table(writtenDateCases, ({ cell, is_1904 }) => lines(json(cell), is_1904 && "counted from 1904"), code)}

## Price sheets

What each row comes to on 2026-06-01, then how many are not listed, and what all of it is refused for. \`#\` stands before a number, \`=\`
before a formula's value, \`!\` before an error, \`token\` before what a row was written of on 2026-05-01.

${table(
  priceSheetCases,
  ({ prices, rows, ...given }) =>
    lines(
      list("prices", prices),
      ...rows.map((cells) => code(cells.join(" ; "))),
      Object.keys(given).length > 0 ? json(given) : undefined,
    ),
  texts,
)}

## Endings

${table(endingsCases, storyGiven, storyExpect)}

## What a list shows

${table(shownLimitsCases, storyGiven, storyExpect)}

## In which lists a line is shown

What a preview says with \`show_lists\`: with how many variants.

${table(shownInListsCases, storyGiven, storyExpect)}

## Taking something out of a batch

${table(removeCases, storyGiven, storyExpect)}

## Publishing

${table(publishCases, storyGiven, storyExpect)}

## Taking back

${table(revertCases, storyGiven, storyExpect)}

## Change sheets

What a batch changes, row by row, as dealers read it: \`VARIANT TYPE CHANGE: PREVIOUS → NEW (DIFFERENCE, PERCENT)\`, from
when and until when. Previous is what would be in force just before if there were no such batch.

${table(changeSheetCases, sheetGiven, texts)}

## What was known

The timeline as the catalog would have shown it at a moment, whatever came later.

${table(knownPricesCases, knownGiven, texts)}

## Republish fill

Every pair of variant and price type gets exactly one outcome; filling twice changes nothing.

${table(fillBatchCases, fillGiven, fillExpect)}

## Export rows

Cells: text in quotes, \`·\` for an empty cell, numbers and dates as their digits. A column is written
\`HEADER = SOURCE_FIELD [SUB_FIELD] label\`.

${table(exportRowsCases, exportGiven, exportExpect)}

## Export selection

${table(exportSelectionCases, exportGiven, exportExpect)}

## File options

Which options of a file are refused, and what the others change in its rows; [files](files.md) has all of them.

${table(fileOptionCases, exportGiven, exportExpect)}

## Variant search

${table(
  searchOrderCases,
  ({ variants, text, limit }) =>
    lines(
      ...variants.map((variant) => json(variant)),
      `search ${json(text)}${limit === undefined ? "" : `, the first ${limit}`}`,
    ),
  ({ keys, total }) => lines(list("found", keys), `total ${total}`),
)}

## List of products

${table(
  productSearchCases,
  ({ products, ...asked }) => lines(...products.map((product) => json(product)), `asked ${json(asked)}`),
  ({ keys, total }) => lines(list("found", keys), `total ${total}`),
)}

## Words of a search

Of brands, products, batches and discoveries: whether the search finds these fields.

${table(
  searchWordsCases,
  ({ fields, search }) => lines(list("fields", fields), `search ${json(search)}`),
  (isFound) => (isFound ? "found" : "not found"),
)}

## What an export's file asks for

Of who queues it, and of who looks at its job: besides \`product:read\`, which every export asks for.

${table(
  jobNeedsCases,
  (given) =>
    "batch_key" in given
      ? `the change sheet of ${code(given.batch_key)}`
      : lines(
          given.export_mode ?? "column_based",
          list("columns", given.columns ?? []),
          given.price_as_of && `as of ${code(given.price_as_of)}`,
        ),
  (needs) => (needs.length === 0 ? "nothing" : needs.map(code).join(", ")),
)}

## Already in the catalog

Of a URL that a crawl found: whether a product has it.

${table(
  catalogUrlsCases,
  ({ attributes, url }) => lines(`attributes ${json(attributes)}`, `found ${code(url)}`),
  (isNamed) => (isNamed ? "named" : "not named"),
)}
`

const path = resolve(import.meta.dirname, "../../../../docs/rules.md")

/** The page as the tables have it, and as it stands in \`docs/\`. */
export const rulesPage = { rendered: page, written: () => readFileSync(path, "utf8") }

if (import.meta.main) writeFileSync(path, page())
