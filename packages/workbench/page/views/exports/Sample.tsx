import type { ExportPreflight } from "@hangtag/client"
import { Empty } from "../../parts/States.tsx"

/** The first rows of the file, as they would be. */
export const Sample = ({ preflight: { columns, sample_rows } }: { readonly preflight: ExportPreflight }) =>
  sample_rows.length === 0 ? (
    <Empty title="No row">
      <p>Nothing that is selected gives a row.</p>
    </Empty>
  ) : (
    <>
      <h3 class="above">First rows</h3>
      <div class="scroll sample" tabIndex={0} role="region" aria-label="First rows">
        <table class="table">
          <thead>
            <tr>
              {columns.map((name, index) => (
                <th scope="col" key={index}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample_rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
