import { useState } from "preact/hooks"
import { useAddress } from "../../app/address.ts"
import { Head } from "../../parts/Head.tsx"
import { ExportForm } from "./ExportForm.tsx"
import { JobHistory } from "./JobHistory.tsx"

/** Files of the catalog: asked for, followed and downloaded. */
export const Exports = () => {
  const { query } = useAddress()
  const [version, setVersion] = useState(0)
  return (
    <>
      <Head
        title="Exports"
        actions={
          <a class="button" href="#history">
            Files and history
          </a>
        }
      >
        Choose products and columns, look at the first rows, and let a worker write the file.
      </Head>
      <ExportForm query={query} onQueued={() => setVersion((version) => version + 1)} />
      <JobHistory query={query} version={version} />
    </>
  )
}
