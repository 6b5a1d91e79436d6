import { HangtagError } from "@hangtag/client"
import { Failure } from "../../parts/States.tsx"

/** Why nothing of a file is read, and what to do. */
export const NotTaken = ({ error, again }: { readonly error: Error; readonly again: () => void }) =>
  error instanceof HangtagError && ![400, 404, 413, 415, 422].includes(error.status) ? (
    <Failure error={error} again={again} />
  ) : (
    <Failure error={error} title="Nothing of it is read" />
  )
