import {
  type CallOptions,
  type HangtagClient,
  makeClient,
  type Operations,
  type Page,
  type PagedName,
} from "@hangtag/client"
import { root } from "./address.ts"
import { type Exact, exactFetch } from "./exactAmounts.ts"
import { credentials, sessionEnded } from "./session.ts"

type ExactCall<Call> = Call extends (...args: infer Args) => Promise<infer Output>
  ? (...args: Args) => Promise<Exact<Output>>
  : Call

type Named = { readonly [Name in keyof Omit<HangtagClient, "pages">]: ExactCall<HangtagClient[Name]> }

/** The API, with amounts digit by digit. */
export type Api = Named & {
  /** The pages of a list, in turn. */
  readonly pages: <Of extends PagedName>(
    name: Of,
    input: Operations[Of]["input"],
    options?: CallOptions,
  ) => AsyncIterable<Exact<Page<Operations[Of]["output"]>>>
}

/** What is changed by a word alone still is where the page is left meanwhile; browsers keep no large body that long. */
const keptFetch: typeof fetch = async (input, init) => {
  const response = await exactFetch(
    input,
    init?.method === "GET" || init?.body ? init : { ...init, keepalive: true },
  )
  if (response.status === 401) sessionEnded()
  return response
}

/** The one door: what the page can do, anybody with the same token can. */
export const api = makeClient({
  baseUrl: root,
  headers: credentials,
  fetch: keptFetch,
  retries: 1,
  credentials: "same-origin",
}) as unknown as Api
