import { type CallLimitName, callLimits } from "@hangtag/core"
import type { AnyDescribed } from "@hangtag/core/adapter"
import { Context, Schema } from "effect"
import { HttpApiEndpoint, type HttpApiGroup, OpenApi } from "effect/http-api"
import { RecordedRoute } from "../validation/endpointAnnotations.ts"
import { queryOf } from "../validation/queryOf.ts"
import { RequestValidation } from "../validation/RequestValidation.ts"
import { Authentication, NeededPermission } from "./Authentication.ts"
import {
  bodyErrors,
  Conflict,
  Gone,
  NotFound,
  PreconditionFailed,
  PriceChangeConflict,
  PriceListConflict,
} from "./errors.ts"
import { httpStatus } from "./httpStatus.ts"
import { Measurement } from "./Measurement.ts"
import { RateLimit } from "./RateLimit.ts"
import { grouped, Served } from "./served.ts"

/** What one call may ask for, as the documents say it. */
const inWords = (name: CallLimitName) => {
  const limit = callLimits[name]
  const beyond =
    name === "move_variants"
      ? "`is_whole` is false: name a brand; ten times as many in lists below"
      : "422 `limit_exceeded`"
  return ` At most ${grouped.format(limit.default)} ${limit.counts} (\`${name}\`, unless the operator has set another), else ${beyond}.`
}

/** What is said of an operation that may be answered late. */
const ofReplica =
  " May be read from a replica: `Age` then says how many seconds old the answer is at most. `Cache-Control: no-cache` asks for what is there now."

const isCallLimit = (name: string): name is CallLimitName => name in callLimits

/** Says which operation an endpoint serves; what that needs, and what one call may ask for, is the operation's. */
const served = (
  operation: AnyDescribed,
  summary: string,
  description: string,
  { names = {}, ...own }: Partial<Omit<Served, "operation">> = {},
) =>
  OpenApi.annotations({
    summary,
    description: `${description}${operation.limits.filter(isCallLimit).map(inWords).join("")}${operation.mayBeStale ? ofReplica : ""} Needs \`${operation.permission}\`.`,
  }).pipe(
    Context.add(NeededPermission, operation.permission),
    Context.add(RecordedRoute, operation.unknownMembers === "ignored"),
    Context.add(Served, { operation, names, ...own }),
  )

const byStatus: Readonly<Record<number, typeof NotFound>> = {
  404: NotFound,
  409: Conflict,
  410: Gone,
  412: PreconditionFailed,
}

type ErrorBody = typeof NotFound | typeof PriceChangeConflict | typeof PriceListConflict

/** What an endpoint answers to the failures of its operation, beside those that every endpoint has; `bodyErrors` where it has a body. */
const errorsOf = (
  { errors }: AnyDescribed,
  body: "with body" | "no body" = "no body",
): ReadonlyArray<ErrorBody> => {
  // a class's own name is another one where the host's bundler makes names short
  const tags = errors.map(({ identifier }) => identifier as keyof typeof httpStatus)
  const refusal = tags.includes("PriceChangeRefused")
    ? PriceChangeConflict
    : tags.includes("PriceListRefused")
      ? PriceListConflict
      : undefined
  const statuses = new Set(tags.map((tag) => httpStatus[tag]))
  const found = [...statuses].sort().flatMap((status): ReadonlyArray<ErrorBody> => {
    if (status === 409 && refusal !== undefined) return [refusal]
    const known = byStatus[status]
    return known === undefined ? [] : [known]
  })
  return [...found, ...(body === "with body" ? bodyErrors : [])]
}

type NamesOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

const namesOf = (path: string): ReadonlyArray<string> =>
  Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name!)

/** The parameters of a path, each a text. */
type ParamsOf<Path extends string> = [NamesOf<Path>] extends [never]
  ? never
  : { readonly [Name in NamesOf<Path>]: Schema.String }

const paramsOf = <const Path extends string>(path: Path): ParamsOf<Path> | undefined => {
  const params = namesOf(path).map((name) => [name, Schema.String] as const)
  return params.length === 0 ? undefined : (Object.fromEntries(params) as ParamsOf<Path>)
}

/** What of an input does not stand in the path. */
type RestOf<Input, Path extends string> =
  Input extends Schema.Struct<infer Fields>
    ? [Exclude<keyof Fields, NamesOf<Path>>] extends [never]
      ? never
      : ReturnType<typeof queryOf<Fields, NamesOf<Path> & keyof Fields & string>>
    : never

const restOf = ({ input }: AnyDescribed, path: string) => {
  const { fields } = input as unknown as Schema.Struct<Schema.Struct.Fields>
  const names = namesOf(path)
  return Object.keys(fields).every((name) => names.includes(name))
    ? undefined
    : queryOf({ fields } as never, names as never)
}

/** What does not follow from operation and path. */
interface Parts<Query, Payload, Success> extends Partial<Omit<Served, "operation">> {
  readonly query?: Query
  readonly payload?: Payload
  /** Where it is not the operation's output: of a page, which has the place of the next one besides. */
  readonly success?: Success
}

type Errors = ReturnType<typeof errorsOf>

/** A `GET` of an operation: what of its input is not in the path is in the query. */
export const get = <
  Op extends AnyDescribed,
  const Path extends `/${string}`,
  Query extends Schema.Top = RestOf<Op["input"], Path>,
  Success extends Schema.Top = Op["output"],
>(
  operation: Op,
  path: Path,
  summary: string,
  description: string,
  { query, success, ...own }: Omit<Parts<Query, never, Success>, "payload"> = {},
) =>
  HttpApiEndpoint.get<Op["name"], Path, ParamsOf<Path>, Query, never, never, Success, Errors>(
    operation.name,
    path,
    {
      params: paramsOf(path),
      query: query ?? (restOf(operation, path) as Query | undefined),
      success: (success ?? operation.output) as Success,
      error: errorsOf(operation),
    },
  ).annotateMerge(served(operation, summary, description, own))

/** What a payload may be. */
type Body = Schema.Top & { readonly sseMode?: never }

const sending =
  <Method extends "POST" | "PUT" | "PATCH" | "DELETE">(method: Method) =>
  <
    Op extends AnyDescribed,
    const Path extends `/${string}`,
    Query extends Schema.Top = never,
    Payload extends Body = never,
    Success extends Schema.Top = Op["output"],
  >(
    operation: Op,
    path: Path,
    summary: string,
    description: string,
    { query, payload, success, ...own }: Parts<Query, Payload, Success> = {},
  ) =>
    // the method is known where requests are made; no type of theirs asks for it
    HttpApiEndpoint.make(method as "POST")<
      Op["name"],
      Path,
      ParamsOf<Path>,
      Query,
      Payload,
      never,
      Success,
      Errors
    >(operation.name, path, {
      params: paramsOf(path),
      query,
      payload,
      success: (success ?? operation.output) as Success,
      error: errorsOf(operation, payload === undefined ? "no body" : "with body"),
    }).annotateMerge(served(operation, summary, description, own))

export const post = sending("POST")
export const put = sending("PUT")
export const patch = sending("PATCH")
/** A `DELETE`. */
export const remove = sending("DELETE")

/** What the endpoints of callers stand behind, the last the outermost: calls are measured, callers known and counted, requests valid. */
export const forCallers = <const Id extends string, Endpoints extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, Endpoints>,
) =>
  group.middleware(RequestValidation).middleware(RateLimit).middleware(Authentication).middleware(Measurement)
