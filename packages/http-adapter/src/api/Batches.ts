import { BatchRecordPage } from "@hangtag/core"
import { listBatchRecords } from "@hangtag/core/effect"
import { Effect, Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { queryOf } from "../validation/queryOf.ts"
import { forCallers, get } from "./endpoint.ts"

/** As the interface has it: a pattern. */
const sort = Schema.String.check(Schema.isPattern(/^(asc|desc)$/u))
  .annotateKey({ default: "asc" })
  .pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed("asc")))

/** Records of catalog batches. */
export class Batches extends HttpApiGroup.make("batches")
  .add(
    get(
      listBatchRecords,
      "/api/catalog/batches/:key/records",
      "List Batch Records",
      "Lists a batch's records by variant key, price type and record key. The header Link leads to the next page, and to every record once even while others are added.",
      {
        query: queryOf(listBatchRecords.input, ["batch_key"], { sort }),
        success: BatchRecordPage,
        names: { batch_key: "key" },
        linked: () => ({ offset: null }),
      },
    ),
  )
  .pipe(forCallers)
  .annotate(OpenApi.Description, "Records of catalog batches.") {}
