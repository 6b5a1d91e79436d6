import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { mostFaults } from "./contract/callLimits.ts"
import { InvalidRequest } from "./contract/errors.ts"

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
