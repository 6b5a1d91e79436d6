import { type CallOptions, type HangtagClient, makeClient, type Operations } from "@hangtag/client"
import { root } from "./address.ts"
import { type Exact, exactFetch } from "./exactAmounts.ts"
import { credentials } from "./session.ts"

type ExactCall<Call> = Call extends (...args: infer Args) => Promise<infer Output>
  ? (...args: Args) => Promise<Exact<Output>>
  : Call

type Named = { readonly [Name in keyof Omit<HangtagClient, "pages">]: ExactCall<HangtagClient[Name]> }

/** The API, with amounts digit by digit. */
export type Api = Named & {
  /** The pages of a list, one after another. */
  readonly pages: <Of extends keyof Operations>(
    name: Of,
    input: Operations[Of]["input"],
    options?: CallOptions,
  ) => AsyncIterable<Exact<Operations[Of]["output"]>>
}

/** The one door: what the page can do, anybody with the same token can. */
export const api = makeClient({
  baseUrl: root,
  headers: credentials,
  fetch: exactFetch,
  retries: 1,
  credentials: "same-origin",
}) as unknown as Api
