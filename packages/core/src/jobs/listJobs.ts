import * as Effect from "effect/Effect"
import { pageOf } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import { JobPage, JobQuery } from "./Job.ts"
import { JobRepository } from "./JobRepository.ts"
import { listedJob } from "./jobView.ts"

/**
 * Lists jobs, the newest first; those that the caller asked for where `mine` is. Needs `product:read`; jobs whose files
 * show what asks for more are left out.
 */
export const listJobs = operation({
  name: "listJobs",
  permission: "product:read",
  input: JobQuery,
  output: JobPage,
  errors: [],
  ports: [JobRepository],
  limits: [],
  effect: "read",
  run: Effect.fnUntraced(function* (principal, { status, mine, limit, after }) {
    const { list } = yield* JobRepository
    const found = yield* list(principal.organization, {
      status,
      requested_by: mine ? principal.subject : null,
      permissions: [...principal.permissions],
      limit,
      after,
    })
    const { items, ...rest } = pageOf(found, ({ created_at, job_id }) => ({ created_at, job_id }))
    return { ...rest, items: items.map(listedJob) }
  }),
})
