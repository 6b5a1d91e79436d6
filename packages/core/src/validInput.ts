import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { mostFaults } from "./kernel/CallLimits.ts"
import { InvalidRequest } from "./kernel/errors.ts"
import { nearestName } from "./kernel/rules/nearestName.ts"

const notPermitted = "Extra inputs are not permitted"

/** The faults of an issue, and of each member that its object does not have the members that it has, in their order. */
const faultsOf = (issue: SchemaIssue.Issue) => {
  const known: Array<ReadonlyArray<string>> = []
  const leafHook = (leaf: SchemaIssue.Leaf): string => {
    if (leaf._tag !== "UnexpectedKey") return SchemaIssue.defaultLeafHook(leaf)
    known.push(leaf.ast._tag === "Objects" ? leaf.ast.propertySignatures.map(({ name }) => String(name)) : [])
    return notPermitted
  }
  const { issues } = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook })(issue)
  return { issues, known: known.values() }
}

/**
 * The input where it is as its schema says, else every fault of it. A member that the schema does not have is one too, since
 * it would be asked for and not done; `ignored` where clients of an operation may send more.
 */
export const valid = <A, I>(
  schema: Schema.Codec<A, I>,
  input: A,
  unknownMembers: "refused" | "ignored" = "refused",
): Effect.Effect<A, InvalidRequest> =>
  Effect.mapError(
    Schema.decodeUnknownEffect(Schema.toType(schema), {
      errors: "all",
      onExcessProperty: unknownMembers === "refused" ? "error" : "ignore",
    })(input),
    ({ issue }) => {
      const { issues, known } = faultsOf(issue)
      const fields = issues.slice(0, mostFaults).map(({ path = [], message }) => {
        const loc = path.map((step) => (typeof step === "number" ? step : String(step)))
        const found = loc.reduce<unknown>((value, step) => Object(value)[step], input)
        if (message !== notPermitted) return { loc, type: "value_error", msg: message, input: found }
        const nearest = nearestName(String(loc.at(-1)), known.next().value ?? [])
        const msg = nearest === undefined ? message : `${message}; did you mean '${nearest}'?`
        return { loc, type: "extra_forbidden", msg, input: found }
      })
      return new InvalidRequest({ fields })
    },
  )
