import { HangtagError, type PriceChangeConflict } from "@hangtag/client"
import type { Exact } from "../../app/exactAmounts.ts"
import { RuleLink } from "../../policy/RuleLink.tsx"
import { Moved } from "../priceChange/Moved.tsx"

/** What a publication may be allowed though it would be refused. */
export interface Accept {
  readonly moved: boolean
  readonly backdated: boolean
}

type Reason = NonNullable<PriceChangeConflict["reason"]>

/** What can be accepted of each reason; null: the batch has to become another one. */
const acceptable: Readonly<Record<Reason, keyof Accept | null>> = {
  moved: "moved",
  backdated: "backdated",
  empty: null,
  stale: null,
  collides: null,
  no_return: null,
  blocked: null,
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
  const {
    reason,
    moved = [],
    warnings = [],
  } = (error instanceof HangtagError && error.status === 409 ? error.body : {}) as Partial<
    Exact<PriceChangeConflict>
  >
  const kind = reason === undefined ? null : acceptable[reason]
  return (
    <div class="remark bad refused" role="alert">
      <div>
        <h3>Nothing was published</h3>
        <p>{error.message}</p>
        <Moved pairs={moved} zone={zone} />
        <ul>
          {warnings.slice(0, 8).map(({ kind, line, message }) => (
            <li key={`${kind} ${line} ${message}`}>
              {message} <RuleLink kind={kind} brand={brand} />
            </li>
          ))}
        </ul>
        {kind !== null && (
          <label class="check">
            <input
              type="checkbox"
              checked={accept[kind]}
              onChange={(event) => onAccept({ ...accept, [kind]: event.currentTarget.checked })}
            />
            {acceptWords[kind]}
          </label>
        )}
      </div>
    </div>
  )
}
