import { useState } from "preact/hooks"
import { pathOf } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useDo } from "../../app/useDo.ts"
import { Link } from "../../parts/Link.tsx"
import { JobProgress } from "../exports/JobProgress.tsx"
import { filters, type tableQuery } from "./tableQuery.ts"

interface ExportRowsProps {
  readonly asked: ReturnType<typeof tableQuery>
  readonly query: URLSearchParams
  readonly list: string
  /** The only one that there may be in the table; a sheet is of one brand. */
  readonly brand: string | undefined
  readonly types: ReadonlyArray<string>
}

/** The products of the table as it is narrowed, or null where it has all of the brand. */
const productsOf = async (asked: ExportRowsProps["asked"], query: URLSearchParams) => {
  if (!filters.some((name) => name !== "brand_key" && query.has(name))) return null
  const keys = new Set<string>()
  for await (const { items } of api.pages("listColorwayPrices", { ...asked, limit: 200 }))
    for (const { product_key } of items) keys.add(product_key)
  return [...keys]
}

/** The rows of the table as a price sheet, queued as every export and followed to its file. */
export const ExportRows = ({ asked, query, list, brand, types }: ExportRowsProps) => {
  const [jobId, setJobId] = useState<string>()
  const queue = useDo(async (idempotencyKey, words: string) => {
    const { asked, brand_key, price_types } = JSON.parse(words)
    const product_keys = await productsOf({ ...asked, brand_key }, query)
    const price_lists = [list]
    return api.exportPriceSheet({ brand_key, price_types, price_lists, product_keys }, { idempotencyKey })
  })
  const problem =
    brand === undefined
      ? "A price sheet is of one brand: choose it above."
      : types.length === 0
        ? "There is no price type yet."
        : undefined
  const press = async () => {
    if (problem !== undefined || queue.isBusy) return
    const done = await queue.run(JSON.stringify({ asked, brand_key: brand, price_types: types }))
    if (done !== undefined) setJobId(done.job_id)
  }
  return (
    <div class="actions under exportrows">
      <button
        class="button"
        type="button"
        aria-busy={queue.isBusy}
        aria-disabled={problem !== undefined}
        aria-describedby="export-rows-why"
        onClick={() => void press()}
      >
        Export these rows
      </button>
      {jobId !== undefined && <JobProgress key={jobId} jobId={jobId} />}
      <p class={queue.error === undefined ? "muted" : "fault"} id="export-rows-why">
        {queue.error?.message ?? problem ?? (
          <>
            A price sheet of these products, every color and size, to edit in a spreadsheet;{" "}
            <Link href={pathOf("sheets")}>Price sheets</Link> takes it back.
          </>
        )}
      </p>
    </div>
  )
}
