import { useState } from "preact/hooks"
import { useAddress } from "../../app/address.ts"
import { ExportForm } from "./ExportForm.tsx"
import { JobHistory } from "./JobHistory.tsx"

/** Files of the catalog: asked for, followed and downloaded. */
export const Exports = () => {
  const { query } = useAddress()
  const [version, setVersion] = useState(0)
  return (
    <>
      <div class="head">
        <div>
          <h1>Exports</h1>
          <p>Choose products and columns, look at the first rows, and let a worker write the file.</p>
        </div>
        <a class="button" href="#history">
          Files and history
        </a>
      </div>
      <ExportForm query={query} onQueued={() => setVersion((version) => version + 1)} />
      <JobHistory query={query} version={version} />
    </>
  )
}
