import {
  BatchMomentList,
  BatchRemovalResult,
  BatchReview,
  ExportQueued,
  PriceAdjustmentResult,
  PriceBatch,
  PriceBatchPage,
  PriceChangeResult,
  Publication,
  PublicationPage,
  RevertResult,
  WithdrawnDraft,
} from "@hangtag/core"
import { batchLimits, jobLimits } from "@hangtag/core/adapter"
import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { RequestValidation } from "../validation/RequestValidation.ts"
import { Authentication } from "./Authentication.ts"
import { bodyErrors, Conflict, NotFound, PriceChangeConflict } from "./errors.ts"
import { Idempotency } from "./Idempotency.ts"
import { Measurement } from "./Measurement.ts"
import { grouped, operation } from "./operation.ts"
import { RateLimit } from "./RateLimit.ts"
import {
  AdjustmentQuery,
  BatchMomentQuery,
  BatchRemoval,
  BatchReviewQuery,
  ChangeSheetRequest,
  NewPriceBatch,
  PriceAdjustment,
  PriceBatchQuery,
  PriceChangeRequest,
  PublicationQuery,
  PublishRequest,
} from "./requests.ts"

const Text = Schema.String
const room = `An organization has at most ${grouped.format(batchLimits.openBatches)} open batches at once (\`MAX_OPEN_BATCHES\`, unless the operator has set another), else a new one is a 429.`
const batch = { params: { key: Text } }
const BatchList = Schema.Struct(Struct.omit(PriceBatchPage.fields, ["next"])).annotate({
  identifier: "PriceBatchList",
})

/** Price changes: written into batches, published, taken back. */
export class PriceChanges extends HttpApiGroup.make("priceChanges")
  .add(
    HttpApiEndpoint.post("generatePriceChange", "/api/pricing/map-policy/:brand_key/price-changes", {
      params: { brand_key: Text },
      payload: PriceChangeRequest,
      success: PriceChangeResult,
      error: [NotFound, PriceChangeConflict, ...bodyErrors],
    })
      .middleware(Idempotency)
      .annotateMerge(
        operation(
          "price:write",
          "Generate Price Change",
          `Writes drafts into an open batch, or a new one, where a line changes the price that would be in force at its own instant: everything or nothing. \`effective_until\` makes a price temporary. Generating the same again changes nothing; what a batch is asked for in turns it holds as if it had been asked for all of it at once, and a line takes the place of one that began at its instant. An open batch that it \`replaces\` is discarded with the same write, and stays whole where that is refused. A dry run (\`dry_run\`) writes nothing and gives the same answer, whose \`problem\` and \`refused_colorways\` say what the change would be refused for. A 409 lists what has moved, collides, has nothing to return to, or is blocked by the policy. Of each colorway it takes as much as its preview may have (\`preview_lines\`, \`preview_pairs\`, \`preview_records\`, \`preview_warnings\`); a price type has at most 500 bytes, an amount 100 digits. ${room}`,
          "change_lines",
          "change_pairs",
          "change_records",
        ),
      ),
    HttpApiEndpoint.post("adjustPrices", "/api/pricing/map-policy/:brand_key/price-changes/adjust", {
      params: { brand_key: Text },
      query: AdjustmentQuery,
      payload: PriceAdjustment,
      success: PriceAdjustmentResult,
      error: [NotFound, PriceChangeConflict, ...bodyErrors],
    })
      .middleware(Idempotency)
      .annotateMerge(
        operation(
          "price:write",
          "Adjust Prices",
          `Adjusts the prices that are in force at \`effective_from\` of all variants that are selected, by a percent, by an amount, or to one price, in decimals and rounded on request, into an open batch or a new one, also in the place of one that it \`replaces\`: everything or nothing. A dry run (\`dry_run\`, or \`preview=true\`) writes nothing, and its \`problem\` and \`refused_colorways\` say what the change would be refused for; \`leave_out\` leaves colorways out of what is selected. The answer has the totals and a hundred colorways; the header Link leads to more, for the same body, and writes nothing. ${room}`,
          "change_lines",
          "adjust_variants",
          "change_pairs",
          "change_records",
        ),
      ),
    HttpApiEndpoint.post("createPriceBatch", "/api/pricing/batches", {
      payload: NewPriceBatch,
      success: PriceBatch,
      error: [NotFound, Conflict, ...bodyErrors],
    })
      .middleware(Idempotency)
      .annotateMerge(
        operation(
          "price:write",
          "Create Batch",
          `Makes an open batch; without a key it gets a readable one. ${room}`,
        ),
      ),
    HttpApiEndpoint.get("listPriceBatches", "/api/pricing/batches", {
      query: PriceBatchQuery,
      success: BatchList,
    }).annotateMerge(
      operation(
        "batch:read",
        "List Batches",
        "Lists batches, the newest first; `search` finds words of key, name and SKUs, `reverts` what takes a batch back. The header Link leads to the next page.",
      ),
    ),
    HttpApiEndpoint.get("getPriceBatch", "/api/pricing/batches/:key", {
      ...batch,
      success: PriceBatch,
      error: NotFound,
    }).annotateMerge(operation("batch:read", "Get Batch", "A batch as it stands.")),
    HttpApiEndpoint.get("listBatchMoments", "/api/pricing/batches/:key/moments", {
      ...batch,
      query: BatchMomentQuery,
      success: BatchMomentList,
      error: NotFound,
    }).annotateMerge(
      operation(
        "batch:read",
        "List Batch Moments",
        "What a batch changes when: for each instant and price type how many prices it sets and withdraws, and the least and the greatest amount, added up from all that it holds. By instant, then price type; the header Link leads to the next page.",
      ),
    ),
    HttpApiEndpoint.get("reviewPriceBatch", "/api/pricing/batches/:key/review", {
      ...batch,
      query: BatchReviewQuery,
      success: BatchReview,
      error: [NotFound, Conflict],
    }).annotateMerge(
      operation(
        "batch:read",
        "Review Batch",
        "What publishing an open batch would do now, or what a published one did then: of each colorway what prices were, become, and until when, as the rows of the change sheet, and of an open price change what of the brand's policy it breaks. A hundred colorways, of an open price change by brand, product and color, else by product and color; the header Link leads to more. A republish batch changes no price; a discarded batch is a 409.",
        "change_records",
      ),
    ),
    HttpApiEndpoint.delete("removeBatchChanges", "/api/pricing/batches/:key/changes", {
      ...batch,
      payload: BatchRemoval,
      success: BatchRemovalResult,
      error: [NotFound, PriceChangeConflict, ...bodyErrors],
    }).annotateMerge(
      operation(
        "price:write",
        "Remove Batch Changes",
        "Takes colorways, lines or pairs of a variant and price type out of an open batch: its drafts of them are withdrawn, and what it was to withdraw of them stays. A line goes with its return; what the lines that are left then change is written anew. `not_found` names what the batch holds nothing of.",
        "change_lines",
        "change_records",
      ),
    ),
    HttpApiEndpoint.delete("withdrawDraft", "/api/pricing/records/:record_key", {
      params: { record_key: Text },
      success: WithdrawnDraft,
      error: [NotFound, PriceChangeConflict],
    }).annotateMerge(
      operation(
        "price:write",
        "Withdraw Draft",
        "Withdraws a draft that belongs to no batch, as imports write them; one that is withdrawn stays so. A 409 names the batch that has the record, or says that it is active.",
      ),
    ),
    HttpApiEndpoint.delete("discardPriceBatch", "/api/pricing/batches/:key", {
      ...batch,
      success: PriceBatch,
      error: [NotFound, Conflict],
    }).annotateMerge(
      operation("price:write", "Discard Batch", "Ends an open batch and withdraws its drafts."),
    ),
    HttpApiEndpoint.post("publishPriceBatch", "/api/pricing/batches/:key/publish", {
      ...batch,
      payload: PublishRequest,
      success: Publication,
      error: [NotFound, PriceChangeConflict, ...bodyErrors],
    })
      .middleware(Idempotency)
      .annotateMerge(
        operation(
          "batch:publish",
          "Publish Batch",
          "Makes all drafts of a batch active and applies its withdrawals, at one moment, under the next publication number. Publishing again answers the same. A 409 lists what has moved since the batch was written, or what the policy blocks.",
        ),
      ),
    HttpApiEndpoint.post("revertPriceBatch", "/api/pricing/batches/:key/revert", {
      ...batch,
      success: RevertResult,
      error: [NotFound, Conflict],
    })
      .middleware(Idempotency)
      .annotateMerge(
        operation(
          "batch:publish",
          "Revert Batch",
          `Makes an open batch that takes a published one back, judged now; publish it to do so. Every record of the batch has one outcome. ${room}`,
          "change_records",
        ),
      ),
    HttpApiEndpoint.post("exportPriceBatch", "/api/pricing/batches/:key/export-async", {
      ...batch,
      payload: ChangeSheetRequest,
      success: ExportQueued,
      error: [NotFound, Conflict, ...bodyErrors],
    })
      .middleware(Idempotency)
      .annotateMerge(
        operation(
          "batch:read",
          "Export Batch",
          `Queues the change sheet of a batch, the file that goes to dealers, as a background job as every export: for each price that changes the previous and the new amount, difference and percent, from when and until when. Its rows are the difference between what is in force with the batch and without it, of an open batch as if it were published now; the previous amount is what holds just before, the batch's own rows counted. A discarded batch has none: 409. \`file_options.headings\`: \`names\` for people, the default, or \`keys\`. An organization has at most ${jobLimits.openExports} exports queued or running at once (\`MAX_OPEN_EXPORTS\`, unless the operator has set another), else 429.`,
        ),
      ),
    HttpApiEndpoint.get("listPublications", "/api/catalog/publications", {
      query: PublicationQuery,
      success: PublicationPage,
    }).annotateMerge(
      operation(
        "batch:read",
        "List Publications",
        "Publications after a number, in order, each once: ask again with the last number that you have seen.",
      ),
    ),
  )
  .middleware(RequestValidation)
  .middleware(RateLimit)
  .middleware(Authentication)
  .middleware(Measurement) {}
