import { rawJson } from "@hangtag/core/adapter"
import { Effect, Schema, type SchemaAST, SchemaGetter, SchemaIssue } from "effect"
import { isoFormatError } from "./isoFormatError.ts"
import { laxAmount } from "./laxAmount.ts"
import { laxBoolean } from "./laxBoolean.ts"
import { laxDecimal } from "./laxDecimal.ts"
import { laxInteger } from "./laxInteger.ts"
import { Refusal, refuse } from "./Refusal.ts"

// The request fields that plain schemas cannot say. Strings, lists, objects, literals and their checks are
// ordinary Effect schemas: `compileDecoder` words their issues.

/** An issue worded and typed by `refusal`, for filters: `{ path: ["lines"], issue: refusedAs(refuse("missing")) }`. */
export const refusedAs = (refusal: Refusal): SchemaIssue.Issue =>
  new SchemaIssue.InvalidValue({ refusal, message: refusal.msg })

/** What reads a value as one of the fields below, without Effect around it. */
export type Parse = (input: unknown) => unknown

/** How a field below reads its value; `undefined` for other declarations. */
export const parseOf = (ast: SchemaAST.Declaration): Parse | undefined =>
  ast.annotations?.parse as Parse | undefined

/** A boolean, also from 0, 1, "yes", "off" and the like. */
export const LaxBoolean = lax<boolean>(laxBoolean, {
  expected: "boolean",
  toCodecJson: () =>
    Schema.link<boolean>()(Schema.Boolean, {
      decode: SchemaGetter.passthrough(),
      encode: SchemaGetter.passthrough(),
    }),
})

/** The same as a query's text. */
export const QueryBoolean = lax<boolean>(laxBoolean, {
  expected: "boolean",
  toCodecStringTree: () => undefined,
  toCodecJson: () =>
    Schema.link<boolean>()(Schema.Any.check(describedAs("boolean")), {
      decode: SchemaGetter.passthrough(),
      encode: SchemaGetter.passthrough(),
    }),
}).check(describedAs("boolean"))

/**
 * A decimal text like `19.990` in code, a JSON number with just these digits on the wire. Reads every form
 * that `laxAmount` reads; never negative, never infinite.
 */
export const LaxAmount = decimal(laxAmount)

/** The same, also below zero: a price may be adjusted downward. */
export const LaxDecimal = decimal(laxDecimal)

function decimal(parse: (input: unknown) => string | Refusal) {
  return lax<string, number>(parse, {
    expected: "decimal text",
    toCodecJson: () =>
      Schema.link<string>()(Schema.Any.check(describedAs("number")), {
        decode: SchemaGetter.passthrough<string>(),
        encode: SchemaGetter.transform((text: string) =>
          String(Number(text)) === text ? Number(text) : rawJson(text),
        ),
      }),
  })
}

/** An integer, also as a query's text; bound it with `Schema.isGreaterThanOrEqualTo` and `isLessThanOrEqualTo`. */
export const QueryInteger = lax<number>(laxInteger, {
  expected: "integer",
  toCodecStringTree: () => undefined,
  toCodecJson: () =>
    Schema.link<number>()(Schema.Any.check(describedAs("integer")), {
      decode: SchemaGetter.passthrough(),
      encode: SchemaGetter.passthrough(),
    }),
}).check(describedAs("integer"))

/** An integer of a body within bounds, which the OpenAPI document tells too. */
export const IntegerWithin = (minimum: number, maximum: number) =>
  lax<number>(laxInteger, {
    expected: "integer",
    toCodecJson: () =>
      Schema.link<number>()(Schema.Any.check(describedAs("integer", { minimum, maximum })), {
        decode: SchemaGetter.passthrough(),
        encode: SchemaGetter.passthrough(),
      }),
  }).check(Schema.isGreaterThanOrEqualTo(minimum), Schema.isLessThanOrEqualTo(maximum))

/**
 * An ISO 8601 date or date-time, kept as it came. Only the form is checked here: which instant it is, and
 * whether the calendar has that day, is known where the brand's time zone is.
 */
export const EffectiveFrom = Schema.String.check(
  Schema.makeFilter((text: string) => {
    const error = isoFormatError(text)
    return error === undefined || refusedAs(refuse("datetime_from_date_parsing", { error }))
  }),
)

function lax<T, E = T>(
  parse: (input: unknown) => T | Refusal,
  annotations: Schema.Annotations.Declaration<T>,
) {
  return Schema.declareConstructor<T, E>()(
    [],
    () => (input) => {
      const parsed = parse(input)
      return parsed instanceof Refusal ? Effect.fail(refusedAs(parsed)) : Effect.succeed(parsed)
    },
    { ...annotations, parse },
  )
}

/** A check that checks nothing, and gives the type its name in the OpenAPI document, and its bounds. */
function describedAs(type: "boolean" | "integer" | "number", bounds: object = {}) {
  return Schema.makeFilter<unknown>(() => true, { toJsonSchema: () => ({ type, ...bounds }) })
}
