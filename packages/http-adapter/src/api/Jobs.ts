import { Job, JobList } from "@hangtag/core"
import { jobLimits } from "@hangtag/core/adapter"
import { cancelJob, getJob, listJobs, retryJob, watchJob } from "@hangtag/core/effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { forCallers, get, post } from "./endpoint.ts"
import { Idempotency } from "./Idempotency.ts"
import { mountedJob } from "./mountedJob.ts"
import { asItsFile, type Served } from "./served.ts"

const asMounted: Served["body"] = (job, basePath) => mountedJob(job as Job, basePath)

/** Exports: their list, state, events and end. */
export class Jobs extends HttpApiGroup.make("jobs")
  .add(
    get(
      listJobs,
      "/api/jobs",
      "List Jobs",
      "Lists exports, the newest first; with `mine=true` the caller's own. The position in the queue is shown of one job alone. Jobs whose files show prices are listed with `price:read` too, change sheets with `batch:read`. The header Link leads to the next page.",
      {
        success: JobList,
        body: ({ items, ...page }, basePath) => ({
          ...page,
          items: items.map((job: Job) => mountedJob(job, basePath)),
        }),
      },
    ),
    get(getJob, "/api/jobs/:job_id", "Get Job", `How an export stands. ${asItsFile}`, { body: asMounted }),
    post(
      cancelJob,
      "/api/jobs/:job_id/cancel",
      "Cancel Job",
      `Stops an export; one that has ended stays as it is. ${asItsFile}`,
      { body: asMounted },
    ).middleware(Idempotency),
    post(
      retryJob,
      "/api/jobs/:job_id/retry",
      "Retry Job",
      `Queues a failed export again, with what it was asked for, as long as that is kept (else 410); any other stays as it is. ${asItsFile} An organization has at most ${jobLimits.openExports} exports queued or running at once (\`MAX_OPEN_EXPORTS\`, unless the operator has set another), else 429.`,
      { body: asMounted },
    ).middleware(Idempotency),
    get(
      watchJob,
      "/api/jobs/:job_id/events",
      "Job Events",
      `An export's progress as server-sent events, each the whole job, ending with its end; \`Last-Event-ID\` resumes after the one seen last. ${asItsFile} A caller follows at most ${jobLimits.streams} at once (\`MAX_EVENT_STREAMS\`, unless the operator has set another), else 429.`,
      { success: HttpApiSchema.StreamSse({ data: Job }) },
    ),
  )
  .pipe(forCallers)
  .annotate(OpenApi.Description, "Exports: their list, state, events and end.") {}
