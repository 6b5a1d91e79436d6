import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { tellFailure } from "../../app/notices.ts"
import { useAsk } from "../../app/useAsk.ts"
import { showCount } from "../../format/decimal.ts"
import { Button } from "../../parts/Button.tsx"
import { Choices } from "../../parts/Field.tsx"
import { Answer, Empty } from "../../parts/States.tsx"
import { JobRow } from "./JobRow.tsx"
import type { Job } from "./JobState.tsx"

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
  const first = useAsk(
    `jobs ${JSON.stringify(asked)} ${version}`,
    async (signal) => {
      const pages = api.pages("listJobs", asked, { signal })[Symbol.asyncIterator]()
      const { value } = await pages.next()
      return { page: value!, pages }
    },
    { fresh: false },
  )
  const [more, setMore] = useState<ReadonlyArray<Job>>([])
  const [isEnd, setEnd] = useState(false)
  const of = useRef(first.data)
  useEffect(() => {
    of.current = first.data
    setMore([])
    setEnd(false)
  }, [first.data])
  const next = useCallback(async () => {
    const from = of.current
    try {
      const { value, done } = await from!.pages.next()
      if (of.current !== from) return
      if (done || value === undefined) setEnd(true)
      else setMore((more) => [...more, ...value.items])
    } catch (error) {
      tellFailure((error as Error).message)
    }
  }, [])
  return (
    <section class="panel" aria-label="Exports" id="history" tabIndex={-1}>
      <header>
        <h2>
          Exports <span class="muted">{first.data && showCount(first.data.page.total)}</span>
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
      <Answer of={first} label="Reading the history">
        {({ page }) => {
          const jobs = [...page.items, ...more]
          return jobs.length === 0 ? (
            <Empty title="No export here">
              <p>What is exported stays here with its file for some days.</p>
            </Empty>
          ) : (
            <>
              <ul class="jobs">
                {jobs.map((job, index) => (
                  <JobRow
                    key={job.job_id}
                    known={job}
                    isFollowed={["queued", "running"].includes(job.status) && index < mostFollowed}
                    onChanged={first.again}
                  />
                ))}
              </ul>
              {!isEnd && jobs.length < page.total && (
                <p class="actions state">
                  <Button onClick={() => void next()}>Show more</Button>
                </p>
              )}
            </>
          )
        }}
      </Answer>
    </section>
  )
}
