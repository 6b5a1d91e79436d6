/**
 * What each error type says, and with which facts: one line per type, worded as pydantic 2.10 words it.
 * A new type is a line here and in `Facts`.
 */
const messages: { readonly [Type in ErrorType]: (facts: Facts[Type]) => string } = {
  missing: () => "Field required",
  json_invalid: () => "JSON decode error",
  model_attributes_type: () => "Input should be a valid dictionary or object to extract fields from",
  extra_forbidden: (facts) =>
    `Extra inputs are not permitted${facts === undefined ? "" : `; did you mean '${facts.nearest}'?`}`,
  list_type: () => "Input should be a valid list",
  too_short: ({ field_type, min_length, actual_length }) =>
    `${field_type} should have at least ${count(min_length, "item")} after validation, not ${actual_length}`,
  too_long: ({ field_type, max_length, actual_length = "more" }) =>
    `${field_type} should have at most ${count(max_length, "item")} after validation, not ${actual_length}`,
  string_type: () => "Input should be a valid string",
  string_unicode: () => "Input should be a valid string, unable to parse raw data as a unicode string",
  string_too_short: ({ min_length }) => `String should have at least ${count(min_length, "character")}`,
  string_too_long: ({ max_length }) => `String should have at most ${count(max_length, "character")}`,
  string_pattern_mismatch: ({ pattern }) => `String should match pattern '${pattern}'`,
  literal_error: ({ expected }) => `Input should be ${expected}`,
  bool_type: () => "Input should be a valid boolean",
  bool_parsing: () => "Input should be a valid boolean, unable to interpret input",
  int_type: () => "Input should be a valid integer",
  int_parsing: () => "Input should be a valid integer, unable to parse string as an integer",
  int_parsing_size: () => "Unable to parse input string as an integer, exceeded maximum size",
  float_type: () => "Input should be a valid number",
  float_parsing: () => "Input should be a valid number, unable to parse string as a number",
  finite_number: () => "Input should be a finite number",
  decimal_max_digits: ({ max_digits }) =>
    `Decimal input should have no more than ${count(max_digits, "digit")} in total`,
  greater_than_equal: ({ ge }) => `Input should be greater than or equal to ${ge}`,
  less_than_equal: ({ le }) => `Input should be less than or equal to ${le}`,
  datetime_from_date_parsing: ({ error }) => `Input should be a valid datetime or date, ${error}`,
  idempotency_key_reused: () => "Idempotency-Key was used for another request; take a new one",
  value_error: ({ error }) => `Value error, ${error}`,
}

/** The facts (`ctx`) that go with each error type; `undefined` where there are none. */
interface Facts {
  missing: undefined
  json_invalid: { readonly error: string }
  model_attributes_type: undefined
  /** The member that it most likely means, where one is near. */
  extra_forbidden: { readonly nearest: string } | undefined
  list_type: undefined
  too_short: { readonly field_type: "List"; readonly min_length: number; readonly actual_length: number }
  too_long: {
    readonly field_type: "List" | "Body" | "Dictionary"
    readonly max_length: number
    /** Unknown where counting ended at the limit. */
    readonly actual_length?: number
  }
  string_type: undefined
  string_unicode: undefined
  string_too_short: { readonly min_length: number }
  string_too_long: { readonly max_length: number }
  string_pattern_mismatch: { readonly pattern: string }
  literal_error: { readonly expected: string }
  bool_type: undefined
  bool_parsing: undefined
  int_type: undefined
  int_parsing: undefined
  int_parsing_size: undefined
  float_type: undefined
  float_parsing: undefined
  finite_number: undefined
  decimal_max_digits: { readonly max_digits: number }
  greater_than_equal: { readonly ge: number }
  less_than_equal: { readonly le: number }
  datetime_from_date_parsing: { readonly error: string }
  idempotency_key_reused: undefined
  value_error: { readonly error: string }
}

export type ErrorType = keyof Facts

/** Why a value is refused, without where it was: `type`, `msg` and `ctx` of an entry of `detail`. */
export class Refusal {
  readonly type: ErrorType
  readonly msg: string
  readonly ctx: Readonly<Record<string, string | number>> | undefined

  constructor(type: ErrorType, msg: string, ctx: Readonly<Record<string, string | number>> | undefined) {
    this.type = type
    this.msg = msg
    this.ctx = ctx
  }
}

/** `refuse("string_too_long", { max_length: 200 })` */
export const refuse = <Type extends ErrorType>(
  type: Type,
  ...[facts]: Facts[Type] extends undefined ? [] : [facts: Facts[Type]]
): Refusal => new Refusal(type, messages[type](facts as Facts[Type]), facts && { ...facts })

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`

/** An entry of `detail`, its keys in the order in which they are written. */
export interface ErrorDetail {
  readonly type: string
  readonly loc: ReadonlyArray<string | number>
  readonly msg: string
  readonly input: unknown
  readonly ctx?: Readonly<Record<string, unknown>>
}

export type Slot = "path" | "query" | "header" | "body"

type Path = ReadonlyArray<PropertyKey>

/** The entry for a refusal at a place of the request. */
export const errorDetail = (refusal: Refusal, slot: Slot, path: Path, input: unknown): ErrorDetail => {
  const { type, msg, ctx } = refusal
  const loc: Array<string | number> = [slot]
  for (const key of path) loc.push(typeof key === "number" ? key : String(key))
  return ctx === undefined ? { type, loc, msg, input } : { type, loc, msg, input, ctx }
}
