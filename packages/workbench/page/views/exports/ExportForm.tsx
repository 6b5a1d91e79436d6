import type { ExportRequest } from "@hangtag/client"
import { setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useMay } from "../../app/caller.ts"
import { useListShown } from "../../app/listShown.ts"
import { tell } from "../../app/notices.ts"
import { useAsk } from "../../app/useAsk.ts"
import { useDo } from "../../app/useDo.ts"
import { useKept } from "../../app/useKept.ts"
import { counted, showCount } from "../../format/decimal.ts"
import { inWords } from "../../format/inWords.ts"
import { namesIn, pastedKeys } from "../../format/pasted.ts"
import { AreaField, Choices, TextField } from "../../parts/Field.tsx"
import { FileChoice } from "../../parts/FileChoice.tsx"
import { ListBox } from "../../parts/ListBox.tsx"
import { MainAct } from "../../parts/MainAct.tsx"
import { Answer, Failure } from "../../parts/States.tsx"
import { ColumnPicker } from "./ColumnPicker.tsx"
import { columnOf, columnText, mappingOf, showsPrices, usualColumns } from "./columns.ts"
import { Sample } from "./Sample.tsx"

interface ExportFormProps {
  readonly query: URLSearchParams
  readonly onQueued: () => void
}

const sizes = ["byte", "kilobyte", "megabyte", "gigabyte"] as const
const showSize = (bytes: number) => {
  const step = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit: sizes[step]!,
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step)
}

/** Which products, which columns, which file; with a look at what it would be. */
export const ExportForm = ({ query, onQueued }: ExportFormProps) => {
  const [text, setText] = useKept("export")
  const by = query.get("by") === "list" ? "list" : "filter"
  const keys = by === "list" ? pastedKeys(text) : []
  const [labels, sources] = [namesIn(query.get("labels")), namesIn(query.get("sources"))]
  const format = query.get("format") === "csv" ? "csv" : "xlsx"
  const mayPrices = useMay("price:read")
  const { list, lists, name } = useListShown(query)
  const prices = list === "base" ? { key: "", name: "" } : { key: list, name }
  const priced = useAsk(mayPrices ? `price types ${list}` : null, (signal) =>
    api.listColorwayPrices({ limit: 1, price_list: list }, { signal }),
  )
  // where they are not known, or there is no price yet
  const types = priced.data?.price_types.length ? priced.data.price_types : ["MAP", "MSRP"]
  const usual = usualColumns(types.includes("MAP") ? "MAP" : types[0]!, prices).filter(
    (column) => mayPrices || !showsPrices(column),
  )
  const columns = query.has("col") ? query.getAll("col").map(columnOf) : query.has("none") ? [] : usual
  const body: ExportRequest = {
    product_keys: keys,
    export_format: format,
    export_mode: "column_based",
    column_mappings: columns.map(mappingOf),
    filter_latest_version: !query.has("versions"),
    ...(by === "filter" && labels.length > 0 && { filter_by_label: true, label_keys: labels }),
    ...(by === "filter" && sources.length > 0 && { source_filter: sources }),
  }
  const isComplete =
    columns.length > 0 && columns.every(({ name }) => name !== "") && (by === "filter" || keys.length > 0)
  const words = JSON.stringify(body)
  const preflight = useAsk(
    isComplete ? `preflight ${words}` : null,
    (signal) => api.preflightExport(body, { signal }),
    { after: 300, fresh: false },
  )
  const queue = useDo((idempotencyKey, asked: string) =>
    api.queueExport(JSON.parse(asked), { idempotencyKey }),
  )
  const press = async () => {
    const queued = await queue.run(words)
    if (queued === undefined) return
    tell(queued.message)
    onQueued()
  }
  return (
    <section class="panel" aria-label="New export">
      <header>
        <h2>New export</h2>
        <FileChoice
          value={format}
          onChoose={(format) => setState({ format: format === "xlsx" ? "" : format })}
        />
      </header>
      <div class="inside">
        <div class="exportwhat">
          <Choices
            label="Products"
            value={by}
            options={[
              ["filter", "By filter"],
              ["list", "By list"],
            ]}
            onChoose={(by) => setState({ by: by === "filter" ? "" : by })}
          />
          {by === "list" ? (
            <AreaField
              label="Product keys"
              hint={
                keys.length === 0 ? "Paste a column of a spreadsheet" : counted(keys.length, "distinct key")
              }
              rows={4}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          ) : (
            <div class="pair">
              <TextField
                label="Labels"
                hint="Any of them, with commas; none: all products"
                value={labels.join(", ")}
                onChange={(event) => setState({ labels: event.currentTarget.value }, { replace: true })}
              />
              <TextField
                label="Sources"
                hint="Such as merchant_input, scraper"
                value={sources.join(", ")}
                onChange={(event) => setState({ sources: event.currentTarget.value }, { replace: true })}
              />
            </div>
          )}
          <label class="check">
            <input
              type="checkbox"
              checked={!query.has("versions")}
              onChange={(event) => setState({ versions: event.currentTarget.checked ? "" : "all" })}
            />
            Latest version of each product only
          </label>
        </div>
        <ListBox {...{ list, lists }} />
        <ColumnPicker
          {...{ columns, types }}
          list={prices}
          onChange={(next) =>
            setState({ col: next.map(columnText), none: next.length === 0 ? "yes" : "" }, { replace: true })
          }
        />
      </div>
      {isComplete && (
        <Answer of={preflight} label="Looking at the first rows">
          {(data) => (
            <>
              <Sample preflight={data} />
              <div class="inside">
                <p role="status">
                  <b>
                    {data.is_estimate && "about "}
                    {counted(data.rows, "row")}
                  </b>{" "}
                  of {counted(data.total, "product version")}, about {showSize(data.estimated_size)}
                  {data.sheets > 1 && `, on ${showCount(data.sheets)} sheets`}
                </p>
                {data.warnings.map(({ type, message, column }) => (
                  <p class="remark warn" key={`${type} ${column}`}>
                    {inWords(message)}
                  </p>
                ))}
              </div>
            </>
          )}
        </Answer>
      )}
      <div class="inside">
        {queue.error !== undefined && <Failure error={queue.error} />}
        <p class="actions">
          {isComplete && preflight.error === undefined ? (
            <MainAct isBusy={queue.isBusy} onPress={() => void press()}>
              Export
            </MainAct>
          ) : (
            <span class="muted">
              {columns.length === 0
                ? "Pick a column."
                : keys.length === 0 && by === "list"
                  ? "Paste the products."
                  : !isComplete && "Give each column a name."}
            </span>
          )}
        </p>
      </div>
    </section>
  )
}
