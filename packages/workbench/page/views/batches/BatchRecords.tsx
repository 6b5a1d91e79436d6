import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import type { ListNames } from "../../app/priceLists.ts"
import { useAsk } from "../../app/useAsk.ts"
import { counted, showCount, showSaid } from "../../format/decimal.ts"
import { effectiveMillis, showEffective } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { Choices, TextField } from "../../parts/Field.tsx"
import { ColumnHeads } from "../../parts/Headings.tsx"
import { mostPrinted, Rows } from "../../parts/Rows.tsx"
import { Sku } from "../../parts/Sku.tsx"
import { Answer, Empty } from "../../parts/States.tsx"
import { TypeInList } from "../../parts/TypeInList.tsx"
import { tellError } from "../../parts/tellError.ts"

type Page = Awaited<ReturnType<typeof api.listBatchRecords>>
type Item = Page["items"][number]

const size = 100

/** Records that are read to the end without being scrolled to, so that they are there when the page is printed. */
const mostAhead = 1_000

interface BatchRecordsProps {
  readonly batchKey: string
  readonly query: URLSearchParams
  readonly zone: string
  readonly lists: ListNames
  /** Another number where the batch has other records by now. */
  readonly version?: number | string
  readonly whenEmpty?: string
  /** What the rows do not tell, and where it is. */
  readonly note?: string | undefined
}

/** All records of a batch, a million of them too: pages are fetched as they come into sight. */
export const BatchRecords = ({
  batchKey,
  query,
  zone,
  lists,
  version = 0,
  whenEmpty,
  note,
}: BatchRecordsProps) => {
  const search = query.get("records") ?? ""
  const sort = query.get("sort") === "desc" ? "desc" : "asc"
  const of = JSON.stringify([batchKey, search, sort, version])
  const asked = { batch_key: batchKey, limit: size, sort, ...(search && { search }) }
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
                {search === ""
                  ? (whenEmpty ?? "The batch sets no price.")
                  : "Search for a part of a variant's key or name."}
              </p>
            </Empty>
          ) : (
            <>
              <RecordRows key={of} of={of} asked={asked} first={page} {...{ zone, lists }} />
              {note !== undefined && <p class="legend muted">{note}</p>}
            </>
          )
        }
      </Answer>
    </section>
  )
}

/** Active from the moment it is published; paid from its day on. */
const Status = ({ of: { status, effective_from }, zone }: { readonly of: Item; readonly zone: string }) => {
  const isToCome = status === "active" && (effectiveMillis(effective_from, zone) ?? 0) > Date.now()
  return isToCome ? (
    <span class="badge changed">scheduled</span>
  ) : (
    <span class={`badge ${status === "active" ? "ok" : ""}`}>{status}</span>
  )
}

/** The same records; those of one variant, price type and list by their day. */
const byDay = (items: Page["items"], zone: string): Page["items"] => {
  const places = new Map<string, number>()
  for (const { variant_key, price_type, price_list } of items) {
    const pair = JSON.stringify([variant_key, price_type, price_list])
    if (!places.has(pair)) places.set(pair, places.size)
  }
  const ranked = items.map((item) => ({
    item,
    place: places.get(JSON.stringify([item.variant_key, item.price_type, item.price_list]))!,
    at: effectiveMillis(item.effective_from, zone) ?? 0,
  }))
  return ranked.sort((a, b) => a.place - b.place || a.at - b.at).map(({ item }) => item)
}

interface RecordRowsProps {
  readonly of: string
  readonly asked: Parameters<typeof api.listBatchRecords>[0]
  readonly first: Page
  readonly zone: string
  readonly lists: ListNames
}

const RecordRows = ({ of, asked, first, zone, lists }: RecordRowsProps) => {
  const { nameOf, currencyOf } = lists
  const pages = useRef(new Map([[0, byDay(first.items, zone)]]))
  const asking = useRef(new Map([[0, Promise.resolve(true)]]))
  const [, redraw] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  /** Whether the page is there. */
  const fetchPage = useCallback(
    (page: number): Promise<boolean> => {
      const asks =
        asking.current.get(page) ??
        api.listBatchRecords({ ...asked, offset: page * size }).then(
          ({ items }) => {
            pages.current.set(page, byDay(items, zone))
            redraw((count) => count + 1)
            return true
          },
          (error) => {
            // scrolled to again it is asked for again
            asking.current.delete(page)
            tellError(error)
            return false
          },
        )
      asking.current.set(page, asks)
      return asks
    },
    [asked, zone],
  )
  const pageCount = Math.ceil(Math.min(first.total, mostPrinted) / size)
  const fetchAll = useCallback(async () => {
    for (let page = 1; page < pageCount; page++) if (!(await fetchPage(page))) return false
    return true
  }, [fetchPage, pageCount])
  useEffect(() => {
    if (first.total <= mostAhead) void fetchAll()
  }, [fetchAll, first.total])
  const [isPreparing, setPreparing] = useState(false)
  const printAll = async () => {
    setPreparing(true)
    const areThere = await fetchAll()
    setPreparing(false)
    // once they are drawn
    if (areThere) setTimeout(() => window.print())
  }
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
    <>
      {first.total > mostAhead && (
        <p class="actions under">
          <Button class="small" isBusy={isPreparing} onClick={() => !isPreparing && void printAll()}>
            Print {first.total > mostPrinted ? `the first ${showCount(mostPrinted)}` : "all of them"}
          </Button>
        </p>
      )}
      <Rows
        class="records"
        count={first.total}
        columns={6}
        of={of}
        label={`Records: ${counted(first.total, "row")}`}
        onSeen={onSeen}
        headings={
          <ColumnHeads
            names={["Variant", "Name", "Price type", "Amount", "From", "Status"]}
            numbers={["Amount"]}
          />
        }
        row={(index) => {
          const record = pages.current.get(Math.floor(index / size))?.[index % size]
          if (record === undefined)
            return (
              <span role="cell" class="muted">
                {showCount(index + 1)} …
              </span>
            )
          return (
            <>
              <span role="cell" class="key">
                <Sku of={record.variant_key} />
              </span>
              <span role="cell">
                <bdi>{record.variant_name ?? "–"}</bdi>
              </span>
              <span role="cell">
                <TypeInList type={record.price_type} list={nameOf(record.price_list)} />
              </span>
              <span role="cell" class="number">
                {showSaid(record, currencyOf(record.price_list))}
              </span>
              <span role="cell">{showEffective(record.effective_from, zone)}</span>
              <span role="cell">
                <Status of={record} zone={zone} />
              </span>
            </>
          )
        }}
      />
    </>
  )
}
