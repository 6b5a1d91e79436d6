import { HangtagError } from "@hangtag/client"
import { hereWith } from "../app/address.ts"
import { Link } from "./Link.tsx"

/** Whether the server knows of no such thing. */
export const isNotFound = (error: Error | undefined): boolean =>
  error instanceof HangtagError && error.status === 404

interface MissingProps {
  /** What kind of thing it is. */
  readonly of: string
  /** As the address has it. */
  readonly name: string
  /** The member of the address that names it. */
  readonly member: string
}

/** What an address names and is not there: nothing else is shown in its place, and the rest of the address is kept. */
export const Missing = ({ of, name, member }: MissingProps) => (
  <p class="remark bad" role="alert">
    <span>
      There is no {of} <bdi>{name}</bdi>.
    </span>
    <Link class="button small" href={hereWith({ [member]: "" })}>
      Go on without it
    </Link>
  </p>
)
