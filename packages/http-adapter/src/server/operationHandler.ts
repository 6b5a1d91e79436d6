import { createHash } from "node:crypto"
import { type HangtagError, PriceChangeRefused, PriceListRefused } from "@hangtag/core"
import { decodedCalls, StaleAllowed } from "@hangtag/core/adapter"
import type { AnsweringName, Hangtag } from "@hangtag/core/effect"
import { Context, Effect, type Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { CurrentPrincipal } from "../api/Authentication.ts"
import type { Served } from "../api/served.ts"
import { RequestPath } from "../validation/Arrival.ts"
import { defaultsOf } from "../validation/members.ts"
import { placeWriter } from "../validation/queryOf.ts"
import { DecodedRequest } from "../validation/RequestValidation.ts"
import { answerFailure, placeIn } from "./answerFailure.ts"
import { encoder } from "./encoder.ts"
import { type ReadSheet, sheetOf } from "./sheetOf.ts"

type Members = Readonly<Record<string, unknown>>
type Handler = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  CurrentPrincipal | DecodedRequest | HttpServerRequest.HttpServerRequest
>

/** The entity tag of a thing as it is: another one as soon as any of its members is another. */
const etagOf = (thing: object): string => {
  const members = Object.entries(thing).sort(([a], [b]) => (a < b ? -1 : 1))
  return `"${createHash("sha256").update(JSON.stringify(members)).digest("base64url").slice(0, 22)}"`
}

/** What an `If-Match` header expects (RFC 9110 §13.1.1); undefined where it expects nothing. */
const expectedBy = (ifMatch: string | undefined): ((current: object) => boolean) | undefined => {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined
  // weak tags never match here
  const tags = Array.from(ifMatch.matchAll(/(W\/)?("[^"]*")/g), ([, weak, tag]) => (weak ? "" : tag))
  return (current) => tags.includes(etagOf(current))
}

/** The input of an operation from the members of a request: each by its own name, and what those mean that are left out. */
const inputOf = ({ operation, names, input = (members) => members }: Served) => {
  const { fields } = operation.input as unknown as Schema.Struct<Schema.Struct.Fields>
  const defaults = defaultsOf({ fields } as Schema.Struct<Schema.Struct.Fields>)
  const renamed = Object.entries(names)
  return (given: Members, ifMatch: string | undefined): Members => {
    const members: Record<string, unknown> = { ...defaults, ...given }
    for (const [name, wire] of renamed) {
      members[name] = members[wire]
      delete members[wire]
    }
    const expected = "expected" in fields ? expectedBy(ifMatch) : undefined
    return input(expected === undefined ? members : { ...members, expected })
  }
}

/**
 * `Link` (RFC 8288) to the page that comes `after` a place, null where there is none; `query` is what else of the page's
 * own query it keeps.
 */
const linkTo = (
  url: string,
  query: Readonly<Record<string, unknown>>,
  after: string | null,
): Readonly<Record<string, string>> => {
  if (after === null) return {}
  const kept = Object.entries({ ...query, after }).flatMap(
    ([name, value]): Array<[string, string]> =>
      value === null || value === undefined ? [] : [[name, String(value)]],
  )
  // the page's own query says where the page began
  return { link: `<${url.split("?", 1)[0]}?${new URLSearchParams(kept)}>; rel="next"` }
}

/** Whether a request asks for what is there now. */
const asksForFresh = (cacheControl: string | undefined): boolean =>
  cacheControl
    ?.toLowerCase()
    .split(",")
    .some((directive) => ["no-cache", "max-age=0"].includes(directive.trim())) === true

/** Lets a call be late where its operation may be and its request does not ask for what is there now. */
const allowingLate = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  cacheControl: string | undefined,
  note: (age: number) => void,
): Effect.Effect<A, E, R> =>
  asksForFresh(cacheControl) ? call : Effect.provideService(call, StaleAllowed, { allowed: "bounded", note })

/** How an endpoint is answered: its members to the operation's input, one operation, its result as JSON or what its failure means. */
export const operationHandler = (
  endpoint: HttpApiEndpoint.Top,
  served: Served,
  hangtag: Hangtag["Service"],
  readSheet: ReadSheet | undefined,
): Handler => {
  const { operation, body = (result) => result, linked = () => ({}) } = served
  const { fields } = operation.input as unknown as Schema.Struct<Schema.Struct.Fields>
  const { fields: given = {} } = operation.output as { readonly fields?: Schema.Struct.Fields }
  const call = hangtag[decodedCalls][operation.name as AnsweringName] as unknown as (
    principal: CurrentPrincipal["Service"],
    input: unknown,
  ) => Effect.Effect<Members, HangtagError>
  const toInput = inputOf(served)
  const encode = encoder(operation.output)
  const place = placeIn(endpoint, served)
  const written = "next" in given && fields.after !== undefined ? placeWriter(fields.after) : undefined
  const hasReasons = [PriceChangeRefused, PriceListRefused].some((error) => operation.errors.includes(error))
  const hasEtag = served.etag ?? "expected" in fields
  return Effect.contextWith(
    (context: Context.Context<CurrentPrincipal | DecodedRequest | HttpServerRequest.HttpServerRequest>) => {
      const principal = Context.get(context, CurrentPrincipal)
      const { members, query, file } = Context.get(context, DecodedRequest)
      const request = Context.get(context, HttpServerRequest.HttpServerRequest)
      const { basePath } = Context.get(context, RequestPath)
      let age: number | undefined
      const called =
        file === undefined
          ? call(principal, toInput(members, request.headers["if-match"]))
          : Effect.flatMap(sheetOf(readSheet, file), (sheet) =>
              call(principal, toInput({ ...members, ...sheet }, undefined)),
            )
      const late = allowingLate(called, request.headers["cache-control"], (oldest) => {
        age = oldest
      })
      const headersOf = (result: Members) => ({
        ...(age !== undefined && { age: String(Math.ceil(age / 1000)) }),
        ...(hasEtag && { etag: etagOf(result) }),
        ...(written !== undefined &&
          result.next !== null &&
          linkTo(basePath + request.url, { ...query, ...linked(result) }, written(result.next))),
      })
      return Effect.matchEffect(late, {
        onSuccess: (result) =>
          Effect.map(encode(body(result, basePath)), HttpServerResponse.setHeaders(headersOf(result))),
        onFailure: (error) => answerFailure(error, place, hasReasons),
      })
    },
  )
}
