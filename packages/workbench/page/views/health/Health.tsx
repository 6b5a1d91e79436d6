import { useEffect } from "preact/hooks"
import { root } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useMay } from "../../app/caller.ts"
import { useAsk } from "../../app/useAsk.ts"
import { showCount } from "../../format/decimal.ts"
import { showMoment } from "../../format/time.ts"
import { Answer, Empty } from "../../parts/States.tsx"
import { JobState } from "../exports/JobState.tsx"

interface Readiness {
  readonly status: string
  readonly checks: Readonly<Record<string, string>>
}

/** Said with 503 too: what it says of each part is what is wanted. */
const readiness = async (signal: AbortSignal): Promise<Readiness> => {
  const response = await fetch(`${root}/readyz`, { signal })
  return (await response.json()) as Readiness
}

const every = 5_000

/** What runs, waits and has failed, and why; looked at again every five seconds while it is seen. */
export const Health = () => {
  const mayJobs = useMay("product:read")
  const ready = useAsk("readiness", readiness, { fresh: false })
  return (
    <>
      <div class="head">
        <div>
          <h1>Health</h1>
          <p>What runs, what waits, what failed and why. Looked at again every five seconds.</p>
        </div>
      </div>
      <section class="panel" aria-label="Parts">
        <header>
          <h2>Parts</h2>
          <Again run={ready.again} />
        </header>
        <Answer of={ready} label="Asking each part">
          {({ checks }) => (
            <div class="inside">
              <dl class="facts">
                {Object.entries(checks).map(([name, said]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>
                      <span class={`badge ${said === "ok" ? "ok" : "bad"}`}>
                        {said === "ok" ? "answers" : said}
                      </span>
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          )}
        </Answer>
      </section>
      {mayJobs && (
        <>
          <Jobs status="running" title="Runs" none="Nothing runs." />
          <Jobs status="queued" title="Waits" none="Nothing waits." />
          <Jobs status="failed" title="Failed" none="Nothing has failed." />
        </>
      )}
    </>
  )
}

const Again = ({ run }: { readonly run: () => void }) => {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && run(), every)
    return () => clearInterval(timer)
  }, [])
  return null
}

interface JobsProps {
  readonly status: "running" | "queued" | "failed"
  readonly title: string
  readonly none: string
}

const Jobs = ({ status, title, none }: JobsProps) => {
  const jobs = useAsk(`health ${status}`, (signal) => api.listJobs({ status, limit: 20 }, { signal }), {
    fresh: false,
  })
  return (
    <section class="panel" aria-label={title}>
      <header>
        <h2>
          {title} <span class="muted">{jobs.data && showCount(jobs.data.total)}</span>
        </h2>
        <Again run={jobs.again} />
      </header>
      <Answer of={jobs} label="Looking at jobs">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={none} />
          ) : (
            <ul class="jobs">
              {items.map((job) => (
                <li key={job.job_id}>
                  <span>
                    <code>{job.job_id.slice(0, 8)}</code> <span class="muted">{job.requested_by}</span>
                  </span>
                  <span class="muted">{showMoment(job.created_at)}</span>
                  <JobState job={job} />
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </section>
  )
}
