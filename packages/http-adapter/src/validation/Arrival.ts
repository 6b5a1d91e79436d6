import { Context } from "effect"
import type { Params } from "./routing.ts"

/** A request as the host's server has it, where that is not the one that is served here. */
export interface HostRequest {
  readonly method: string
  /** Path and query as they were sent, without what the host's framework has taken off. */
  readonly target: string
  /** What it has taken off before the target: Express calls it `baseUrl`. */
  readonly stripped?: string | undefined
  /** Node's `IncomingMessage`, or a `Request`. */
  readonly request: unknown
  /** What the host gave along with it. */
  readonly context?: unknown
}

/** How the current request came in; nothing where this is our own server. */
export const Arrival = Context.Reference<HostRequest | undefined>(
  "@hangtag/http-adapter/validation/Arrival",
  { defaultValue: () => undefined },
)

/** The current request's path: the base before it, `/catalog` or nothing at the root, and the parameters of its route. */
export const RequestPath = Context.Reference<{ readonly basePath: string; readonly params: Params }>(
  "@hangtag/http-adapter/validation/RequestPath",
  { defaultValue: () => ({ basePath: "", params: {} }) },
)
