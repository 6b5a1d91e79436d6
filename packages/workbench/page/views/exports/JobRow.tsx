import type { ComponentChildren } from "preact"
import { api } from "../../app/api.ts"
import { tell, tellFailure } from "../../app/notices.ts"
import { showMoment } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { useJob } from "./JobProgress.tsx"
import { type Job, JobState } from "./JobState.tsx"

interface JobRowProps {
  readonly known: Job
  /** By its events, until it ends. */
  readonly isFollowed: boolean
  readonly onChanged: () => void
}

/** A job of a list: whose it is and since when, how it stands, and what can be done about it. */
export const JobRow = ({ known, isFollowed, onChanged }: JobRowProps) => {
  const row = (job: Job) => <Row job={job} onChanged={onChanged} />
  return <li>{isFollowed ? <Followed known={known}>{row}</Followed> : row(known)}</li>
}

interface FollowedProps {
  readonly known: Job
  readonly children: (job: Job) => ComponentChildren
}

const Followed = ({ known, children }: FollowedProps) => (
  <>{children(useJob(known.job_id, known).job ?? known)}</>
)

const Row = ({ job, onChanged }: { readonly job: Job; readonly onChanged: () => void }) => {
  const act = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work()
      tell(said)
      onChanged()
    } catch (error) {
      tellFailure((error as Error).message)
    }
  }
  return (
    <>
      <span>
        <code>{job.job_id.slice(0, 8)}</code> <span class="muted">{job.requested_by}</span>
      </span>
      <span class="muted">{showMoment(job.created_at)}</span>
      <JobState job={job} />
      <span class="actions">
        {job.can_cancel && (
          <Button
            class="small"
            onClick={() =>
              void act(() => api.cancelJob({ job_id: job.job_id }), "The export is being stopped")
            }
          >
            Cancel
          </Button>
        )}
        {job.can_retry && (
          <Button
            class="small"
            onClick={() => void act(() => api.retryJob({ job_id: job.job_id }), "The export is tried again")}
          >
            Try again
          </Button>
        )}
      </span>
    </>
  )
}
