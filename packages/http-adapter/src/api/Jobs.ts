import { Job, JobList } from "@hangtag/core"
import { jobLimits } from "@hangtag/core/adapter"
import { cancelJob, getJob, listJobs, retryJob, watchJob } from "@hangtag/core/effect"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { queryOf } from "../validation/queryOf.ts"
import { Idempotency } from "./Idempotency.ts"
import { mountedJob } from "./mountedJob.ts"
import { asItsFile, errorsOf, type Served, served } from "./served.ts"

const Text = Schema.String

const asMounted: Served["body"] = (job, basePath) => mountedJob(job as Job, basePath)

/** Exports: their list, state, events and end. */
export class Jobs extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.get(listJobs.name, "/api/jobs", {
      query: queryOf(listJobs.input),
      success: JobList,
    }).annotateMerge(
      served(
        listJobs,
        "List Jobs",
        "Lists exports, the newest first; with `mine=true` the caller's own. The position in the queue is shown of one job alone. Jobs whose files show prices are listed with `price:read` too, change sheets with `batch:read`. The header Link leads to the next page.",
        {
          body: ({ items, ...page }, basePath) => ({
            ...page,
            items: items.map((job: Job) => mountedJob(job, basePath)),
          }),
        },
      ),
    ),
    HttpApiEndpoint.get(getJob.name, "/api/jobs/:job_id", {
      params: { job_id: Text },
      success: Job,
      error: errorsOf(getJob),
    }).annotateMerge(served(getJob, "Get Job", `How an export stands. ${asItsFile}`, { body: asMounted })),
    HttpApiEndpoint.post(cancelJob.name, "/api/jobs/:job_id/cancel", {
      params: { job_id: Text },
      success: Job,
      error: errorsOf(cancelJob),
    })
      .middleware(Idempotency)
      .annotateMerge(
        served(cancelJob, "Cancel Job", `Stops an export; one that has ended stays as it is. ${asItsFile}`, {
          body: asMounted,
        }),
      ),
    HttpApiEndpoint.post(retryJob.name, "/api/jobs/:job_id/retry", {
      params: { job_id: Text },
      success: Job,
      error: errorsOf(retryJob),
    })
      .middleware(Idempotency)
      .annotateMerge(
        served(
          retryJob,
          "Retry Job",
          `Queues a failed export again, with what it was asked for, as long as that is kept (else 410); any other stays as it is. ${asItsFile} An organization has at most ${jobLimits.openExports} exports queued or running at once (\`MAX_OPEN_EXPORTS\`, unless the operator has set another), else 429.`,
          { body: asMounted },
        ),
      ),
    HttpApiEndpoint.get(watchJob.name, "/api/jobs/:job_id/events", {
      params: { job_id: Text },
      success: HttpApiSchema.StreamSse({ data: Job }),
      error: errorsOf(watchJob),
    }).annotateMerge(
      served(
        watchJob,
        "Job Events",
        `An export's progress as server-sent events, each the whole job, ending with its end; \`Last-Event-ID\` resumes after the one seen last. ${asItsFile} A caller follows at most ${jobLimits.streams} at once (\`MAX_EVENT_STREAMS\`, unless the operator has set another), else 429.`,
      ),
    ),
  )
  .annotate(OpenApi.Description, "Exports: their list, state, events and end.") {}
