import { useMemo, useRef, useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { useMay } from "../../app/caller.ts"
import { useAsk } from "../../app/useAsk.ts"
import { Button } from "../../parts/Button.tsx"
import { TextField } from "../../parts/Field.tsx"
import { Answer } from "../../parts/States.tsx"
import { type Column, moved, type PricesOf, showsPrices, sourcesOf } from "./columns.ts"

const noFields = { fields: [], attributes: [] }

interface ColumnPickerProps {
  readonly columns: ReadonlyArray<Column>
  /** Those that there are prices of. */
  readonly types: ReadonlyArray<string>
  readonly list: PricesOf
  readonly onChange: (columns: ReadonlyArray<Column>) => void
}

/** Columns picked from the field catalogue, and brought into order by dragging or by keyboard. */
export const ColumnPicker = ({ columns, types, list: of, onChange }: ColumnPickerProps) => {
  const fields = useAsk("export fields", (signal) => api.listExportFields({}, { signal }))
  const [search, setSearch] = useState("")
  const [dragged, setDragged] = useState<number | undefined>()
  const [said, setSaid] = useState("")
  const list = useRef<HTMLOListElement>(null)
  const mayPrices = useMay("price:read")
  const sources = useMemo(
    () =>
      sourcesOf(fields.data ?? noFields, types, of).filter(({ column }) => mayPrices || !showsPrices(column)),
    [fields.data, types, mayPrices, of.key, of.name],
  )
  const wanted = search.trim().toLowerCase()
  const found = sources.filter(({ column: { name, field } }) =>
    `${name} ${field}`.toLowerCase().includes(wanted),
  )
  const groups = [...Map.groupBy(found, ({ group }) => group)]

  const add = (column: Column) => {
    onChange([...columns, column])
    setSaid(`${column.name} is column ${columns.length + 1} of ${columns.length + 1}`)
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= columns.length) return
    onChange(moved(columns, from, to))
    setSaid(`${columns[from]!.name} is column ${to + 1} of ${columns.length}`)
    // the handle goes along with its column
    setTimeout(() => list.current?.querySelectorAll<HTMLElement>(".handle")[to]?.focus())
  }
  return (
    <div class="columnpicker">
      <div class="group">
        <h3>Fields</h3>
        <TextField
          label="Find a field"
          isLabelUnseen
          type="search"
          placeholder="Find a field"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            const first = groups[0]?.[1][0]
            if (event.key !== "Enter" || wanted === "" || first === undefined) return
            event.preventDefault()
            add(first.column)
            setSearch("")
          }}
        />
        <Answer of={fields} label="Reading the catalogue">
          {() => (
            <div class="catalogue" tabIndex={0} role="group" aria-label="Field catalogue">
              {groups.map(([group, sources]) => (
                <div key={group}>
                  <h4>{group}</h4>
                  <ul>
                    {sources.map(({ key, column }) => (
                      <li key={key}>
                        <Button class="quiet small" onClick={() => add(column)}>
                          <span aria-hidden="true">+</span> {column.name}
                        </Button>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
              {found.length === 0 && <p class="muted">No field is called so.</p>}
            </div>
          )}
        </Answer>
      </div>
      <div class="group">
        <h3>Columns, in order</h3>
        {columns.length === 0 && <p class="muted">Pick the first from the fields.</p>}
        <ol class="chosen" ref={list}>
          {columns.map((column, index) => (
            <li
              key={index}
              class={dragged === index ? "dragged" : ""}
              onDragOver={(event) => {
                event.preventDefault()
                if (dragged === undefined || dragged === index) return
                onChange(moved(columns, dragged, index))
                setDragged(index)
              }}
            >
              <Button
                class="quiet small icon handle"
                draggable
                aria-label={`Move ${column.name}: arrow keys`}
                onDragStart={(event) => {
                  event.dataTransfer?.setData("text/plain", column.name)
                  setDragged(index)
                }}
                onDragEnd={() => setDragged(undefined)}
                onKeyDown={(event) => {
                  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                  if (by === undefined) return
                  event.preventDefault()
                  move(index, index + by)
                }}
              >
                ⠿
              </Button>
              <TextField
                label={`Name of column ${index + 1}`}
                isLabelUnseen
                value={column.name}
                onInput={(event) =>
                  onChange(
                    columns.map((each, at) =>
                      at === index ? { ...each, name: event.currentTarget.value } : each,
                    ),
                  )
                }
              />
              <code class="muted">
                {column.field}
                {column.sub && ` ${column.sub}`}
                {column.list && ` · ${column.list}`}
              </code>
              <Button
                class="quiet small icon"
                aria-label={`Remove ${column.name}`}
                onClick={() => onChange(columns.filter((_, at) => at !== index))}
              >
                ✕
              </Button>
            </li>
          ))}
        </ol>
        <span class="unseen" role="status">
          {said}
        </span>
      </div>
    </div>
  )
}
