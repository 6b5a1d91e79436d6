import { Job, JobList } from "@hangtag/core"
import { jobLimits } from "@hangtag/core/adapter"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequestValidation } from "../validation/RequestValidation.ts"
import { Authentication } from "./Authentication.ts"
import { Gone, NotFound } from "./errors.ts"
import { Idempotency } from "./Idempotency.ts"
import { Measurement } from "./Measurement.ts"
import { asItsFile, operation } from "./operation.ts"
import { RateLimit } from "./RateLimit.ts"
import { JobQuery } from "./requests.ts"

const Text = Schema.String

/** Exports: their list, state, events and end. */
export class Jobs extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.get("listJobs", "/api/jobs", {
      query: JobQuery,
      success: JobList,
    }).annotateMerge(
      operation(
        "product:read",
        "List Jobs",
        "Lists exports, the newest first; with `mine=true` the caller's own. The position in the queue is told of one job alone. Jobs whose files show prices are listed with `price:read` too, change sheets with `batch:read`. The header Link leads to the next page.",
      ),
    ),
    HttpApiEndpoint.get("getJob", "/api/jobs/:job_id", {
      params: { job_id: Text },
      success: Job,
      error: NotFound,
    }).annotateMerge(operation("product:read", "Get Job", `How an export stands. ${asItsFile}`)),
    HttpApiEndpoint.post("cancelJob", "/api/jobs/:job_id/cancel", {
      params: { job_id: Text },
      success: Job,
      error: NotFound,
    })
      .middleware(Idempotency)
      .annotateMerge(
        operation(
          "product:read",
          "Cancel Job",
          `Stops an export; one that has ended stays as it is. ${asItsFile}`,
        ),
      ),
    HttpApiEndpoint.post("retryJob", "/api/jobs/:job_id/retry", {
      params: { job_id: Text },
      success: Job,
      error: [NotFound, Gone],
    })
      .middleware(Idempotency)
      .annotateMerge(
        operation(
          "product:read",
          "Retry Job",
          `Queues a failed export again, with what it was asked for, as long as that is kept (else 410); any other stays as it is. ${asItsFile} An organization has at most ${jobLimits.openExports} exports queued or running at once (\`MAX_OPEN_EXPORTS\`, unless the operator has set another), else 429.`,
        ),
      ),
    HttpApiEndpoint.get("jobEvents", "/api/jobs/:job_id/events", {
      params: { job_id: Text },
      success: HttpApiSchema.StreamSse({ data: Job }),
      error: NotFound,
    }).annotateMerge(
      operation(
        "product:read",
        "Job Events",
        `An export's progress as server-sent events, each the whole job, ending with its end; \`Last-Event-ID\` resumes after the one seen last. ${asItsFile} A caller follows at most ${jobLimits.streams} at once (\`MAX_EVENT_STREAMS\`, unless the operator has set another), else 429.`,
      ),
    ),
  )
  .middleware(RequestValidation)
  .middleware(RateLimit)
  .middleware(Authentication)
  .middleware(Measurement)
  .annotate(OpenApi.Description, "Exports: their list, state, events and end.") {}
