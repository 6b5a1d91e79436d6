import type { AnyDescribed } from "@hangtag/core/adapter"
import { Context } from "effect"

/** An endpoint's annotation: what it calls, and what HTTP calls members of the input by another name. */
export interface Served {
  readonly operation: AnyDescribed
  /** Members by their names over HTTP. */
  readonly names: Readonly<Record<string, string>>
  /** What HTTP makes of the members before they are the operation's input. */
  readonly input?: (members: Members) => Members
  /** What HTTP makes of the result. */
  readonly body?: (result: Members, basePath: string) => Members
  /** What the query of the next page has besides that of this one. */
  readonly linked?: (result: Members) => Members
  /** Whether the answer has an `ETag`; it has where the input says what is `expected`. */
  readonly etag?: boolean
}
// biome-ignore lint/suspicious/noExplicitAny: members of any operation
type Members = Readonly<Record<string, any>>
export const Served = Context.Reference<Served | undefined>("@hangtag/http-adapter/api/Served", {
  defaultValue: () => undefined,
})

/** Numbers as documents write them. */
export const grouped = new Intl.NumberFormat("en-US")

/** What columns of an export ask for besides. */
export const pricesToo = "Columns that show prices need `price:read` too, else 403, which names them."

/** What a job asks for besides. */
export const asItsFile =
  "A job whose file shows prices needs `price:read` too, one of a change sheet `batch:read`: without these it is not found."
