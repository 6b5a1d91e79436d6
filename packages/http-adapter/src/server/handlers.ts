import { type HangtagError, PriceChangeRefused, PriceListRefused } from "@hangtag/core"
import { decodedCalls, StaleAllowed } from "@hangtag/core/adapter"
import { type AnsweringName, Hangtag } from "@hangtag/core/effect"
import { Context, Effect, Layer, type Schema } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { CurrentPrincipal } from "../api/Authentication.ts"
import { HangtagApi } from "../api/HangtagApi.ts"
import { Served } from "../api/served.ts"
import { BasePath } from "../validation/basePath.ts"
import { defaultsOf } from "../validation/members.ts"
import { placeWriter } from "../validation/queryOf.ts"
import { DecodedRequest } from "../validation/RequestValidation.ts"
import { answer } from "./answer.ts"
import { encoder, ok } from "./encoder.ts"
import { etagOf, expectedBy } from "./etag.ts"
import { linkTo } from "./linkTo.ts"
import { placeIn } from "./placeIn.ts"
import { answerHealth, answerReadiness, Readiness } from "./readiness.ts"
import { type ReadSheet, SheetReader, sheetOf } from "./SheetReader.ts"
import { watchJobHandler } from "./watchJobHandler.ts"

type Members = Readonly<Record<string, unknown>>
type Handler = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  CurrentPrincipal | DecodedRequest | HttpServerRequest.HttpServerRequest
>

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

/** How an endpoint is answered: its members to the operation's input, one operation, its result as JSON. */
const handlerOf = (
  endpoint: HttpApiEndpoint.Top,
  served: Served,
  hangtag: Hangtag["Service"],
  readSheet: ReadSheet,
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
  return Effect.flatMap(
    Effect.all([CurrentPrincipal, DecodedRequest, HttpServerRequest.HttpServerRequest, BasePath]),
    ([principal, { members, query, file }, request, basePath]) => {
      let age: number | undefined
      const called =
        file === undefined
          ? call(principal, toInput(members, request.headers["if-match"]))
          : Effect.flatMap(sheetOf(readSheet, file), (sheet) =>
              call(principal, toInput({ ...members, ...sheet }, undefined)),
            )
      return answer(
        allowingLate(called, request.headers["cache-control"], (oldest) => {
          age = oldest
        }),
        (result) => encode(body(result, basePath)),
        (result) => ({
          ...(age !== undefined && { age: String(Math.ceil(age / 1000)) }),
          ...(hasEtag ? { etag: etagOf(result) } : {}),
          ...(written === undefined || result.next === null
            ? {}
            : linkTo(basePath + request.url, { ...query, ...linked(result) }, written(result.next))),
        }),
        place,
        hasReasons,
      )
    },
  )
}

interface HandleRaw {
  readonly handleRaw: (name: string, handler: () => unknown) => HandleRaw
}

/** The handlers of the groups whose endpoints serve operations. */
const operationHandlers = (hangtag: Hangtag["Service"], readSheet: ReadSheet) => {
  const groups = new Map<string, Array<HttpApiEndpoint.Top>>()
  HttpApi.reflect(HangtagApi, {
    onGroup: ({ group }) => void groups.set(group.identifier, []),
    onEndpoint: ({ group, endpoint }) => void groups.get(group.identifier)!.push(endpoint),
  })
  const handlerFor = (endpoint: HttpApiEndpoint.Top, served: Served) =>
    served.operation.name === "watchJob"
      ? watchJobHandler(hangtag)
      : handlerOf(endpoint, served, hangtag, readSheet)
  return [...groups].flatMap(([id, endpoints]) => {
    const served = endpoints.flatMap((endpoint) => {
      const found = Context.get(endpoint.annotations, Served)
      return found === undefined ? [] : [[endpoint.identifier, handlerFor(endpoint, found)] as const]
    })
    if (served.length < endpoints.length) return []
    // the types know groups by their names alone
    const group = HttpApiBuilder.group(HangtagApi, id as "pricing", (handlers) => {
      const all = handlers as unknown as HandleRaw
      return served.reduce((more, [name, handler]) => more.handleRaw(name, () => handler), all) as never
    })
    return [group]
  })
}

const callers = HttpApiBuilder.group(HangtagApi, "callers", (handlers) =>
  handlers.handleRaw("getCaller", () =>
    Effect.map(CurrentPrincipal, ({ organization, subject, permissions, priceLists }) =>
      ok({
        organization,
        subject,
        permissions: [...permissions],
        ...(priceLists !== undefined && { price_lists: [...priceLists] }),
      }),
    ),
  ),
)

const system = HttpApiBuilder.group(HangtagApi, "system", (handlers) =>
  Effect.map(Readiness, (service) =>
    handlers
      .handleRaw("healthz", () => answerHealth)
      .handleRaw("readyz", () => Effect.provideService(answerReadiness, Readiness, service)),
  ),
)

type Groups = typeof HangtagApi extends HttpApi.HttpApi<infer _Id, infer Groups> ? Groups : never

const serving = Layer.unwrap(
  Effect.map(Effect.all([Hangtag, SheetReader]), ([hangtag, readSheet]) => {
    const [first, ...others] = operationHandlers(hangtag, readSheet)
    return Layer.mergeAll(first!, ...others)
  }),
)

/** The operations behind their endpoints. */
export const handlers = Layer.mergeAll(
  callers,
  system,
  serving as Layer.Layer<HttpApiGroup.ToService<"hangtag", Groups>, never, Layer.Services<typeof serving>>,
)
