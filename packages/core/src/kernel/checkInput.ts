import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { mostFaults } from "./CallLimits.ts"
import { type InvalidField, InvalidRequest } from "./errors.ts"
import { nearestName } from "./rules/nearestName.ts"

/** A fault as its schema says it: what is refused by a code with facts keeps these. */
interface Found {
  readonly type: string
  readonly msg: string
  readonly ctx?: Readonly<Record<string, unknown>>
  /** Of a member that its object does not have, the members that it has. */
  readonly known?: ReadonlyArray<string>
}

const leafFault = (leaf: SchemaIssue.Leaf, msg = SchemaIssue.defaultLeafHook(leaf)): Found => {
  if (leaf._tag === "UnexpectedKey") {
    const known =
      leaf.ast._tag === "Objects" ? leaf.ast.propertySignatures.map(({ name }) => String(name)) : []
    return { type: "extra_forbidden", msg: "Extra inputs are not permitted", known }
  }
  const { code, facts } = (leaf._tag === "InvalidValue" ? leaf.annotations : undefined) ?? {}
  if (typeof code !== "string") return { type: "value_error", msg }
  return { type: code, msg, ...(facts === undefined ? {} : { ctx: facts as Found["ctx"] & object }) }
}

const inWords = SchemaIssue.makeFormatterStandardSchemaV1()

const checkFault = (issue: SchemaIssue.Filter): Found | undefined => {
  if (issue.issue._tag !== "InvalidValue") return undefined
  const fault = leafFault(issue.issue, inWords(issue).issues[0]!.message)
  return issue.filter.annotations?.dateForm === true
    ? { ...fault, type: "datetime_from_date_parsing" }
    : fault
}

/** The faults of an issue, each with its place, in their order. */
const faultsOf = (
  issue: SchemaIssue.Issue,
): ReadonlyArray<Found & { readonly path: ReadonlyArray<unknown> }> => {
  const found: Array<Found> = []
  // a formatter makes texts of issues: here the places of what is found
  const noted = (fault: Found): string => String(found.push(fault) - 1)
  const { issues } = SchemaIssue.makeFormatterStandardSchemaV1({
    leafHook: (leaf) => noted(leafFault(leaf)),
    checkHook: (filter) => {
      const fault = checkFault(filter)
      return fault && noted(fault)
    },
  })(issue)
  return issues.map(({ path = [], message }) => ({
    path,
    // of what is none of several literals it writes the sentence itself
    ...(found[Number(message)] ?? { type: "value_error", msg: message }),
  }))
}

/** Without members that are `undefined`: those are left out. */
const withoutUndefined = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  const given = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(given.map(([name, member]) => [name, withoutUndefined(member)]))
}

/** Whether members that a schema does not have are refused, since they would be asked for and not done, or passed over. */
export type UnknownMembers = "refused" | "ignored"

/** Makes what decodes an operation's input, with defaults for what it leaves out; or fails with every fault of it. */
export const inputDecoder = <A>(
  schema: Schema.Codec<A, unknown>,
  unknownMembers: UnknownMembers,
): ((input: unknown) => Effect.Effect<A, InvalidRequest>) => {
  const decode = Schema.decodeUnknownEffect(schema, {
    errors: "all",
    onExcessProperty: unknownMembers === "refused" ? "error" : "ignore",
  })
  return (given) => {
    const asked = withoutUndefined(given)
    return Effect.mapError(decode(asked), ({ issue }) => {
      const fields = faultsOf(issue)
        .slice(0, mostFaults)
        .map(({ path, known, msg, ...fault }) => {
          const loc = path as InvalidField["loc"]
          const input = loc.reduce<unknown>((value, step) => Object(value)[step], asked)
          const nearest = known && nearestName(String(loc.at(-1)), known)
          const words = nearest === undefined ? msg : `${msg}; did you mean '${nearest}'?`
          return { loc, ...fault, msg: words, input }
        })
      return new InvalidRequest({ fields })
    })
  }
}
