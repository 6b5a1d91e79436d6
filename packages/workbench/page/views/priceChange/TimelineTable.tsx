import { pathOf } from "../../app/address.ts"
import { counted, showAmount } from "../../format/decimal.ts"
import { showInstant } from "../../format/time.ts"
import { Link } from "../../parts/Link.tsx"
import type { Courses } from "./courses.ts"

const words = { past: "past", in_force: "in force", scheduled: "scheduled", draft: "draft" } as const
const mostRows = 200

/** The chart as a table, with what lies beyond its sight. */
export const TimelineTable = ({ courses, zone }: { readonly courses: Courses; readonly zone: string }) => {
  const rows = [...courses].flatMap(([type, own]) =>
    own.flatMap(({ variants, segments, drafts }) =>
      [...segments, ...drafts].map((segment) => ({ type, variants, segment })),
    ),
  )
  return (
    <details class="more">
      <summary>As a table</summary>
      <div class="scroll">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Price type</th>
              <th scope="col" class="number">
                Amount
              </th>
              <th scope="col">From</th>
              <th scope="col">Until</th>
              <th scope="col">State</th>
              <th scope="col">Sizes</th>
              <th scope="col">Batch</th>
            </tr>
          </thead>
          <tbody>
            {rows
              .slice(0, mostRows)
              .map(({ type, variants, segment: { from, until, amount, state, batch } }) => (
                <tr key={`${type} ${variants[0]} ${from} ${state} ${batch}`}>
                  <td>{type}</td>
                  <td class="number">{amount === null ? "none" : showAmount(amount)}</td>
                  <td>{Number.isFinite(from) ? showInstant(from, zone) : "–"}</td>
                  <td>{until === null ? "–" : showInstant(until, zone)}</td>
                  <td>
                    <span class={`badge ${state}`}>{words[state]}</span>
                  </td>
                  <td title={variants.join(", ")}>{counted(variants.length, "size")}</td>
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
