import { JobArchive, type JobHolding } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { type MemoryState, organizationOf, type StoredJob, withOrganization } from "./MemoryState.ts"

const allJobs = (state: MemoryState): ReadonlyArray<StoredJob> =>
  [...state.organizations.values()].flatMap(({ jobs }) => [...jobs.values()])

const holding = ({ organization, job_id, status, file }: StoredJob): JobHolding => ({
  organization,
  job_id,
  hasEnded: status !== "queued" && status !== "running",
  storage_key: status === "completed" ? (file?.storage_key ?? null) : null,
})

const endedBefore = (state: MemoryState, before: number) =>
  allJobs(state)
    .filter(({ finished_at }) => finished_at !== null && finished_at < before)
    .sort((a, b) => a.finished_at! - b.finished_at!)

/** Jobs of all organizations, as housekeeping sees them. */
export const memoryJobArchive: Layer.Layer<JobArchive, never, MemoryCatalog> = Layer.effect(
  JobArchive,
  Effect.map(MemoryCatalog, ({ read, write }) =>
    JobArchive.of({
      completedBefore: (before, limit) =>
        read((state) =>
          endedBefore(state, before)
            .filter(({ status }) => status === "completed")
            .slice(0, limit)
            .map(holding),
        ),
      expire: ({ organization, job_id }, message) =>
        write((state) => {
          const { jobs } = organizationOf(state, organization)
          const job = jobs.get(job_id)
          if (job?.status !== "completed") return [undefined, state]
          const expired: StoredJob = { ...job, status: "expired", message }
          return [
            undefined,
            withOrganization(state, organization, { jobs: new Map(jobs).set(job_id, expired) }),
          ]
        }),
      holdings: (jobIds) =>
        read((state) =>
          allJobs(state)
            .filter(({ job_id }) => jobIds.includes(job_id))
            .map(holding),
        ),
      forgetRequests: (before, limit) =>
        write((state) => {
          const forgotten = endedBefore(state, before)
            .filter(({ status, request }) => status === "failed" && request !== null)
            .slice(0, limit)
          const without = forgotten.reduce((after, job) => {
            const jobs = new Map(organizationOf(after, job.organization).jobs)
            return withOrganization(after, job.organization, {
              jobs: jobs.set(job.job_id, { ...job, request: null }),
            })
          }, state)
          return [forgotten.length, without]
        }),
      forget: (before, limit) =>
        write((state) => {
          const forgotten = endedBefore(state, before)
            .filter(({ status }) => status !== "completed")
            .slice(0, limit)
          const left = forgotten.reduce((after, { organization, job_id }) => {
            const jobs = new Map(organizationOf(after, organization).jobs)
            jobs.delete(job_id)
            return withOrganization(after, organization, { jobs })
          }, state)
          return [forgotten.length, left]
        }),
    }),
  ),
)
