import {
  AdjustmentAsked,
  BatchMomentList,
  BatchRemoval,
  BatchReview,
  ChangeSheetOptions,
  NewPriceBatch,
  OnCollision,
  PriceAdjustment,
  PriceAdjustmentResult,
  PriceBatchList,
  PriceChangeRequest,
  PriceSheetFile,
  PriceSheetOptions,
  PriceSheetRequest,
  PublishOptions,
} from "@hangtag/core"
import { batchLimits, jobLimits } from "@hangtag/core/adapter"
import {
  adjustPrices,
  createPriceBatch,
  discardPriceBatch,
  exportPriceBatch,
  exportPriceSheet,
  generatePriceChange,
  generatePriceSheet,
  getPriceBatch,
  listBatchMoments,
  listPriceBatches,
  listPublications,
  notePriceBatch,
  previewPriceSheet,
  publishPriceBatch,
  removeBatchChanges,
  revertPriceBatch,
  reviewPriceBatch,
  withdrawDraft,
} from "@hangtag/core/effect"
import { Schema } from "effect"
import { HttpApiGroup } from "effect/http-api"
import { queryOf } from "../validation/queryOf.ts"
import { forCallers, get, post, put, remove } from "./endpoint.ts"
import { Idempotency } from "./Idempotency.ts"
import { grouped } from "./served.ts"

const Text = Schema.String
const room = `An organization has at most ${grouped.format(batchLimits.openBatches)} open batches at once (\`MAX_OPEN_BATCHES\`, unless the operator has set another), else a new one is a 429.`

const BatchNoteRequest = Schema.Struct({ note: notePriceBatch.input.fields.note }).annotate({
  identifier: "BatchNoteRequest",
})
/** `isOptionalBody`: none at all is taken for `{}`. */
const PublishRequest = PublishOptions.annotate({ isOptionalBody: true })
const ChangeSheetRequest = ChangeSheetOptions.annotate({
  identifier: "ChangeSheetRequest",
  isOptionalBody: true,
})
/** `preview` is `dry_run` in the address. */
const AdjustmentQuery = Schema.Struct({
  preview: adjustPrices.input.fields.dry_run,
  ...AdjustmentAsked.fields,
})

const { sheet: _, on_collision: __, ...sheetFields } = PriceSheetRequest.fields
/** What a sheet may leave out stands in the address: its body is the sheet. */
const SheetQuery = Schema.Struct({ ...sheetFields, ...OnCollision.fields })

/** The sheet of a body, and the choices about collisions, as the operation has them. */
// biome-ignore lint/suspicious/noExplicitAny: members of a request
const sheetInput = (members: Readonly<Record<string, any>>) => {
  const { sheets, is_1904, same_instant, overridden_later, leapfrogged, ...request } = members
  const on_collision = { same_instant, overridden_later, leapfrogged }
  return { ...request, sheet: { sheets, is_1904 }, on_collision }
}
const sheetBody =
  "The body is the sheet as a file, xlsx or csv of at most 20 MiB, or its rows as JSON; what it does not say itself stands in the address."

/** Price changes: written into batches, published, taken back. */
export class PriceChanges extends HttpApiGroup.make("priceChanges")
  .add(
    post(
      generatePriceChange,
      "/api/pricing/map-policy/:brand_key/price-changes",
      "Generate Price Change",
      `Writes drafts into an open batch, or a new one, where a line changes the price that would be in force at its own instant: everything or nothing. \`effective_until\` makes a price temporary. Generating the same again changes nothing; what a batch is asked for in turns it holds as if it had been asked for all of it at once, and a line takes the place of one that began at its instant. An open batch that it \`replaces\` is discarded with the same write, and stays whole where that is refused. A dry run (\`dry_run\`) writes nothing and gives the same answer, whose \`problem\` and \`refused_colorways\` say what the change would be refused for. A 409 lists what has moved, collides, has nothing to return to, or is blocked by the policy. Of each colorway it takes as much as its preview may have (\`preview_lines\`, \`preview_pairs\`, \`preview_records\`, \`preview_warnings\`); a price type has at most 500 bytes, an amount 100 digits. ${room}`,
      { payload: PriceChangeRequest },
    ).middleware(Idempotency),
    post(
      adjustPrices,
      "/api/pricing/map-policy/:brand_key/price-changes/adjust",
      "Adjust Prices",
      `Adjusts the prices that are in force at \`effective_from\` of all variants that are selected, by a percent, by an amount, or to one price, in decimals and rounded on request, into an open batch or a new one, also in the place of one that it \`replaces\`: everything or nothing. A dry run (\`dry_run\`, or \`preview=true\`) writes nothing, and its \`problem\` and \`refused_colorways\` say what the change would be refused for; \`leave_out\` leaves colorways out of what is selected. The answer has the totals and a hundred colorways; the header Link leads to more, for the same body, and writes nothing. ${room}`,
      {
        query: queryOf(AdjustmentQuery),
        payload: PriceAdjustment,
        success: PriceAdjustmentResult,
        input: ({ preview, ...adjustment }) => ({
          ...adjustment,
          dry_run: adjustment.dry_run || preview,
        }),
        linked: ({ batch_key }) => (batch_key === null ? {} : { written: batch_key }),
      },
    ).middleware(Idempotency),
    post(
      exportPriceSheet,
      "/api/pricing/sheets",
      "Export Price Sheet",
      `Queues the price sheet of a brand, as a background job as every export: a row for each variant with its prices of now in the price list \`base\` and room for new ones, which the two endpoints below take back. An organization has at most ${jobLimits.openExports} exports queued or running at once (\`MAX_OPEN_EXPORTS\`, unless the operator has set another), else 429.`,
      {
        payload: Schema.Struct({ brand_key: Text, ...PriceSheetOptions.fields }).annotate({
          identifier: "ExportPriceSheetRequest",
        }),
      },
    ).middleware(Idempotency),
    post(
      previewPriceSheet,
      "/api/pricing/sheets/preview",
      "Preview Price Sheet",
      `What generating a price sheet would write, row by row: each is unchanged, changed, refused (with its cell and why), in conflict (its price is another than when the sheet was written) or ignored, and all that change are judged together. ${sheetBody} Nothing is written; \`problem\` and \`refused_colorways\` say what the change would be refused for.`,
      { query: queryOf(SheetQuery), payload: PriceSheetFile, input: sheetInput },
    ),
    post(
      generatePriceSheet,
      "/api/pricing/sheets/generate",
      "Generate Price Sheet",
      `Writes what is changed in a price sheet into an open batch, or a new one, as one price change. Rows that are refused are left out, and so are conflicts, unless \`on_conflict\` is \`overwrite\`, or \`refuse\`, which refuses all of it. ${sheetBody} ${room}`,
      { query: queryOf(SheetQuery), payload: PriceSheetFile, input: sheetInput },
    ).middleware(Idempotency),
    post(
      createPriceBatch,
      "/api/pricing/batches",
      "Create Batch",
      `Makes an open batch; without a key it gets a readable one. ${room}`,
      { payload: NewPriceBatch },
    ).middleware(Idempotency),
    get(
      listPriceBatches,
      "/api/pricing/batches",
      "List Batches",
      "Lists batches, the newest first; `search` finds words of key, name and SKUs, `reverts` what takes a batch back. The header Link leads to the next page.",
      { success: PriceBatchList },
    ),
    get(getPriceBatch, "/api/pricing/batches/:batch_key", "Get Batch", "A batch as it stands."),
    get(
      listBatchMoments,
      "/api/pricing/batches/:batch_key/moments",
      "List Batch Moments",
      "What a batch changes when: for each instant and price type how many prices it sets and withdraws, and the least and the greatest amount, added up from all that it holds. By instant, then price type; the header Link leads to the next page.",
      { success: BatchMomentList },
    ),
    get(
      reviewPriceBatch,
      "/api/pricing/batches/:batch_key/review",
      "Review Batch",
      "What publishing an open batch would do now, or what a published one did then: of each colorway what prices were, become, and until when, as the rows of the change sheet, and of an open price change what of the brand's policy it breaks. A hundred colorways, of an open price change by brand, product and color, else by product and color; the header Link leads to more. A republish batch changes no price; a discarded batch is a 409.",
      { success: BatchReview },
    ),
    remove(
      removeBatchChanges,
      "/api/pricing/batches/:batch_key/changes",
      "Remove Batch Changes",
      "Takes colorways, lines or pairs of a variant and price type out of an open batch: its drafts of them are withdrawn, and what it was to withdraw of them stays. A line goes with its return; what the lines that are left then change is written anew. `not_found` names what the batch holds nothing of.",
      { payload: BatchRemoval },
    ),
    remove(
      withdrawDraft,
      "/api/pricing/records/:record_key",
      "Withdraw Draft",
      "Withdraws a draft that belongs to no batch, as imports write them; one that is withdrawn stays so. A 409 names the batch that has the record, or says that it is active.",
    ),
    remove(
      discardPriceBatch,
      "/api/pricing/batches/:batch_key",
      "Discard Batch",
      "Ends an open batch and withdraws its drafts.",
    ),
    put(
      notePriceBatch,
      "/api/pricing/batches/:batch_key/note",
      "Note Batch",
      "Writes what is to be said of a batch, of a published one too, in the place of what was; an empty text says nothing.",
      { payload: BatchNoteRequest },
    ),
    post(
      publishPriceBatch,
      "/api/pricing/batches/:batch_key/publish",
      "Publish Batch",
      "Makes all drafts of a batch active and applies its withdrawals, at one moment, under the next publication number. Publishing again answers the same. A 409 lists what has moved since the batch was written, or what the policy blocks.",
      { payload: PublishRequest },
    ).middleware(Idempotency),
    post(
      revertPriceBatch,
      "/api/pricing/batches/:batch_key/revert",
      "Revert Batch",
      `Makes an open batch that takes a published one back, judged now; publish it to do so. Every record of the batch has one outcome. ${room}`,
    ).middleware(Idempotency),
    post(
      exportPriceBatch,
      "/api/pricing/batches/:batch_key/export-async",
      "Export Batch",
      `Queues the change sheet of a batch, the file that goes to dealers, as a background job as every export: for each price that changes the previous and the new amount, difference and percent, from when and until when. Its rows are the difference between what is in force with the batch and without it, of an open batch as if it were published now; the previous amount is what holds just before, the batch's own rows counted. A discarded batch has none: 409. \`file_options.headings\`: \`names\` for people, the default, or \`keys\`; \`file_options.paper\`: \`a4\`, the default, or \`letter\`. An organization has at most ${jobLimits.openExports} exports queued or running at once (\`MAX_OPEN_EXPORTS\`, unless the operator has set another), else 429.`,
      { payload: ChangeSheetRequest },
    ).middleware(Idempotency),
    get(
      listPublications,
      "/api/catalog/publications",
      "List Publications",
      "Publications after a number, in order, each once: ask again with the last number that you have seen.",
    ),
  )
  .pipe(forCallers) {}
