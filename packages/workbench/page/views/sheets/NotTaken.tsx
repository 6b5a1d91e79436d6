import { HangtagError } from "@hangtag/client"
import { Failure } from "../../parts/States.tsx"

/** What the server says of the file itself, without where in the request it was. */
const sentenceOf = (error: Error): string =>
  error instanceof HangtagError && error.faults.length > 0
    ? error.faults.map(({ msg }) => msg.replace(/^Value error, /, "")).join("; ")
    : error.message

/** Why nothing of a file is read, and what to do. */
export const NotTaken = ({ error, again }: { readonly error: Error; readonly again: () => void }) =>
  error instanceof HangtagError && ![400, 404, 413, 415, 422].includes(error.status) ? (
    <Failure error={error} again={again} />
  ) : (
    <div class="state failure" role="alert">
      <h3>Nothing of it is read</h3>
      <p>{sentenceOf(error)}</p>
    </div>
  )
