import type { PriceSheetResult } from "@hangtag/client"
import { useEffect, useState } from "preact/hooks"
import { setState } from "../../app/address.ts"
import type { Decimal, Exact } from "../../app/exactAmounts.ts"
import { compareDecimals, counted, showAmount, showCount } from "../../format/decimal.ts"
import { inWords } from "../../format/inWords.ts"
import { showEffective } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { Choices } from "../../parts/Field.tsx"
import { Headings } from "../../parts/Headings.tsx"
import { Sku } from "../../parts/Sku.tsx"
import { pairText } from "./pairText.ts"
import { useShownPrices } from "./useShownPrices.ts"

export type SheetResult = Exact<PriceSheetResult>
type Row = SheetResult["items"][number]
type Edit = Row["edits"][number]

/** What can become of a row, those first that need a look. */
const outcomes = ["refused", "conflict", "changed", "unchanged", "ignored"] as const
type Outcome = (typeof outcomes)[number]

const words: Readonly<Record<Outcome, string>> = {
  refused: "Refused",
  conflict: "Conflict",
  changed: "Changed",
  unchanged: "Unchanged",
  ignored: "Ignored",
}

const tones: Readonly<Record<Outcome, string>> = {
  refused: "bad",
  conflict: "warn",
  changed: "changed",
  unchanged: "",
  ignored: "",
}

/** Of rows that are not listed, why there is nothing to look at. */
const withoutWords: Readonly<Partial<Record<Outcome, string>>> = {
  unchanged: " (no new amount written)",
  ignored: " (headings and notes)",
}

const size = 100

interface SheetRowsProps {
  readonly result: SheetResult
  readonly query: URLSearchParams
  readonly zone: string
}

/** The rows of a sheet, each with what becomes of it; some at a time. */
export const SheetRows = ({ result: { rows, items }, query, zone }: SheetRowsProps) => {
  const chosen = outcomes.find((each) => each === query.get("rows"))
  const [shown, setShown] = useState(size)
  useEffect(() => setShown(size), [items, chosen])
  const found = chosen === undefined ? items : items.filter(({ outcome }) => outcome === chosen)
  const lacking = outcomes.flatMap((each) => {
    const count = rows[each] - items.filter(({ outcome }) => outcome === each).length
    return count === 0 || (chosen ?? each) !== each
      ? []
      : `${showCount(count)} ${words[each].toLowerCase()}${withoutWords[each] ?? ""}`
  })
  const listed = found.slice(0, shown)
  const shownOf = useShownPrices(listed)
  return (
    <>
      <div class="under">
        <Choices
          label="Rows"
          value={chosen ?? ""}
          options={[
            ["", `All ${showCount(rows.total)}`],
            ...outcomes.map((each) => [each, `${words[each]} ${showCount(rows[each])}`] as const),
          ]}
          onChoose={(rows) => setState({ rows })}
        />
      </div>
      {found.length > 0 && (
        <div class="scroll tall" tabIndex={0} role="region" aria-label="Rows of the sheet">
          <table class="table sheetrows">
            <Headings
              names={["Row", "Outcome", "Variant", "Price", "Was", "Is", "New", "From"]}
              numbers={["Was", "Is", "New"]}
            />
            <tbody>
              {listed.flatMap((row) =>
                row.edits.length === 0 ? (
                  <SheetLine key={row.row} row={row} edit={undefined} isFirst zone={zone} />
                ) : (
                  row.edits.map((edit, index) => (
                    <SheetLine
                      key={`${row.row} ${edit.cell}`}
                      {...{ row, edit, zone }}
                      above={shownOf(row, edit)}
                      isFirst={index === 0}
                    />
                  ))
                ),
              )}
            </tbody>
          </table>
        </div>
      )}
      {found.some(({ edits }) => edits.length > 0) && (
        <p class="under muted">
          Was: the list's own price when the sheet was written. Is: the one in force now; a list that has none
          shows the price of a list above.
        </p>
      )}
      <p class="actions under">
        {found.length > shown && <Button onClick={() => setShown((shown) => shown + size)}>Show more</Button>}
        <span class="muted">
          {found.length > shown && `${showCount(shown)} of ${counted(found.length, "row")}. `}
          {lacking.length > 0 && `Not listed, with nothing to look at: ${lacking.join(", ")}.`}
          {found.length === 0 && lacking.length === 0 && "No row is like that."}
        </span>
      </p>
    </>
  )
}

interface SheetLineProps {
  readonly row: Row
  readonly edit: Edit | undefined
  /** What the list shows from above. */
  readonly above?: ReturnType<ReturnType<typeof useShownPrices>>
  readonly isFirst: boolean
  readonly zone: string
}

/** `none`: what stands where there is no amount. */
const shown = (amount: Decimal | null | undefined, none = "–"): string =>
  amount === undefined ? "" : amount === null ? none : showAmount(amount)

/** Whether the price is another than when the sheet was written. */
const hasMoved = ({ was, is }: Edit): boolean =>
  was === null || is === null ? was !== is : compareDecimals(was, is) !== 0

const SheetLine = ({ row, edit, above, isFirst, zone }: SheetLineProps) => {
  const { outcome, variant_key, cell, why } = row
  const isMoved = outcome === "conflict" && edit !== undefined && hasMoved(edit)
  // of a change alone it is known
  const isScheduled =
    edit?.status != null &&
    (edit.is === null || edit.previous === null
      ? edit.is !== edit.previous
      : compareDecimals(edit.is, edit.previous) !== 0)
  const place = edit?.cell ?? cell
  const said = [
    isFirst &&
      why !== null &&
      inWords(cell === null || cell === place || why.startsWith(cell) ? why : `${cell}: ${why}`, zone),
    isMoved && "the price has moved since the sheet was written",
    edit?.from_formula && "the value of a formula",
    edit?.status === "unchanged" && "is so already",
  ]
    .filter((each) => each)
    .join("; ")
  return (
    <tr>
      <td>{isFirst && showCount(row.row)}</td>
      <td>{isFirst && <span class={`badge ${tones[outcome]}`}>{words[outcome]}</span>}</td>
      <td class="why">
        {isFirst && variant_key !== null && <Sku of={variant_key} />}
        {said !== "" && <p class="muted">{said}</p>}
      </td>
      <td>
        {edit !== undefined && <>{pairText(edit)} </>}
        {place !== null && <code class="muted">{place}</code>}
      </td>
      <td class="number">{isMoved ? <b>{shown(edit.was)}</b> : shown(edit?.was)}</td>
      <td class="number">
        {isMoved ? <b>{shown(edit.is)}</b> : shown(edit?.is)}
        {above && (
          <div class="muted">
            shows {showAmount(above.amount)} of {above.from_list ?? "a list above"}
          </div>
        )}
        {isScheduled && <div class="muted">then {shown(edit.previous)}</div>}
      </td>
      <td class="number">
        <b>{shown(edit?.amount, "ends")}</b>
      </td>
      <td>
        {edit !== undefined && (
          <>
            {showEffective(edit.effective_from, zone)}
            {edit.effective_until !== null && ` until ${showEffective(edit.effective_until, zone)}`}
          </>
        )}
      </td>
    </tr>
  )
}
