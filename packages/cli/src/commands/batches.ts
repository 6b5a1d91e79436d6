import type {
  BatchMoment,
  BatchMomentPlace,
  BatchReview,
  BatchReviewPage,
  BatchReviewPlace,
  PriceBatch,
  PriceBatchPlace,
  Publication,
  RevertResult,
  ReviewedColorway,
} from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { listFlags, printList } from "../calls/printList.ts"
import { runAndPrint } from "../calls/runAndPrint.ts"
import { unreadable } from "../output/CommandFailed.ts"
import { afterFlag, argument, oneOfFlag, textFlag, yesFlag } from "../output/flags.ts"
import { limitFlag, type PageRequest } from "../output/paginate.ts"
import { rangeText } from "../output/rangeText.ts"
import { typeText } from "../output/typeText.ts"
import { withHelp } from "../output/withHelp.ts"
import { readSettingsOf } from "../settings/ofServer.ts"
import { fileFlags, fileOptionsOf, targetFlags } from "./exportFlags.ts"
import { exportNow } from "./exportNow.ts"
import { exportTarget } from "./exportTarget.ts"
import { remove } from "./removeChanges.ts"

const describe = ({ key, name, kind, status, reverts, counts, note, noted_by }: PriceBatch): string =>
  `${key}${name === null ? "" : ` (${name})`}: ${kind}, ${status}, ${counts.records} records, ${counts.withdrawals} withdrawals${reverts === null ? "" : `, takes back ${reverts}`}${note === null ? "" : `\n  ${noted_by}: ${note}`}`

const describePublication = ({ number, batch_key, records, published_at, published_by }: Publication) =>
  `Publication ${number}: batch ${batch_key}, ${records} records, at ${published_at} by ${published_by}`

const describeRevert = ({ batch_key, reverts, records, outcomes, left }: RevertResult): string =>
  [
    `Batch ${batch_key} takes back ${reverts}: ${records} records`,
    ...Object.entries(outcomes).flatMap(([name, count]) => (count === 0 ? [] : [`  ${count} ${name}`])),
    ...left.map(
      ({ variant_key, outcome, ...type }) => `  left: ${variant_key} ${typeText(type)}, ${outcome}`,
    ),
  ].join("\n")

const describeMoment = (moment: BatchMoment): string => {
  const { at, records, withdrawals, least_amount, greatest_amount, ends } = moment
  const parts = [
    // of those that begin
    ...(least_amount === null || greatest_amount === null
      ? []
      : [`${records} at ${rangeText({ least_amount, greatest_amount })}`]),
    ...ends.map((each) => ({ fall_back: "some end", not_offered: "some not offered" })[each]),
    ...(withdrawals === 0 ? [] : [`${withdrawals} withdrawn`]),
  ]
  return `${at} ${typeText(moment)}: ${parts.join(", ")}`
}

const batch = {
  key: argument("batch", "The batch's key"),
  organization: organizationFlag,
}

const list = Command.make(
  "list",
  {
    status: oneOfFlag("status", ["open", "published", "discarded"], "Those of one status"),
    search: textFlag("search", "Words of key, name or SKUs, in any order"),
    ...listFlags,
  },
  ({ status, search, ...list }) =>
    printList(
      list,
      "batches",
      describe,
      ({ listPriceBatches }, caller, { limit, after }: PageRequest<PriceBatchPlace>) =>
        listPriceBatches(caller, {
          status: Option.getOrNull(status),
          kind: null,
          brand_key: null,
          search: Option.getOrNull(search),
          limit,
          ...(after !== null && { after }),
        }),
    ),
).pipe(
  withHelp(
    "List batches, the newest first",
    ["database"],
    ["hangtag batches list --status open", "Those that may still change"],
  ),
)

const show = Command.make("show", batch, ({ key, organization }) =>
  runAndPrint(
    organization,
    ({ getPriceBatch }, caller) => getPriceBatch(caller, { batch_key: key }),
    describe,
  ),
).pipe(
  withHelp(
    "How a batch stands",
    ["database"],
    ["hangtag batches show PC-20991201-7K3F", "What it holds, and who made it when"],
  ),
)

const moments = Command.make("moments", { ...batch, limit: limitFlag }, ({ key, ...list }) =>
  printList(
    list,
    "moments",
    describeMoment,
    ({ listBatchMoments }, caller, page: PageRequest<BatchMomentPlace>) =>
      listBatchMoments(caller, { batch_key: key, ...page }),
  ),
).pipe(
  withHelp(
    "What a batch changes when",
    ["database"],
    ["hangtag batches moments PC-20991201-7K3F", "Before it is published: how many prices begin when"],
  ),
)

const describeReview = ({ colorways, total_colorways, warnings, problem }: BatchReview): string =>
  [
    `${total_colorways} colorways, ${warnings} warnings`,
    ...(problem === null ? [] : [problem]),
    ...colorways.flatMap((colorway) => [
      `${colorway.product_key} ${colorway.color}`,
      ...colorway.lines.map(
        (line) =>
          `  ${typeText(line)} ${line.previous ?? "none"} -> ${line.amount ?? "none"} from ${line.effective_from}${line.effective_until === null ? "" : ` until ${line.effective_until}${line.next_amount === null ? "" : ` (then ${line.next_amount})`}`}: ${line.change}, ${line.variants} variants`,
      ),
      ...colorway.warnings.map(({ message }) => `  warning: ${message}`),
    ]),
  ].join("\n")

const review = Command.make("review", { ...batch, limit: limitFlag }, ({ key, limit, organization }) =>
  runAndPrint(
    organization,
    Effect.fnUntraced(function* ({ reviewPriceBatch }, caller) {
      const colorways: Array<ReviewedColorway> = []
      for (let after: BatchReviewPlace | null = null; ; ) {
        const { next, ...page }: BatchReviewPage = yield* reviewPriceBatch(caller, { batch_key: key, after })
        colorways.push(...page.colorways)
        after = next
        if (after === null || colorways.length >= limit)
          return { ...page, colorways: colorways.slice(0, limit) }
      }
    }),
    describeReview,
  ),
).pipe(
  withHelp(
    "What publishing an open batch would do, and its warnings",
    ["database", "calls"],
    ["hangtag batches review PC-20991201-7K3F", "Before it is published: each price, before and after"],
  ),
)

const discard = Command.make("discard", batch, ({ key, organization }) =>
  runAndPrint(
    organization,
    ({ discardPriceBatch }, caller) => discardPriceBatch(caller, { batch_key: key }),
    describe,
  ),
).pipe(
  withHelp(
    "End an open batch, and withdraw its drafts",
    ["database"],
    ["hangtag batches discard PC-20991201-7K3F", "It will not be published"],
  ),
)

const note = Command.make(
  "note",
  {
    ...batch,
    text: argument("text", "What is to be said of it; empty for nothing"),
  },
  ({ key, text, organization }) =>
    runAndPrint(
      organization,
      ({ notePriceBatch }, caller) => notePriceBatch(caller, { batch_key: key, note: text }),
      describe,
    ),
).pipe(
  withHelp(
    "Write the note of a batch, in the place of the one before",
    ["database"],
    [
      "hangtag batches note PC-20991201-7K3F 'Mail dealers first'",
      "It stands beside the batch, for all who may read it",
    ],
  ),
)

const publish = Command.make(
  "publish",
  {
    ...batch,
    accept: yesFlag("accept-moved", "Publish although prices have moved since the batch was written"),
    allow_backdated: yesFlag("allow-backdated", "Publish prices that began more than a day ago"),
  },
  ({ key, organization, accept, allow_backdated }) =>
    runAndPrint(
      organization,
      ({ publishPriceBatch }, caller) =>
        publishPriceBatch(caller, {
          batch_key: key,
          on_moved: accept ? "accept" : "refuse",
          allow_backdated,
        }),
      describePublication,
    ),
).pipe(
  withHelp(
    "Publish a batch: its drafts become active",
    ["database"],
    ["hangtag batches publish PC-20991201-7K3F", "All of it, at one moment"],
  ),
)

const revert = Command.make("revert", batch, ({ key, organization }) =>
  runAndPrint(
    organization,
    ({ revertPriceBatch }, caller) => revertPriceBatch(caller, { batch_key: key }),
    describeRevert,
  ),
).pipe(
  withHelp(
    "Make a batch that takes a published one back",
    ["database", "calls"],
    ["hangtag batches revert PC-20991201-7K3F", "Look at it, then publish it"],
  ),
)

// there are no lists in it
const { list_separator: _, ...sheetFileFlags } = fileFlags

const sheet = Command.make(
  "sheet",
  {
    key: batch.key,
    headings: Flag.Literals("headings", ["names", "keys"]).pipe(
      Flag.withDescription("What stands above the columns: names for people, or keys for programs"),
      Flag.withDefault("names"),
    ),
    paper: oneOfFlag("paper", ["a4", "letter"], "What xlsx is printed on; default a4"),
    ...sheetFileFlags,
    ...targetFlags,
  },
  Effect.fn(function* ({ key, headings, paper, organization, ...how }) {
    const settings = yield* readSettingsOf(organization)
    const target = exportTarget(
      Option.getOrUndefined(how.output),
      Option.getOrUndefined(how.format),
      how.gzip,
    )
    if (typeof target === "string") return yield* unreadable(target)
    const { list_separator: _, ...file_options } = fileOptionsOf(
      { ...how, list_separator: Option.none() },
      target.gzip,
    )
    yield* exportNow(settings, organization, target, (caller) =>
      Effect.flatMap(Hangtag, ({ exportPriceBatch }) =>
        exportPriceBatch(caller, {
          batch_key: key,
          export_format: target.format,
          file_options: { ...file_options, headings, paper: Option.getOrNull(paper) },
        }),
      ),
    )
  }),
).pipe(
  withHelp(
    "Write what a batch changes to a file, for dealers",
    ["database", "queue", "storage", "exports"],
    ["hangtag batches sheet PC-20991201-7K3F -o changes.xlsx", "Previous and new prices, and from when on"],
  ),
)

const publications = Command.make(
  "publications",
  {
    after: afterFlag("Those after a publication's number"),
    organization: organizationFlag,
  },
  ({ after, organization }) =>
    runAndPrint(
      organization,
      ({ listPublications }, caller) => listPublications(caller, { after, limit: 200 }),
      ({ items }) => items.map(describePublication).join("\n") || "No publications",
    ),
).pipe(
  withHelp(
    "What was published, in order",
    ["database"],
    ["hangtag batches publications --after 41", "What is new"],
  ),
)

export const batches = Command.make("batches").pipe(
  withHelp(
    "Look at batches of prices, change, publish and discard them, take them back",
    ["database", "calls"],
    ["hangtag batches list", "All batches"],
  ),
  Command.withSubcommands([
    list,
    show,
    moments,
    review,
    remove,
    note,
    discard,
    publish,
    revert,
    sheet,
    publications,
  ]),
)
