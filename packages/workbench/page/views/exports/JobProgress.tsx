import { useEffect, useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { lost, reached } from "../../app/connection.ts"
import { isLost } from "../../app/useAsk.ts"
import { messageOf } from "../../format/messageOf.ts"
import { type Job, JobState } from "./JobState.tsx"

/** A job as its events tell it; a lost connection is taken up again, for as long as it takes; undefined follows none. */
export const useJob = (jobId: string | undefined) => {
  const [job, setJob] = useState<Job>()
  const [error, setError] = useState<Error>()
  useEffect(() => {
    if (jobId === undefined) return setJob(undefined)
    const stopped = new AbortController()
    const { signal } = stopped
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = async () => {
      try {
        for await (const job of api.watchJob({ job_id: jobId }, { signal })) {
          reached()
          setJob(job)
        }
      } catch (error) {
        if (signal.aborted) return
        if (isLost(error)) lost()
        if (isLost(error) || /ended before/.test((error as Error).message)) timer = setTimeout(follow, 2_000)
        else setError(error as Error)
      }
    }
    void follow()
    return () => {
      stopped.abort()
      clearTimeout(timer)
    }
  }, [jobId])
  return { job, error }
}

/** A job followed to its end, with its file. */
export const JobProgress = ({ jobId }: { readonly jobId: string }) => {
  const { job, error } = useJob(jobId)
  if (error !== undefined) return <span class="fault">{messageOf(error)}</span>
  return job === undefined ? <span class="muted">Queued…</span> : <JobState job={job} />
}
