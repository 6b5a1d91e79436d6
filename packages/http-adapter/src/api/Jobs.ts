import { Job } from "@hangtag/core"
import { jobLimits } from "@hangtag/core/adapter"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequestValidation } from "../validation/RequestValidation.ts"
import { Authentication } from "./Authentication.ts"
import { NotFound } from "./errors.ts"
import { Idempotency } from "./Idempotency.ts"
import { Measurement } from "./Measurement.ts"
import { operation } from "./operation.ts"
import { RateLimit } from "./RateLimit.ts"

const Text = Schema.String

/** Exports under way: their state, events and end. */
export class Jobs extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.get("getJob", "/api/jobs/:job_id", {
      params: { job_id: Text },
      success: Job,
      error: NotFound,
    }).annotateMerge(operation("product:read", "Get Job", "How an export stands.")),
    HttpApiEndpoint.post("cancelJob", "/api/jobs/:job_id/cancel", {
      params: { job_id: Text },
      success: Job,
      error: NotFound,
    })
      .middleware(Idempotency)
      .annotateMerge(
        operation("product:read", "Cancel Job", "Stops an export; one that has ended stays as it is."),
      ),
    HttpApiEndpoint.get("jobEvents", "/api/jobs/:job_id/events", {
      params: { job_id: Text },
      success: HttpApiSchema.StreamSse({ data: Job }),
      error: NotFound,
    }).annotateMerge(
      operation(
        "product:read",
        "Job Events",
        `An export's progress as server-sent events, each the whole job, ending with its end; \`Last-Event-ID\` resumes after the one seen last. A caller follows at most ${jobLimits.streams} at once (\`MAX_EVENT_STREAMS\`, unless the operator has set another), else 429.`,
      ),
    ),
  )
  .middleware(RequestValidation)
  .middleware(RateLimit)
  .middleware(Authentication)
  .middleware(Measurement)
  .annotate(OpenApi.Description, "Exports under way: their state, events and end.") {}
