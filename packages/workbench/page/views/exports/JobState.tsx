import type { Job as KnownJob } from "@hangtag/client"
import { api } from "../../app/api.ts"
import { showCount } from "../../format/decimal.ts"
import { inWords } from "../../format/inWords.ts"
import { showMoment, showSpan } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { tellError } from "../../parts/tellError.ts"

/** A job, of a list too, which does not tell the position in the queue. */
export type Job = Omit<KnownJob, "queue_position"> & { readonly queue_position?: number | null }

/** Asks for the link and follows it: a link is for a few minutes, and made at each press. */
const download = async (jobId: string) => {
  try {
    const { url, file_name } = await api.downloadLink({ job_id: jobId })
    const link = document.createElement("a")
    link.href = url
    link.download = file_name
    link.click()
  } catch (error) {
    tellError(error)
  }
}

const restOf = ({ estimated_end }: Job): string => {
  if (estimated_end === null) return ""
  const seconds = (Date.parse(estimated_end) - Date.now()) / 1000
  return seconds > 1 ? `, ${showSpan(seconds)} left` : ""
}

/** How a job stands, in one line: progress while it runs, then its file or what went wrong. */
export const JobState = ({ job }: { readonly job: Job }) => {
  const { status, processed, total, message, error, file_name } = job
  if (status === "running" || status === "queued") {
    const share = total === 0 ? 0 : Math.min(1, processed / total)
    return (
      <span class="jobstate">
        <span
          class="bar"
          role="progressbar"
          aria-label="Progress"
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={processed}
        >
          <span style={{ width: `${share * 100}%` }} />
        </span>
        <span class="muted">
          {status === "queued"
            ? job.queue_position == null
              ? "Waiting for a worker"
              : `${showCount(job.queue_position)} in the queue`
            : `${showCount(processed)} of ${showCount(total)}${restOf(job)}`}
        </span>
        {job.next_attempt_at !== null && job.attempt > 0 && (
          <span class="fault">
            Attempt {job.attempt} failed{error !== null && `: ${inWords(error)}`}; the next begins{" "}
            {showMoment(job.next_attempt_at)}
          </span>
        )}
      </span>
    )
  }
  if (status === "completed")
    return (
      <span class="jobstate">
        <Button class="small" onClick={() => void download(job.job_id)}>
          Download {file_name ?? "file"}
        </Button>
        {message !== "" && <span class="muted">{message}</span>}
      </span>
    )
  return (
    <span class="jobstate">
      <span class={`badge ${status}`}>{status}</span>
      <span class={status === "failed" ? "fault" : "muted"}>{inWords(error ?? message)}</span>
      {status === "failed" && !job.can_retry && (
        <span class="muted">What was asked for is kept no longer: export anew.</span>
      )}
    </span>
  )
}
