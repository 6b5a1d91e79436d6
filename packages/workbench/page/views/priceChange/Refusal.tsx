import type { ComponentChildren } from "preact"
import { messageOf } from "../../format/messageOf.ts"
import { Conflict } from "./Conflict.tsx"

interface RefusalProps {
  readonly title: string
  readonly error: Error
  /** Null: of several brands. */
  readonly brand: string | null
  readonly zone: string
  /** What can be done about it. */
  readonly children?: ComponentChildren
}

/** Why nothing was written, and what it meets. */
export const Refusal = ({ title, error, children, ...of }: RefusalProps) => (
  <div class="remark bad refused" role="alert">
    <div>
      <h3>{title}</h3>
      <p>{messageOf(error)}</p>
      <Conflict error={error} {...of} />
      {children}
    </div>
  </div>
)
