import { BatchRecordPage } from "@hangtag/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { RecordedRoute } from "../validation/RecordedRoute.ts"
import { RequestValidation } from "../validation/RequestValidation.ts"
import { Authentication } from "./Authentication.ts"
import { NotFound } from "./errors.ts"
import { Measurement } from "./Measurement.ts"
import { operation } from "./operation.ts"
import { RateLimit } from "./RateLimit.ts"
import { BatchRecordsQuery } from "./requests.ts"

const Text = Schema.String

/** Records of catalog batches. */
export class Batches extends HttpApiGroup.make("batches")
  .add(
    HttpApiEndpoint.get("listBatchRecords", "/api/catalog/batches/:key/records", {
      params: { key: Text },
      query: BatchRecordsQuery,
      success: BatchRecordPage,
      error: NotFound,
    })
      .annotateMerge(
        operation(
          "batch:read",
          "List Batch Records",
          "Lists a batch's records by variant key, price type and record key. The header Link leads to the next page, and to every record once even while others are added.",
          "record_offset",
        ),
      )
      .annotate(RecordedRoute, true),
  )
  .middleware(RequestValidation)
  .middleware(RateLimit)
  .middleware(Authentication)
  .middleware(Measurement)
  .annotate(OpenApi.Description, "Records of catalog batches.") {}
