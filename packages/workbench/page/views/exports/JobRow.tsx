import { api } from "../../app/api.ts"
import { tell } from "../../app/notices.ts"
import { useDo } from "../../app/useDo.ts"
import { showMoment } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { tellError } from "../../parts/tellError.ts"
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
  const job = useJob(isFollowed ? known.job_id : undefined).job ?? known
  const { job_id } = job
  const act = useDo(async (_key, work: "cancelJob" | "retryJob") => {
    await api[work]({ job_id })
    tell(work === "cancelJob" ? "The export is being stopped" : "The export is tried again")
    onChanged()
  }, tellError)
  return (
    <li>
      <span>
        <code>{job_id.slice(0, 8)}</code> <span class="muted">{job.requested_by}</span>
      </span>
      <span class="muted">{showMoment(job.created_at)}</span>
      <JobState job={job} />
      <span class="actions">
        {job.can_cancel && (
          <Button class="small" isBusy={act.isBusy} onClick={() => void act.run("cancelJob")}>
            Cancel
          </Button>
        )}
        {job.can_retry && (
          <Button class="small" isBusy={act.isBusy} onClick={() => void act.run("retryJob")}>
            Try again
          </Button>
        )}
      </span>
    </li>
  )
}
