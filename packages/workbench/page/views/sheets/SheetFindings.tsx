import { counted, showCount } from "../../format/decimal.ts"
import { inWords } from "../../format/inWords.ts"
import { Warned, warningsBy } from "../../policy/Warned.tsx"
import type { SheetResult } from "./SheetRows.tsx"

const most = 5

/** What to know of a sheet as a whole: its totals, what the server says of it, and what its prices meet, once each. */
export const SheetFindings = ({ of: result, zone }: { readonly of: SheetResult; readonly zone: string }) => {
  const { created, withdrawals, returns, warnings, total_colorways, notes, colorways } = result
  const facts = [
    ["New prices", created],
    ["Returns", returns],
    ["Withdrawals", withdrawals],
    ["Warnings", warnings],
    ["Colorways", total_colorways],
  ] as const
  const warned = warningsBy(colorways)
  return (
    <div class="inside">
      <dl class="facts">
        {facts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{showCount(count)}</dd>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p class="remark" key={note}>
          {inWords(note, zone)}
        </p>
      ))}
      {warned.length > 0 && (
        <ul class="findings">
          {warned.slice(0, most).map(({ by, of }) => (
            <li class="remark warn" key={by.message}>
              <Warned {...{ by, of, zone }} brand={result.brand_key} />
            </li>
          ))}
          {warned.length > most && (
            <li class="muted">and {counted(warned.length - most, "other warning")}</li>
          )}
        </ul>
      )}
    </div>
  )
}
