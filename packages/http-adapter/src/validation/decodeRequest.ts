import { Result, type Schema, SchemaParser } from "effect"
import { decodeBodyText } from "./decodeBodyText.ts"
import { type ErrorDetail, errorDetail, errorDetails, MAX_ERRORS, type Slot } from "./errorDetails.ts"
import { isJsonContentType } from "./isJsonContentType.ts"
import { parseJson } from "./parseJson.ts"
import { JsonLimitError, JsonSyntaxError } from "./parseJsonExactly.ts"
import { refuse } from "./Refusal.ts"
import { type Limits, limitFaults, RequestLimits } from "./requestLimits.ts"

/** The schemas of an endpoint's request, a slot without schema is not looked at. */
export type SlotSchemas = { readonly [slot in Slot]?: Schema.ConstraintDecoder<unknown> | undefined }

/** A request as it came. `query` is the raw string behind the `?`, `body` is `undefined` where none was read. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array | undefined
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

type Decode = ReturnType<typeof SchemaParser.decodeUnknownResult<Schema.ConstraintDecoder<unknown>>>

/**
 * Decodes a whole request, every slot of it, and gives either all values or all errors: those of the path
 * first, then query, header and body. A body that is not JSON is always the only error.
 */
export const requestDecoder = (
  schemas: SlotSchemas,
): ((request: RawRequest, limits?: Limits) => DecodedRequest) => {
  const slots = SLOTS.flatMap((slot) => {
    const schema = schemas[slot]
    return schema === undefined ? [] : [{ slot, decode: SchemaParser.decodeUnknownResult(schema) }]
  })
  return (request, limits = RequestLimits.defaultValue()) => {
    const read = schemas.body === undefined ? NO_BODY : readBody(request)
    if (read._tag !== "Read") return read
    const query = parseQuery(request.query)
    const raw = { path: request.params, query, header: request.headers, body: read.value }
    const values: Partial<Record<Slot, unknown>> = {}
    const detail: Array<ErrorDetail> = []
    for (const { slot, decode } of slots) {
      if (slot === "body" && (read.value === undefined || read.value === null)) {
        detail.push(errorDetail(refuse("missing"), "body", [], null))
        continue
      }
      if (slot === "body") {
        const beyond = limitFaults(read.value, request.body?.length ?? 0, limits)
        detail.push(...beyond)
        if (beyond.length > 0) continue
      }
      const result = decode(raw[slot])
      if (Result.isSuccess(result)) values[slot] = result.success
      // To look for all errors costs more than to look for one, and most requests have none.
      else detail.push(...allErrors(decode, slot, raw[slot]))
    }
    return detail.length > 0 ? { _tag: "Invalid", detail } : { _tag: "Valid", values, query }
  }
}

const SLOTS: ReadonlyArray<Slot> = ["path", "query", "header", "body"]

/** All errors of the slot, `MAX_ERRORS` at most. */
const allErrors = (decode: Decode, slot: Slot, raw: unknown): ReadonlyArray<ErrorDetail> => {
  const errorsIn = (value: unknown) => {
    const result = decode(value, { errors: "all" })
    return Result.isFailure(result) ? errorDetails(result.failure, slot, raw) : []
  }
  // A megabyte of `{},` would make a million issues before the first is dropped; so the heads of lists come first.
  const head = shortened(raw)
  const errors = errorsIn(head)
  return head === raw || errors.length === MAX_ERRORS ? errors : errorsIn(raw)
}

/** Without what the lists in it hold beyond as many elements as errors are reported. */
const shortened = (value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value) || !Object.values(value).some(isLong)
    ? value
    : Object.fromEntries(
        Object.entries(value).map(([key, member]) => [
          key,
          isLong(member) ? member.slice(0, MAX_ERRORS) : member,
        ]),
      )

const isLong = (member: unknown): member is ReadonlyArray<unknown> =>
  Array.isArray(member) && member.length > MAX_ERRORS

type Read = { readonly _tag: "Read"; readonly value: unknown }
const NO_BODY: Read = { _tag: "Read", value: undefined }

/** The parsed JSON, or the text of a body whose type is not JSON; `undefined` for an empty one. */
const readBody = ({
  body,
  headers,
}: RawRequest): Read | Exclude<DecodedRequest, { readonly _tag: "Valid" }> => {
  if (body === undefined || body.length === 0) return NO_BODY
  if (!isJsonContentType(headers["content-type"])) return { _tag: "Read", value: lenientUtf8.decode(body) }
  const text = decodeBodyText(body)
  if (text === undefined) return { _tag: "Unreadable" }
  try {
    return { _tag: "Read", value: parseJson(text) }
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
const parseQuery = (query: string): Query => Object.fromEntries(new URLSearchParams(`&${query}`))
