import { HangtagError } from "@hangtag/client"
import { messageOf } from "../../format/messageOf.ts"
import { Failure } from "../../parts/States.tsx"

/** Why nothing of a file is read, and what to do. */
export const NotTaken = ({ error, again }: { readonly error: Error; readonly again: () => void }) =>
  error instanceof HangtagError && ![400, 404, 413, 415, 422].includes(error.status) ? (
    <Failure error={error} again={again} />
  ) : (
    <div class="state failure" role="alert">
      <h3>Nothing of it is read</h3>
      <p>{messageOf(error)}</p>
    </div>
  )
