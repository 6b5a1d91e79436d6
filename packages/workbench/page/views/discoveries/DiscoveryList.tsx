import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { tell } from "../../app/notices.ts"
import { readPages } from "../../app/readPages.ts"
import { useAsk } from "../../app/useAsk.ts"
import { counted, showCount } from "../../format/decimal.ts"
import { Button } from "../../parts/Button.tsx"
import { Choices, TextField } from "../../parts/Field.tsx"
import { Answer, Empty } from "../../parts/States.tsx"
import { tellError } from "../../parts/tellError.ts"

type Discovery = Awaited<ReturnType<typeof api.listCrawlDiscoveries>>["items"][number]

const filters = [
  ["", "All"],
  ["true", "Selected"],
  ["false", "Not selected"],
] as const

/** Discoveries that are shown at once; others are found by search. */
const most = 1_000

interface DiscoveryListProps {
  readonly job: string
  readonly query: URLSearchParams
}

/** What a crawl found, selected one by one or many at once: shown at once, and undone where the server did not take it. */
export const DiscoveryList = ({ job, query }: DiscoveryListProps) => {
  const [search, selected] = [query.get("search") ?? "", query.get("selected") ?? ""]
  const asked = {
    job_id: job,
    limit: 200,
    ...(search && { search }),
    ...(selected && { selected: selected === "true" }),
  }
  const found = useAsk(
    `discoveries ${JSON.stringify(asked)}`,
    (signal) => readPages(api.pages("listCrawlDiscoveries", asked, { signal }), most),
    { after: 120, fresh: false },
  )
  const [own, setOwn] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState(0)
  const items = useMemo(() => found.data?.items ?? [], [found.data])
  const isSelected = (each: Discovery) => own.get(each.discovery_id) ?? each.selected

  useEffect(() => {
    setOwn(new Map())
    setMarked(new Set())
  }, [found.data])

  const put = (values: ReadonlyArray<readonly [string, boolean]>) =>
    setOwn((own) => new Map([...own, ...values]))
  const select = async (ids: ReadonlyArray<string>, value: boolean) => {
    const wanted = new Set(ids)
    const before = items
      .filter((each) => wanted.has(each.discovery_id) && isSelected(each) !== value)
      .map(({ discovery_id }) => discovery_id)
    if (before.length === 0) return
    put(before.map((id) => [id, value]))
    const undo = () => put(before.map((id) => [id, !value]))
    const send = (selected: boolean) =>
      api.selectCrawlDiscoveries({ job_id: job, discovery_ids: before, selected })
    try {
      const { not_found } = await send(value)
      tell(`${counted(before.length - not_found, "page")} ${value ? "selected" : "deselected"}`, {
        label: "Undo",
        run: () => {
          undo()
          send(!value).catch((error) => {
            put(before.map((id) => [id, value]))
            tellError(error, "Not undone: ")
          })
        },
      })
    } catch (error) {
      undo()
      tellError(error, "Nothing was changed: ")
    }
  }
  const mark = (id: string, value: boolean) =>
    setMarked((marked) => {
      const next = new Set(marked)
      if (value) next.add(id)
      else next.delete(id)
      return next
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement && event.target.type === "search") return
    const here = items[at]
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setAt(Math.min(items.length - 1, at + 1)),
      ArrowUp: () => setAt(Math.max(0, at - 1)),
      j: () => setAt(Math.min(items.length - 1, at + 1)),
      k: () => setAt(Math.max(0, at - 1)),
      x: () => here && mark(here.discovery_id, !marked.has(here.discovery_id)),
      " ": () => here && void select([here.discovery_id], !isSelected(here)),
      a: () =>
        setMarked(new Set(marked.size === items.length ? [] : items.map(({ discovery_id }) => discovery_id))),
      s: () => void select([...marked], true),
      d: () => void select([...marked], false),
    }
    const act = keys[event.key]
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  return (
    <section class="panel" aria-label="Discoveries">
      <header>
        <Choices
          label="Which"
          value={selected as ""}
          options={filters}
          onChoose={(selected) => setState({ selected })}
        />
        <div class="actions">
          {marked.size > 0 && (
            <>
              <span class="muted">{counted(marked.size, "marked", "marked")}</span>
              <Button class="small" onClick={() => void select([...marked], true)}>
                Select <kbd>s</kbd>
              </Button>
              <Button class="small" onClick={() => void select([...marked], false)}>
                Deselect <kbd>d</kbd>
              </Button>
            </>
          )}
          <TextField
            label="Search discoveries"
            isLabelUnseen
            type="search"
            placeholder="Title or address"
            value={search}
            onInput={(event) => setState({ search: event.currentTarget.value }, { replace: true })}
          />
        </div>
      </header>
      <Answer of={found} label="Reading discoveries">
        {(page) =>
          items.length === 0 ? (
            <Empty title="Nothing here">
              <p>
                {search || selected ? "Nothing of this crawl is like that." : "The crawl has found nothing."}
              </p>
            </Empty>
          ) : (
            <>
              <p class="legend muted">
                {showCount(items.filter(isSelected).length)} of {counted(items.length, "page")} selected. In
                the list <kbd>↑</kbd> <kbd>↓</kbd> move and <kbd>space</kbd> selects one. Many at once: mark
                them with <kbd>x</kbd>, or all with <kbd>a</kbd>, then select <kbd>s</kbd> or deselect{" "}
                <kbd>d</kbd> them.
              </p>
              <Grid {...{ items, at, marked, isSelected, onKeyDown, mark, setAt }} onSelect={select} />
              {page.total > items.length && (
                <p class="state">
                  The first {showCount(items.length)} of {showCount(page)}: search to find others.
                </p>
              )}
            </>
          )
        }
      </Answer>
    </section>
  )
}

/** Whether a person is at an element, and not at the page as a whole. */
const isWithin = (element: Element | null): boolean =>
  element !== null && element !== document.body && element.id !== "main"

interface GridProps {
  readonly items: ReadonlyArray<Discovery>
  readonly at: number
  readonly marked: ReadonlySet<string>
  readonly isSelected: (each: Discovery) => boolean
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onSelect: (ids: ReadonlyArray<string>, value: boolean) => void
  readonly mark: (id: string, value: boolean) => void
  readonly setAt: (at: number) => void
}

const Grid = ({ items, at, marked, isSelected, onKeyDown, onSelect, mark, setAt }: GridProps) => {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => document.getElementById(`discovery-${at}`)?.scrollIntoView({ block: "nearest" }), [at])
  // who has opened the crawl and is nowhere yet can use its keys at once
  useEffect(() => {
    if (!isWithin(document.activeElement)) list.current?.focus({ preventScroll: true })
  }, [])
  return (
    <ul
      class="discoveries"
      ref={list}
      role="listbox"
      aria-label="Discoveries"
      aria-multiselectable="true"
      aria-activedescendant={`discovery-${at}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {items.map((each, index) => (
        <li
          key={each.discovery_id}
          id={`discovery-${index}`}
          role="option"
          aria-selected={isSelected(each)}
          class={`${index === at ? "here" : ""} ${marked.has(each.discovery_id) ? "marked" : ""}`}
          onClick={(event) => {
            setAt(index)
            if (event.shiftKey) {
              const [low, high] = [Math.min(at, index), Math.max(at, index)]
              for (const { discovery_id } of items.slice(low, high + 1)) mark(discovery_id, true)
            } else if (!(event.target instanceof HTMLAnchorElement))
              onSelect([each.discovery_id], !isSelected(each))
          }}
        >
          <span class="tick" aria-hidden="true">
            {isSelected(each) ? "✓" : ""}
          </span>
          <span class="text">
            <b>{each.title ?? "No title"}</b>
            <span class="muted">{each.url}</span>
          </span>
          {marked.has(each.discovery_id) && <span class="unseen">marked</span>}
          {each.already_in_catalog !== null && (
            <span class="badge">in the catalog: {each.already_in_catalog}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
