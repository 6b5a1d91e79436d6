import type { PriceList } from "@hangtag/client"
import { useState } from "preact/hooks"
import { pathOf } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useDo } from "../../app/useDo.ts"
import { messageOf } from "../../format/messageOf.ts"
import { Button } from "../../parts/Button.tsx"
import { FileChoice, type FileFormat } from "../../parts/FileChoice.tsx"
import { Link } from "../../parts/Link.tsx"
import { JobProgress } from "../exports/JobProgress.tsx"

/** What a price sheet is written of. */
export interface SheetRows {
  readonly brand_key: string
  readonly price_types: ReadonlyArray<string>
  readonly price_lists: ReadonlyArray<string>
  /** Null: all of the brand. */
  readonly product_keys: ReadonlyArray<string> | null
}

interface ExportRowsProps {
  /** The rows that are in sight, by name: of others another sheet is asked for. */
  readonly of: string
  /** Reads what the sheet is of; fails with a sentence. */
  readonly rows: () => Promise<SheetRows>
  /** Why there can be none. */
  readonly problem?: string | undefined
  /** Lists that may be in the file too. */
  readonly others?: ReadonlyArray<PriceList>
}

/** The brand that rows are of, of which there has to be one alone. */
export const onlyBrand = (brands: ReadonlyArray<string>): string => {
  const [first, ...others] = new Set(brands)
  if (first === undefined) throw new Error("There is no product to write a sheet of.")
  if (others.length > 0)
    throw new Error(`A price sheet is of one brand, and these are of ${[first, ...others].join(", ")}.`)
  return first
}

/** The products of rows as a price sheet, queued as every export and followed to its file. */
export const ExportRows = ({ of, rows, problem, others = [] }: ExportRowsProps) => {
  const [job, setJob] = useState<{ readonly of: string; readonly id: string }>()
  const [format, setFormat] = useState<FileFormat>("xlsx")
  const [wanted, setWanted] = useState<ReadonlyArray<string>>([])
  const also = others.map(({ price_list }) => price_list).filter((list) => wanted.includes(list))
  const question = JSON.stringify([of, format, also])
  const queue = useDo(async (idempotencyKey, _of: string) => {
    const { price_lists, ...what } = await rows()
    return api.exportPriceSheet(
      { ...what, price_lists: [...price_lists, ...also], export_format: format },
      { idempotencyKey },
    )
  })
  const press = async () => {
    if (problem !== undefined || queue.isBusy) return
    const done = await queue.run(question)
    if (done !== undefined) setJob({ of: question, id: done.job_id })
  }
  return (
    <div class="actions under exportrows">
      <Button
        isBusy={queue.isBusy}
        aria-disabled={problem !== undefined}
        aria-describedby="export-rows-why"
        onClick={() => void press()}
      >
        Export these rows
      </Button>
      <FileChoice value={format} onChoose={setFormat} />
      {others.length > 0 && (
        <details class="more">
          <summary>With other price lists</summary>
          {others.map(({ price_list, name }) => (
            <label class="check" key={price_list}>
              <input
                type="checkbox"
                checked={wanted.includes(price_list)}
                onChange={() =>
                  setWanted(
                    wanted.includes(price_list)
                      ? wanted.filter((each) => each !== price_list)
                      : [...wanted, price_list],
                  )
                }
              />
              <bdi>{name}</bdi>
            </label>
          ))}
        </details>
      )}
      {job?.of === question && <JobProgress key={job.id} jobId={job.id} />}
      <p class={queue.error === undefined ? "muted" : "fault"} id="export-rows-why">
        {(queue.error && messageOf(queue.error)) ?? problem ?? (
          <>
            A price sheet of these products, every color and size, to edit in a spreadsheet;{" "}
            <Link href={pathOf("sheets")}>Price sheets</Link> takes it back.
          </>
        )}
      </p>
    </div>
  )
}
