import { counted } from "../../format/decimal.ts"
import { inWords } from "../../format/inWords.ts"
import { Facts } from "../../parts/Facts.tsx"
import { WarnedItems, warningsBy } from "../../policy/Warned.tsx"
import { collisionTexts } from "../priceChange/collisionTexts.ts"
import { pairText } from "./pairText.ts"
import type { SheetResult } from "./SheetRows.tsx"

const most = 5

/** What to know of a sheet as a whole: its totals, what the server says of it, and what its prices meet, once each. */
export const SheetFindings = ({ of: result, zone }: { readonly of: SheetResult; readonly zone: string }) => {
  const { created, withdrawals, returns, warnings, total_colorways, notes, colorways } = result
  const warned = warningsBy(colorways)
  const collisions = colorways.flatMap(({ collisions }) => collisions)
  const met = [...Map.groupBy(collisions, pairText)].flatMap(([pair, own]) =>
    collisionTexts(own, zone, null).map((text) => `${pair} ${text}`),
  )
  return (
    <div class="inside">
      <Facts
        of={[
          ["New prices", created],
          ["Returns", returns],
          ["Withdrawals", withdrawals],
          ["Warnings", warnings],
          ["Colorways", total_colorways],
        ]}
      />
      {notes.map((note) => (
        <p class="remark" key={note}>
          {inWords(note, zone)}
        </p>
      ))}
      {met.length > 0 && (
        <ul class="findings" aria-label="Prices to come">
          {met.slice(0, most).map((text) => (
            <li class="remark warn" key={text}>
              {text}
            </li>
          ))}
          {met.length > most && <li class="muted">and {counted(met.length - most, "other price")}</li>}
          {colorways.length < total_colorways && (
            <li class="muted">These are of the first {counted(colorways.length, "colorway")}.</li>
          )}
        </ul>
      )}
      {warned.length > 0 && (
        <ul class="findings">
          <WarnedItems {...{ warned, zone }} brand={result.brand_key} />
        </ul>
      )}
    </div>
  )
}
