import { pathOf } from "../../app/address.ts"
import { counted, showAmount } from "../../format/decimal.ts"
import { showInstant } from "../../format/time.ts"
import { Headings } from "../../parts/Headings.tsx"
import { Link } from "../../parts/Link.tsx"
import type { Courses, Drawn, Segment } from "./courses.ts"

const words = {
  past: "past",
  in_force: "in force",
  scheduled: "scheduled",
  draft: "draft",
  new: "new",
} as const
const mostRows = 200

interface TableProps {
  readonly courses: Courses
  /** The new lines, by price type. */
  readonly drawn: ReadonlyArray<readonly [type: string, drawn: ReadonlyArray<Drawn>]>
  readonly zone: string
  readonly currency: string | null
}

interface Row {
  readonly type: string
  readonly variants: ReadonlyArray<string>
  readonly segment: Omit<Segment, "state"> & { readonly state: keyof typeof words }
}

/** The chart as a table, with what lies beyond its sight. */
export const TimelineTable = ({ courses, drawn, zone, currency }: TableProps) => {
  const known = [...courses].flatMap(([type, own]) =>
    own.flatMap(({ variants, segments, drafts }) =>
      [...segments, ...drafts].map((segment): Row => ({ type, variants, segment })),
    ),
  )
  const fresh = drawn.flatMap(([type, own]) =>
    own.map(
      (each): Row => ({
        type,
        variants: [],
        segment: { ...each, state: "new", batch: null, isReturn: false },
      }),
    ),
  )
  const rows = [...fresh, ...known]
  return (
    <details class="more">
      <summary>As a table</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label="Prices over time">
        <table class="table">
          <Headings
            names={["Price type", "Amount", "From", "Until", "State", "Sizes", "Batch"]}
            numbers={["Amount"]}
          />
          <tbody>
            {rows
              .slice(0, mostRows)
              .map(({ type, variants, segment: { from, until, amount, state, batch, isReturn } }) => (
                <tr key={`${type} ${variants[0]} ${from} ${state} ${batch}`}>
                  <td>{type}</td>
                  <td class="number">{amount === null ? "none" : showAmount(amount, currency)}</td>
                  <td>{Number.isFinite(from) ? showInstant(from, zone) : "–"}</td>
                  <td>{until === null ? "–" : showInstant(until, zone)}</td>
                  <td>
                    <span class={`badge ${state}`}>{words[state]}</span>
                    {isReturn && <span class="muted"> returned to</span>}
                  </td>
                  <td title={variants.join(", ")}>
                    {variants.length === 0 ? "all" : counted(variants.length, "size")}
                  </td>
                  <td>
                    {batch === null ? "–" : <Link href={pathOf("batches", { key: batch })}>{batch}</Link>}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {rows.length > mostRows && (
        <p class="hint">
          The first {mostRows} of {rows.length}.
        </p>
      )}
    </details>
  )
}
