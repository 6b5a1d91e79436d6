import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { mostFaults } from "./contract/callLimits.ts"
import { InvalidRequest } from "./contract/errors.ts"
import { type Instant, instantFromMillis } from "./contract/Instant.ts"

/** The input where it is as its schema says, else every fault of it. */
export const valid = <A, I>(schema: Schema.Codec<A, I>, input: A): Effect.Effect<A, InvalidRequest> =>
  Effect.mapError(
    Schema.decodeUnknownEffect(Schema.toType(schema), { errors: "all" })(input),
    ({ issue }) => {
      const { issues } = SchemaIssue.makeFormatterStandardSchemaV1()(issue)
      const fields = issues.slice(0, mostFaults).map(({ path = [], message }) => {
        const loc = path.map((step) => (typeof step === "number" ? step : String(step)))
        const found = loc.reduce<unknown>((value, step) => Object(value)[step], input)
        return { loc, type: "value_error", msg: message, input: found }
      })
      return new InvalidRequest({ fields })
    },
  )

const isText = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/

/** The moment that a caller means. A number is refused: nobody can tell whether it is seconds, milliseconds or more. */
export const momentOf = (
  given: Date | string | undefined,
): Effect.Effect<Instant | undefined, InvalidRequest> => {
  if (given === undefined) return Effect.succeed(undefined)
  const isMoment = given instanceof Date || (typeof given === "string" && isText.test(given))
  const millis = isMoment ? new Date(given).getTime() : Number.NaN
  if (!Number.isNaN(millis)) return Effect.succeed(instantFromMillis(millis))
  const msg = "Expected a Date, or ISO 8601 text with offset such as 2026-12-01T00:00:00Z"
  return Effect.fail(
    new InvalidRequest({ fields: [{ loc: ["as_of"], type: "value_error", msg, input: given }] }),
  )
}
