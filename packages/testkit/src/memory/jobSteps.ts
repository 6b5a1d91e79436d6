import { compareText, instantFromMillis, type JobClaim, type JobRecord } from "@hangtag/core"
import {
  type MemoryState,
  organizationOf,
  type StoredJob,
  withEntry,
  withOrganization,
} from "./MemoryState.ts"

/** What is said of a job. */
export const jobRecord = ({
  token: _,
  trace: _trace,
  heartbeat_at: _h,
  not_before,
  request,
  turn: _t,
  ...job
}: StoredJob): JobRecord => ({
  ...job,
  has_request: request !== null,
  next_attempt_at: job.status === "queued" && not_before > 0 ? instantFromMillis(not_before) : null,
})

export const hasEnded = ({ status }: Pick<JobRecord, "status">): boolean =>
  status !== "queued" && status !== "running"

export const allJobs = (state: MemoryState): ReadonlyArray<StoredJob> =>
  [...state.organizations.values()].flatMap(({ jobs }) => [...jobs.values()])

/** The order of a list of jobs: the newest first. */
export const newestFirst = (
  a: Pick<JobRecord, "created_at" | "job_id">,
  b: Pick<JobRecord, "created_at" | "job_id">,
): number => b.created_at - a.created_at || compareText(b.job_id, a.job_id)

export const findJob = (state: MemoryState, organization: string, jobId: string): StoredJob | undefined =>
  organizationOf(state, organization).jobs.get(jobId)

export const saveJob = (state: MemoryState, job: StoredJob): MemoryState =>
  withOrganization(state, job.organization, {
    jobs: withEntry(organizationOf(state, job.organization).jobs, job.job_id, job),
  })

/** The job while the claim holds. */
export const claimedJob = (state: MemoryState, claim: JobClaim): StoredJob | undefined => {
  const job = findJob(state, claim.organization, claim.job_id)
  return job?.status === "running" && job.token === claim.token ? job : undefined
}

/** Of a job that does not run. */
export const noPace = { rows_per_second: null, estimated_end: null }
