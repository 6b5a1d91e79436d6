import type { Unavailable } from "@hangtag/core"
import { Context, type Effect } from "effect"

/** The keys that tokens are checked by. */
export class IssuerKeys extends Context.Service<
  IssuerKeys,
  {
    /** Succeeds where there are keys, which are fetched where they are not at hand. */
    readonly check: Effect.Effect<void, Unavailable>
  }
>()("@hangtag/http-adapter/auth/IssuerKeys") {}
