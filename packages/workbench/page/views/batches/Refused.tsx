import { conflictOf } from "../priceChange/Conflict.tsx"
import { Refusal } from "../priceChange/Refusal.tsx"

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
export const Refused = ({ accept, onAccept, ...of }: RefusedProps) => {
  const reason = conflictOf(of.error)?.reason
  return (
    <Refusal title="Nothing was published" {...of}>
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
    </Refusal>
  )
}
