import {
  holdsLossyNumber,
  JsonLimitError,
  JsonSyntaxError,
  lastStep,
  parseJsonInSteps,
  parseJsonNatively,
} from "@hangtag/core/adapter"
import type { Schema } from "effect"
import { compileDecoder, type Decoded, type UnknownMembers } from "./compileDecoder.ts"
import { decodeBodyText } from "./decodeBodyText.ts"
import { type ErrorDetail, errorDetail, type Slot } from "./errorDetail.ts"
import { isJsonContentType } from "./isJsonContentType.ts"
import { refuse } from "./Refusal.ts"
import {
  type Limits,
  limitFaults,
  mayBeTooLarge,
  RequestLimits,
  type Size,
  sizeFault,
  sizeOf,
} from "./requestLimits.ts"

/** The schemas of an endpoint's request, a slot without schema is not looked at. */
export type SlotSchemas = { readonly [slot in Slot]?: Schema.ConstraintDecoder<unknown> | undefined }

/** A request as it came. `query` is the raw string behind the `?`, `body` is `undefined` where none was read. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array | undefined
  /** Whether a body without content type is JSON; it is unless told. */
  readonly untypedIsJson?: boolean
}

export type DecodedRequest =
  | {
      readonly _tag: "Valid"
      readonly values: Readonly<Partial<Record<Slot, unknown>>>
      readonly query: Query
    }
  | { readonly _tag: "Invalid"; readonly detail: ReadonlyArray<ErrorDetail> }
  /** The body is no text, or beyond Python's limits: answered with 400. */
  | { readonly _tag: "Unreadable" }

export type Query = Readonly<Record<string, string>>

/** Bytes of a body, and characters of it, that are worked off in some milliseconds. */
export const fewBytes = 256 * 1024
const charactersAStep = 32 * 1024

/** So many values are parsed natively in some milliseconds, whatever the length of the texts among them. */
const fewValues = 100_000

/**
 * Decodes a whole request, every slot of it, and gives either all values or all errors: those of the path
 * first, then query, header and body. A body that is not JSON is always the only error.
 */
export const requestDecoder = (
  schemas: SlotSchemas,
  unknownMembers?: UnknownMembers,
): ((request: RawRequest, limits?: Limits) => DecodedRequest) => {
  const steps = decodingSteps(schemas, unknownMembers)
  return (request, limits) => lastStep(steps(request, limits))
}

/** The same with pauses, where the body is large: in one go it would keep everybody else waiting. */
export const decodingSteps = (
  schemas: SlotSchemas,
  unknownMembers: UnknownMembers = "ignored",
): ((request: RawRequest, limits?: Limits) => Generator<void, DecodedRequest>) => {
  const mayLackBody = schemas.body?.ast.annotations?.isOptionalBody === true
  const slots = SLOTS.flatMap((slot) => {
    const schema = schemas[slot]
    // a request has headers and parts of its path that are not the operation's
    const others = slot === "body" || slot === "query" ? unknownMembers : "ignored"
    return schema === undefined ? [] : [{ slot, decode: compileDecoder(schema, slot, others) }]
  })
  return function* (request, limits = RequestLimits.defaultValue()) {
    const read = schemas.body === undefined ? NO_BODY : yield* readBody(request, limits)
    if (read._tag !== "Read") return read
    const query = parseQuery(request.query)
    const body = mayLackBody && read.value === undefined ? {} : read.value
    const raw = { path: request.params, query, header: request.headers, body }
    const values: Partial<Record<Slot, unknown>> = {}
    const detail: Array<ErrorDetail> = []
    for (const { slot, decode } of slots) {
      if (slot === "body" && (body === undefined || body === null)) {
        detail.push(errorDetail(refuse("missing"), "body", [], null))
        continue
      }
      const decoded = slot === "body" ? yield* decodeBody(body, read, limits, decode) : decode(raw[slot])
      if (decoded.detail.length === 0) values[slot] = decoded.value
      else for (const entry of decoded.detail) detail.push(entry)
    }
    return detail.length > 0 ? { _tag: "Invalid", detail } : { _tag: "Valid", values, query }
  }
}

const SLOTS: ReadonlyArray<Slot> = ["path", "query", "header", "body"]

interface Read {
  readonly _tag: "Read"
  readonly value: unknown
  /** The text of a JSON body whose numbers were read as doubles. */
  readonly native: string | undefined
  /** That of a JSON body which may be beyond limits. */
  readonly size: Size | undefined
}
const NO_BODY: Read = { _tag: "Read", value: undefined, native: undefined, size: undefined }

/** Reads the numbers again, exactly, where doubles would show and lose digits. */
function* decodeBody(
  value: unknown,
  { native, size }: Read,
  limits: Limits,
  decode: (input: unknown) => Decoded,
): Generator<void, Decoded> {
  const detail = size === undefined ? [] : limitFaults(value, size, limits)
  if (detail.length > 0) return { value, detail, showsNumbers: false }
  if (size !== undefined) yield
  const decoded = decode(value)
  if (native === undefined || !decoded.showsNumbers || !holdsLossyNumber(native)) return decoded
  const exact = yield* parseJsonInSteps(native, charactersAStep)
  yield
  return decode(exact)
}

/** The parsed JSON, or the text of a body whose type is not JSON; `undefined` for an empty one. */
function* readBody(
  { body, headers, untypedIsJson }: RawRequest,
  limits: Limits,
): Generator<void, Read | Exclude<DecodedRequest, { readonly _tag: "Valid" }>> {
  if (body === undefined || body.length === 0) return NO_BODY
  // what is no JSON is refused, and shown: no more of it than of a text in JSON
  if (!isJsonContentType(headers["content-type"], untypedIsJson))
    return { ...NO_BODY, value: lenientUtf8.decode(body.subarray(0, limits.maxTextLength)) }
  const text = decodeBodyText(body)
  if (text === undefined) return { _tag: "Unreadable" }
  const isLarge = body.length > fewBytes
  if (isLarge) yield
  const size = mayBeTooLarge(body, limits) ? yield* sizeOf(text, body, limits) : undefined
  const tooMany = size && sizeFault(text, size, limits)
  if (tooMany !== undefined) return { _tag: "Invalid", detail: [tooMany] }
  try {
    if (isLarge) yield
    const hasFew = !isLarge || size === undefined || size.values <= fewValues
    const native = hasFew ? parseJsonNatively(text) : undefined
    if (native !== undefined) return { _tag: "Read", value: native.value, native: text, size }
    // in a tenth of the native parser's speed, also what is no JSON at its end only
    const value = yield* parseJsonInSteps(text, charactersAStep)
    return { _tag: "Read", value, native: undefined, size }
  } catch (error) {
    if (error instanceof JsonLimitError) return { _tag: "Unreadable" }
    if (error instanceof JsonSyntaxError) return { _tag: "Invalid", detail: [jsonInvalid(error)] }
    throw error
  }
}

const lenientUtf8 = new TextDecoder("utf-8", { ignoreBOM: true })

const jsonInvalid = ({ message, position }: JsonSyntaxError): ErrorDetail =>
  errorDetail(refuse("json_invalid", { error: message }), "body", [position], {})

/**
 * The last of equal names wins; `+` is a space, and what is no valid escape or UTF-8 is no error. Behind an
 * `&`, because `URLSearchParams` drops a `?` at the start.
 */
const parseQuery = (query: string): Query =>
  query === "" ? NO_QUERY : Object.fromEntries(new URLSearchParams(`&${query}`))

const NO_QUERY: Query = {}
