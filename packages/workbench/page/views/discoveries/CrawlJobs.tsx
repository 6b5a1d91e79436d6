import { useState } from "preact/hooks"
import { open, pathOf } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { readPages } from "../../app/readPages.ts"
import { useAsk } from "../../app/useAsk.ts"
import { counted, showCount } from "../../format/decimal.ts"
import { TextField } from "../../parts/Field.tsx"
import { Link } from "../../parts/Link.tsx"
import { Answer, Empty } from "../../parts/States.tsx"

/** Crawls that are listed; any other is opened by its id. */
const most = 1_000

/** The crawls that have found something, and how much of it is selected. */
export const CrawlJobs = () => {
  const jobs = useAsk(
    "crawl jobs",
    (signal) => readPages(api.pages("listCrawlJobs", { limit: 200 }, { signal }), most),
    { fresh: false },
  )
  const [search, setSearch] = useState("")
  return (
    <section class="panel" aria-label="Crawls">
      <header>
        <h2>
          Crawls <span class="muted">{jobs.data && showCount(jobs.data)}</span>
        </h2>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (search.trim() !== "") open(pathOf("discoveries", { job: search.trim() }))
          }}
        >
          <TextField
            label="Find a crawl by its id"
            isLabelUnseen
            type="search"
            placeholder="Id of a crawl"
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        </form>
      </header>
      <Answer of={jobs} label="Reading crawls">
        {({ items, ...page }) => {
          const wanted = search.trim().toLowerCase()
          const found = items.filter(({ job_id }) => job_id.toLowerCase().includes(wanted))
          return (
            <>
              {found.length === 0 && (
                <Empty title={wanted === "" ? "No crawl yet" : "No crawl is called so"}>
                  <p>
                    {wanted === ""
                      ? "A crawl is listed here once something that it found was imported."
                      : "Press Enter to open the crawl of exactly this id."}
                  </p>
                </Empty>
              )}
              <ul class="links">
                {found.map(({ job_id, discoveries, selected, counts_are_exact }) => (
                  <li key={job_id}>
                    <Link href={pathOf("discoveries", { job: job_id })}>{job_id}</Link>
                    <span class="muted">
                      {counts_are_exact ? "" : "more than "}
                      {counted(discoveries, "page")} · {showCount(selected)} selected
                    </span>
                  </li>
                ))}
              </ul>
              {page.total > items.length && (
                <p class="state">
                  The first {showCount(items.length)} of {showCount(page)}: open others by their id.
                </p>
              )}
            </>
          )
        }}
      </Answer>
    </section>
  )
}
