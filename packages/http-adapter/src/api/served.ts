import { type CallLimitName, callLimits } from "@hangtag/core"
import type { AnyDescribed } from "@hangtag/core/adapter"
import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import { RecordedRoute } from "../validation/endpointAnnotations.ts"
import { NeededPermission } from "./Authentication.ts"
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

/** What columns of an export ask for besides. */
export const pricesToo = "Columns that show prices need `price:read` too, else 403, which names them."

/** What a job asks for besides. */
export const asItsFile =
  "A job whose file shows prices needs `price:read` too, one of a change sheet `batch:read`: without these it is not found."

/** Says which operation an endpoint serves; what that needs, and what one call may ask for, is the operation's. */
export const served = (
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
export const errorsOf = (
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
