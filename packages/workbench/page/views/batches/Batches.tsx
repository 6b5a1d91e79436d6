import { setState, useAddress } from "../../app/address.ts"
import { BatchDetail } from "./BatchDetail.tsx"
import { BatchList } from "./BatchList.tsx"

/** All batches, or one of them. */
export const Batches = () => {
  const { query } = useAddress()
  const key = query.get("key")
  return key === null ? (
    <BatchList query={query} />
  ) : (
    <BatchDetail key={key} batchKey={key} query={query} onList={() => setState({ key: "" })} />
  )
}
