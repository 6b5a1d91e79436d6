import { useCallback, useRef, useState } from "preact/hooks"
import { setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useAsk } from "../../app/useAsk.ts"
import { counted, showAmount, showCount } from "../../format/decimal.ts"
import { showEffective } from "../../format/time.ts"
import { Choices, TextField } from "../../parts/Field.tsx"
import { Rows } from "../../parts/Rows.tsx"
import { Answer, Empty } from "../../parts/States.tsx"

type Page = Awaited<ReturnType<typeof api.listBatchRecords>>

const size = 100

interface BatchRecordsProps {
  readonly batchKey: string
  readonly query: URLSearchParams
  readonly zone: string
  /** Another number where the batch has other records by now. */
  readonly version?: number | string
}

/** All records of a batch, a million of them too: pages are fetched as they come into sight. */
export const BatchRecords = ({ batchKey, query, zone, version = 0 }: BatchRecordsProps) => {
  const search = query.get("records") ?? ""
  const sort = query.get("sort") === "desc" ? "desc" : "asc"
  const of = JSON.stringify([batchKey, search, sort, version])
  const asked = { key: batchKey, limit: size, sort, ...(search && { search }) }
  // which list it is goes along: what is shown while the next is awaited is another one
  const first = useAsk(
    `records ${of}`,
    async (signal) => ({ of, asked, page: await api.listBatchRecords(asked, { signal }) }),
    { after: 120, fresh: false },
  )
  return (
    <section class="panel" aria-label="Records">
      <header>
        <h2>
          Records <span class="muted">{first.data && showCount(first.data.page.total)}</span>
        </h2>
        <div class="actions">
          <Choices
            label="Order"
            value={sort}
            options={[
              ["asc", "A–Z"],
              ["desc", "Z–A"],
            ]}
            onChoose={(sort) => setState({ sort: sort === "asc" ? "" : sort })}
          />
          <TextField
            label="Search records"
            isLabelUnseen
            type="search"
            placeholder="Variant, name or type"
            maxLength={200}
            value={search}
            onInput={(event) => setState({ records: event.currentTarget.value }, { replace: true })}
          />
        </div>
      </header>
      <Answer of={first} label="Reading records">
        {({ of, asked, page }) =>
          page.total === 0 ? (
            <Empty title={search === "" ? "No record" : `Nothing like “${search}”`}>
              <p>
                {search === "" ? "The batch sets no price." : "Search for a part of a variant's key or name."}
              </p>
            </Empty>
          ) : (
            <RecordRows key={of} of={of} asked={asked} first={page} zone={zone} />
          )
        }
      </Answer>
    </section>
  )
}

interface RecordRowsProps {
  readonly of: string
  readonly asked: Parameters<typeof api.listBatchRecords>[0]
  readonly first: Page
  readonly zone: string
}

const RecordRows = ({ of, asked, first, zone }: RecordRowsProps) => {
  const pages = useRef(new Map<number, Page["items"] | "asked">([[0, first.items]]))
  const [, redraw] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const fetchPage = useCallback(
    async (page: number) => {
      if (pages.current.has(page)) return
      pages.current.set(page, "asked")
      try {
        pages.current.set(page, (await api.listBatchRecords({ ...asked, offset: page * size })).items)
      } catch {
        // scrolled to again it is asked for again
        pages.current.delete(page)
      }
      redraw((count) => count + 1)
    },
    [asked],
  )
  const onSeen = useCallback(
    (from: number, to: number) => {
      clearTimeout(timer.current)
      // who scrolls past a hundred thousand rows wants none of them
      timer.current = setTimeout(() => {
        for (let page = Math.floor(from / size); page <= Math.floor(to / size); page++) void fetchPage(page)
      }, 60)
    },
    [fetchPage],
  )
  return (
    <Rows
      class="records"
      count={first.total}
      columns={6}
      of={of}
      label={`Records: ${counted(first.total, "row")}`}
      onSeen={onSeen}
      headings={["Variant", "Name", "Price type", "Amount", "From", "Status"].map((name) => (
        <span role="columnheader" key={name} class={name === "Amount" ? "number" : ""}>
          {name}
        </span>
      ))}
      row={(index) => {
        const page = pages.current.get(Math.floor(index / size))
        const record = Array.isArray(page) ? page[index % size] : undefined
        if (record === undefined)
          return (
            <span role="cell" class="muted">
              {showCount(index + 1)} …
            </span>
          )
        return (
          <>
            <span role="cell" class="key">
              {record.variant_key}
            </span>
            <span role="cell">{record.variant_name ?? "–"}</span>
            <span role="cell">{record.price_type}</span>
            <span role="cell" class="number">
              {showAmount(record.amount)}
            </span>
            <span role="cell">{showEffective(record.effective_from, zone)}</span>
            <span role="cell">
              <span class={`badge ${record.status === "active" ? "ok" : ""}`}>{record.status}</span>
            </span>
          </>
        )
      }}
    />
  )
}
