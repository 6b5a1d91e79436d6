import { JsonLimitError, JsonSizeError, JsonSyntaxError, parseJson } from "@hangtag/core/adapter"
import type { Schema } from "effect"
import { compileDecoder, type UnknownMembers } from "./compileDecoder.ts"
import { decodeBodyText } from "./decodeBodyText.ts"
import { defaultLimits } from "./limits.ts"
import { type ErrorDetail, errorDetail, refuse, type Slot } from "./Refusal.ts"

/** The schemas of an endpoint's request, a slot without schema is not looked at. */
export type SlotSchemas = { readonly [slot in Slot]?: Schema.ConstraintDecoder<unknown> | undefined }

/** A request as it came. `query` is the raw string behind the `?`, `body` is `undefined` where none was read. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array | undefined
  /** Whether a body without content type is JSON; it is by default. */
  readonly untypedIsJson?: boolean
}

export type DecodedRequest =
  | {
      readonly _tag: "Valid"
      readonly values: Readonly<Partial<Record<Slot, unknown>>>
    }
  | { readonly _tag: "Invalid"; readonly detail: ReadonlyArray<ErrorDetail> }
  /** The body is no text, or beyond Python's limits: answered with 400. */
  | { readonly _tag: "Unreadable" }

/**
 * Decodes a whole request, every slot of it, and gives either all values or all errors: those of the path
 * first, then query, header and body. A body that is not JSON is always the only error.
 */
export const requestDecoder = (
  schemas: SlotSchemas,
  unknownMembers: UnknownMembers = "ignored",
): ((request: RawRequest, maxValues?: number) => DecodedRequest) => {
  const mayLackBody = schemas.body?.ast.annotations?.isOptionalBody === true
  const slots = SLOTS.flatMap((slot) => {
    const schema = schemas[slot]
    // a request has headers and parts of its path that are not the operation's
    const others = slot === "body" || slot === "query" ? unknownMembers : "ignored"
    return schema === undefined ? [] : [{ slot, decode: compileDecoder(schema, slot, others) }]
  })
  return (request, maxValues = defaultLimits.maxValues) => {
    const read = schemas.body === undefined ? NO_BODY : parseBody(request, maxValues)
    if (read._tag !== "Read") return read
    const query = parseQuery(request.query)
    const body = mayLackBody && read.value === undefined ? {} : read.value
    const raw = { path: request.params, query, header: request.headers, body }
    const values: Partial<Record<Slot, unknown>> = {}
    const detail = unknownMembers === "refused" ? repeatedNames(request.query, query) : []
    for (const { slot, decode } of slots) {
      if (slot === "body" && (body === undefined || body === null)) {
        detail.push(errorDetail(refuse("missing"), "body", [], null))
        continue
      }
      const decoded = decode(raw[slot])
      if (decoded.detail.length === 0) values[slot] = decoded.value
      else for (const entry of decoded.detail) detail.push(entry)
    }
    return detail.length > 0 ? { _tag: "Invalid", detail } : { _tag: "Valid", values }
  }
}

const SLOTS: ReadonlyArray<Slot> = ["path", "query", "header", "body"]

interface Read {
  readonly _tag: "Read"
  readonly value: unknown
}
const NO_BODY: Read = { _tag: "Read", value: undefined }

/** Of a body that is no JSON, and refused, as many bytes are shown. */
const shownBytes = 100_000

/** The parsed JSON, or the text of a body whose type is not JSON; `undefined` for an empty one. */
const parseBody = (
  { body, headers, untypedIsJson }: RawRequest,
  maxValues: number,
): Read | Exclude<DecodedRequest, { readonly _tag: "Valid" }> => {
  if (body === undefined || body.length === 0) return NO_BODY
  if (!isJsonContentType(headers["content-type"], untypedIsJson))
    return { _tag: "Read", value: lenientUtf8.decode(body.subarray(0, shownBytes)) }
  const text = decodeBodyText(body)
  if (text === undefined) return { _tag: "Unreadable" }
  try {
    return { _tag: "Read", value: parseJson(text, { values: maxValues, members: defaultLimits.members }) }
  } catch (error) {
    if (error instanceof JsonLimitError) return { _tag: "Unreadable" }
    if (error instanceof JsonSyntaxError) return { _tag: "Invalid", detail: [jsonInvalid(error)] }
    if (error instanceof JsonSizeError) return { _tag: "Invalid", detail: [tooLong(error)] }
    throw error
  }
}

const tooLong = ({ of, most }: JsonSizeError): ErrorDetail =>
  errorDetail(refuse("too_long", { field_type: of, max_length: most }), "body", [], null)

const lenientUtf8 = new TextDecoder("utf-8", { ignoreBOM: true })

const jsonInvalid = ({ message, position }: JsonSyntaxError): ErrorDetail =>
  errorDetail(refuse("json_invalid", { error: message }), "body", [position], {})

/**
 * The last of equal names wins, where the earlier service has the operation, and in any other they are refused; `+` is a space, and what is no valid escape or UTF-8 is no error. Behind an
 * `&`, because `URLSearchParams` drops a `?` at the start.
 */
const parseQuery = (query: string): Readonly<Record<string, string>> =>
  query === "" ? NO_QUERY : Object.fromEntries(new URLSearchParams(`&${query}`))

const NO_QUERY = {}

/** Names that stand in a query more than once: one of their values would be asked for and passed over. */
const repeatedNames = (query: string, last: Readonly<Record<string, string>>): Array<ErrorDetail> => {
  if (!query.includes("&")) return []
  const names = [...new URLSearchParams(`&${query}`).keys()]
  return [...new Set(names.filter((name, place) => names.indexOf(name) !== place))].map((name) =>
    errorDetail(
      refuse("value_error", { error: "it is given more than once: give it once" }),
      "query",
      [name],
      last[name],
    ),
  )
}

/**
 * Tells whether a body is parsed as JSON: no content type (unless `untyped` says otherwise), `application/json`, `application/*+json`, with
 * parameters behind a `;`. Read as Python's `email.message` reads it, so `application/json, x` is no JSON.
 */
export const isJsonContentType = (contentType: string | undefined, untyped = true): boolean => {
  if (contentType === undefined || contentType === "") return untyped
  // what nearly all say, in a twentieth of the time
  if (contentType === "application/json") return true
  const type = contentType.split(";", 1)[0]!.trim().toLowerCase()
  return /^application\/(?:json|[^/]*\+json)$/.test(type)
}
