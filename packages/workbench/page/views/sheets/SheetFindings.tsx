import { counted, showCount } from "../../format/decimal.ts"
import { RuleLink } from "../../policy/RuleLink.tsx"
import type { SheetResult } from "./SheetRows.tsx"

const most = 5

/** What to know of a sheet as a whole: its totals, what the server says of it, and what its prices meet, once each. */
export const SheetFindings = ({ of: result }: { readonly of: SheetResult }) => {
  const { created, withdrawals, returns, warnings, total_colorways, notes, colorways } = result
  const facts = [
    ["New prices", created],
    ["Returns", returns],
    ["Withdrawals", withdrawals],
    ["Warnings", warnings],
    ["Colorways", total_colorways],
  ] as const
  const said = [
    ...Map.groupBy(
      colorways.flatMap((each) => each.warnings),
      ({ message }) => message,
    ),
  ]
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
          {note}
        </p>
      ))}
      {said.length > 0 && (
        <ul class="findings">
          {said.slice(0, most).map(([message, own]) => (
            <li class="remark warn" key={message}>
              <span>
                {message} <RuleLink kind={own[0]!.kind} brand={result.brand_key} />
              </span>
            </li>
          ))}
          {said.length > most && <li class="muted">and {counted(said.length - most, "other warning")}</li>}
        </ul>
      )}
    </div>
  )
}
