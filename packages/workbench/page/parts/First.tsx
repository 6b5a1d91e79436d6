import type { ComponentChildren } from "preact"
import { counted } from "../format/decimal.ts"

const most = 8

interface FirstProps<A> {
  readonly of: ReadonlyArray<A>
  readonly children: (each: A) => ComponentChildren
}

/** The first of a list, and how many others there are. */
export const First = <A,>({ of, children }: FirstProps<A>) => (
  <ul>
    {of.slice(0, most).map((each) => (
      <li key={JSON.stringify(each)}>{children(each)}</li>
    ))}
    {of.length > most && <li>and {counted(of.length - most, "other")}</li>}
  </ul>
)
