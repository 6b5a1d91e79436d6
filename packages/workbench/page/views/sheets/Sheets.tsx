import { useRef, useState } from "preact/hooks"
import { pathOf, setState, useAddress } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useBrand } from "../../app/brands.ts"
import { useMay } from "../../app/caller.ts"
import { useAsk } from "../../app/useAsk.ts"
import { counted } from "../../format/decimal.ts"
import { ownZone, showMoment } from "../../format/time.ts"
import { Head } from "../../parts/Head.tsx"
import { Link } from "../../parts/Link.tsx"
import { Missing } from "../../parts/Missing.tsx"
import { Waiting } from "../../parts/States.tsx"
import { DropFile } from "./DropFile.tsx"
import { NotTaken } from "./NotTaken.tsx"
import { type Chosen, readSheet } from "./readSheet.ts"
import { SheetFindings } from "./SheetFindings.tsx"
import { SheetOptions } from "./SheetOptions.tsx"
import { SheetRows } from "./SheetRows.tsx"
import { sheetQuery, unsaid } from "./sheetQuery.ts"
import { TakeSheet } from "./TakeSheet.tsx"

/** A price sheet that comes back: looked at row by row, then one batch. */
export const Sheets = () => {
  const { query } = useAddress()
  const mayWrite = useMay("price:write")
  const [chosen, setChosen] = useState<Chosen>()
  const [fault, setFault] = useState<Error>()
  const last = useRef<File>(undefined)
  const asked = sheetQuery(query)
  const preview = useAsk(
    chosen === undefined ? null : `sheet ${chosen.id} ${JSON.stringify(asked)}`,
    async (signal) => ({
      of: chosen,
      result: await api.previewPriceSheet({ ...asked, file: chosen!.file }, { signal }),
    }),
    { after: 150, fresh: false },
  )
  // of a file before it nothing is shown
  const result = preview.data?.of === chosen ? preview.data?.result : undefined
  const said = query.get("brand") ?? ""
  const brand = useBrand(said || (result?.brand_key ?? ""))
  const take = async (file: File) => {
    last.current = file
    const read = await readSheet(file).catch((error: Error) => error)
    // another one was chosen meanwhile
    if (last.current !== file) return
    const fault = read instanceof Error ? read : undefined
    const next = read instanceof Error ? undefined : read
    // what was said beside another file is not meant of this one; the same again has been mended
    if (chosen !== undefined && next !== undefined && chosen.name !== next.name)
      setState(unsaid, { replace: true })
    setChosen(next)
    setFault(fault)
  }
  const zone = brand.data?.time_zone ?? ownZone()
  return (
    <>
      <Head title="Price sheets">
        {mayWrite
          ? "Prices edited in a spreadsheet: each row is looked at, and nothing is written before you generate."
          : "Prices edited in a spreadsheet, looked at row by row."}{" "}
        <Link href={pathOf("prices")}>Export these rows</Link> below the table of prices writes a sheet.
      </Head>
      <section class="panel" aria-label="File">
        <div class="inside">
          <DropFile name={chosen?.name} onChoose={(file) => void take(file)} />
          <SheetOptions
            query={query}
            brand={said && (brand.data?.name ?? said)}
            isAsked={preview.error !== undefined}
          />
        </div>
      </section>
      {fault !== undefined && <NotTaken error={fault} again={() => {}} />}
      {said !== "" && brand.data === null ? (
        <Missing of="brand" name={said} member="brand" />
      ) : (
        chosen !== undefined && (
          <>
            <section class="panel" aria-label="Preview of the sheet" aria-busy={preview.isLoading}>
              <header>
                <h2>
                  What becomes of <bdi>{chosen.name}</bdi>
                </h2>
                <p role="status">
                  {preview.isLoading
                    ? "Looking…"
                    : result &&
                      `${counted(result.rows.total, "row")}${result.written_at === null ? "" : `, written ${showMoment(result.written_at)}`}`}
                </p>
              </header>
              {preview.error !== undefined ? (
                <NotTaken error={preview.error} again={preview.again} />
              ) : result === undefined || (brand.isLoading && brand.data === undefined) ? (
                <Waiting label="Looking at the sheet" />
              ) : (
                <>
                  <SheetFindings of={result} zone={zone} />
                  <SheetRows result={result} query={query} zone={zone} />
                </>
              )}
            </section>
            {mayWrite && preview.error === undefined && (
              <TakeSheet
                key={chosen.id}
                chosen={chosen}
                asked={asked}
                result={result}
                isLoading={preview.isLoading}
              />
            )}
          </>
        )
      )}
    </>
  )
}
