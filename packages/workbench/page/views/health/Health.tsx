import { useEffect } from "preact/hooks"
import { pathOf, root } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useMay } from "../../app/caller.ts"
import { askAgain, useAsk } from "../../app/useAsk.ts"
import { counted, showCount } from "../../format/decimal.ts"
import { Head } from "../../parts/Head.tsx"
import { Link } from "../../parts/Link.tsx"
import { Answer } from "../../parts/States.tsx"
import { JobRow } from "../exports/JobRow.tsx"

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
      <Head title="Health">
        What runs, what waits, what failed and why. Looked at again every five seconds.
      </Head>
      <section class="panel" aria-label="Parts">
        <header>
          <h2>Parts</h2>
          <Again run={ready.again} />
        </header>
        <Answer of={ready} label="Asking each part">
          {({ checks }) => (
            <ul class="links">
              {Object.entries(checks).map(([name, said]) => (
                <li key={name}>
                  <span>{name}</span>
                  <span class={`badge ${said === "ok" ? "ok" : "bad"}`}>
                    {said === "ok" ? "answers" : said}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Answer>
      </section>
      {mayJobs && (
        <>
          <Jobs status="running" title="Runs" none="No export runs." />
          <Jobs status="queued" title="Waits" none="No export waits." />
          <Jobs status="failed" title="Failed" none="No export has failed." />
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
  const { items = [], total = 0 } = jobs.data ?? {}
  return (
    <section class="panel" aria-label={title}>
      <header>
        <h2>
          {title} <span class="muted">{jobs.data && showCount(total)}</span>
        </h2>
        {jobs.data && total === 0 && <p>{none}</p>}
        {total > items.length && (
          <Link href={pathOf("exports", { status })}>All {counted(total, "export")}</Link>
        )}
        <Again run={jobs.again} />
      </header>
      {(jobs.data === undefined || items.length > 0) && (
        <Answer of={jobs} label="Looking at jobs">
          {({ items }) => (
            <ul class="jobs">
              {items.map((job) => (
                <JobRow key={job.job_id} known={job} isFollowed={false} onChanged={askAgain} />
              ))}
            </ul>
          )}
        </Answer>
      )}
    </section>
  )
}
