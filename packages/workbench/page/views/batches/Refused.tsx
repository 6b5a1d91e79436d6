import { messageOf } from "../../format/messageOf.ts"
import { Conflict, conflictOf } from "../priceChange/Conflict.tsx"

/** What a publication may be allowed though it would be refused. */
export interface Accept {
  readonly moved: boolean
  readonly backdated: boolean
}

const acceptWords: Readonly<Record<keyof Accept, string>> = {
  moved: "I have seen what moved: publish over it",
  backdated: "Publish although the day has passed",
}

interface RefusedProps {
  /** Null: of several brands. */
  readonly brand: string | null
  readonly error: Error
  readonly zone: string
  readonly accept: Accept
  readonly onAccept: (accept: Accept) => void
}

/** Why nothing was published, and what of it can be accepted. */
export const Refused = ({ brand, error, zone, accept, onAccept }: RefusedProps) => {
  const reason = conflictOf(error)?.reason
  return (
    <div class="remark bad refused" role="alert">
      <div>
        <h3>Nothing was published</h3>
        <p>{messageOf(error)}</p>
        <Conflict error={error} brand={brand} zone={zone} />
        {(reason === "moved" || reason === "backdated") && (
          <label class="check">
            <input
              type="checkbox"
              checked={accept[reason]}
              onChange={(event) => onAccept({ ...accept, [reason]: event.currentTarget.checked })}
            />
            {acceptWords[reason]}
          </label>
        )}
      </div>
    </div>
  )
}
