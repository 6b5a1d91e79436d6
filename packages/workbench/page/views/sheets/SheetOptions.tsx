import { useState } from "preact/hooks"
import { setState } from "../../app/address.ts"
import { useMay } from "../../app/caller.ts"
import { usePriceLists } from "../../app/priceLists.ts"
import { BrandBox } from "../../parts/BrandBox.tsx"
import { SelectField, TextField } from "../../parts/Field.tsx"
import { ListBox } from "../../parts/ListBox.tsx"
import { DateField } from "../priceChange/DateField.tsx"

const marks = [
  ["", "as the file says it"],
  [".", "a point: 1,299.95"],
  [",", "a comma: 1.299,95"],
] as const

interface SheetOptionsProps {
  readonly query: URLSearchParams
  /** The name of the one that is said. */
  readonly brand: string
  /** The file was not taken: what it lacks may be said here. */
  readonly isAsked: boolean
}

/** What a sheet may leave out. */
export const SheetOptions = ({ query, brand, isAsked }: SheetOptionsProps) => {
  const said = (name: string) => query.get(name) ?? ""
  const mayBrands = useMay("product:read")
  const lists = usePriceLists().data ?? []
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div class="tablefilters">
        <DateField
          label="From"
          value={said("from")}
          whenEmpty="for rows without a day of their own: without one they are refused"
          onInput={(from) => setState({ from }, { replace: true })}
        />
      </div>
      <details
        class="more"
        open={isOpen || isAsked || ["brand", "list", "column", "mark"].some((name) => query.has(name))}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>A sheet of your own</summary>
        <div class="tablefilters">
          {mayBrands && (
            <BrandBox shown={brand} none="as the sheet says it" onChoose={(brand) => setState({ brand })} />
          )}
          <ListBox list={said("list") || "base"} lists={lists} />
          <TextField
            label="Column of variant keys"
            placeholder="variant_key"
            hint="its heading, where it is another one"
            maxLength={200}
            value={said("column")}
            onInput={(event) => setState({ column: event.currentTarget.value }, { replace: true })}
          />
          <SelectField
            label="Amounts have"
            value={(marks.find(([mark]) => mark === said("mark")) ?? marks[0])[0]}
            options={marks}
            onChoose={(mark) => setState({ mark })}
          />
        </div>
      </details>
    </>
  )
}
