import { useState } from "preact/hooks"
import { setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { readPages } from "../../app/readPages.ts"
import { useAsk } from "../../app/useAsk.ts"
import { showCount } from "../../format/decimal.ts"
import { Button } from "../../parts/Button.tsx"
import { Choices } from "../../parts/Field.tsx"
import { Answer, Empty } from "../../parts/States.tsx"
import { JobRow } from "./JobRow.tsx"

const statuses = [
  ["", "All"],
  ["running", "Running"],
  ["queued", "Waiting"],
  ["completed", "Done"],
  ["failed", "Failed"],
] as const

type Status = (typeof statuses)[number][0]
const size = 50

/** Jobs that are followed at once: a caller may have some thirty streams open. */
const mostFollowed = 12

interface JobHistoryProps {
  readonly query: URLSearchParams
  /** Another number where there may be a new job. */
  readonly version: number
}

/** All exports, the newest first; those under way move by their events. */
export const JobHistory = ({ query, version }: JobHistoryProps) => {
  const status = (query.get("status") ?? "") as Status
  const isMine = query.get("whose") === "mine"
  const asked = { limit: size, ...(status && { status }), ...(isMine && { mine: true }) }
  const [pages, setPages] = useState(1)
  const jobs = useAsk(
    `jobs ${JSON.stringify(asked)} ${version} ${pages}`,
    (signal) => readPages(api.pages("listJobs", asked, { signal }), pages * size),
    { fresh: false },
  )
  return (
    <section class="panel" aria-label="Exports" id="history" tabIndex={-1}>
      <header>
        <h2>
          Exports <span class="muted">{jobs.data && showCount(jobs.data)}</span>
        </h2>
        <div class="actions">
          <Choices
            label="Status"
            value={status}
            options={statuses}
            onChoose={(status) => setState({ status })}
          />
          <Choices
            label="Whose"
            value={isMine ? "mine" : ""}
            options={[
              ["", "Everybody's"],
              ["mine", "Mine"],
            ]}
            onChoose={(whose) => setState({ whose })}
          />
        </div>
      </header>
      <Answer of={jobs} label="Reading the history">
        {({ items, next }) =>
          items.length === 0 ? (
            <Empty title="No export here">
              <p>What is exported stays here with its file for some days.</p>
            </Empty>
          ) : (
            <>
              <ul class="jobs">
                {items.map((job, index) => (
                  <JobRow
                    key={job.job_id}
                    known={job}
                    isFollowed={["queued", "running"].includes(job.status) && index < mostFollowed}
                    onChanged={jobs.again}
                  />
                ))}
              </ul>
              {next !== null && (
                <p class="actions state">
                  <Button isBusy={jobs.isLoading} onClick={() => setPages(pages + 1)}>
                    Show more
                  </Button>
                </p>
              )}
            </>
          )
        }
      </Answer>
    </section>
  )
}
