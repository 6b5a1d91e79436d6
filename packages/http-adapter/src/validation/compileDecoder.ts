import { mostFaults, nearestName } from "@hangtag/core/adapter"
import { type Schema, SchemaAST } from "effect"
import { isoFormatError, laxBoolean, laxInteger, type Parse, parseOf } from "./laxValues.ts"
import { absence, present } from "./members.ts"
import { type ErrorDetail, errorDetail, Refusal, refuse, type Slot } from "./Refusal.ts"
import { checkRefusal, issueRefusal, typeRefusal } from "./schemaRefusal.ts"

/** What is wrong with a value: where, from the inside out, why, and what stood there. */
interface Fault {
  readonly path: Array<PropertyKey>
  readonly refusal: Refusal
  readonly input: unknown
}

/** Gives the decoded value, or adds to the faults what is wrong; then what it gives means nothing. */
type Decode = (input: unknown, faults: Array<Fault>) => unknown

/** What becomes of members that a schema does not have, at every depth. */
export type UnknownMembers = "ignored" | "refused"

export interface Decoded {
  /** Meaningless where there is any detail. */
  readonly value: unknown
  readonly detail: ReadonlyArray<ErrorDetail>
}

/**
 * Makes functions of a schema that decode a value and find all that is wrong with it in one walk: at the size of a
 * megabyte a fifth of the time of Effect's interpreter, which makes issues first and words them in a second walk.
 *
 * Knows the schemas that requests are made of. Another one throws here, when the server starts.
 */
export const compileDecoder = (
  schema: Schema.ConstraintDecoder<unknown>,
  slot: Slot,
  unknownMembers: UnknownMembers = "ignored",
): ((input: unknown) => Decoded) => {
  const decode = compile(schema.ast, unknownMembers)
  return (input) => {
    const faults: Array<Fault> = []
    const value = decode(input, faults)
    return { value, detail: faults.length === 0 ? noDetail : faults.map((fault) => detailOf(fault, slot)) }
  }
}

const noDetail: ReadonlyArray<ErrorDetail> = []

const detailOf = ({ path, refusal, input }: Fault, slot: Slot): ErrorDetail => {
  const loc = path.toReversed()
  if (refusal.type === "missing") return errorDetail(refusal, slot, loc, slot === "body" ? input : null)
  // Half a surrogate pair is no text, whatever the text was to be.
  const isText = typeof input !== "string" || input.isWellFormed()
  return errorDetail(isText ? refusal : refuse("string_unicode"), slot, loc, input)
}

const compile = (ast: SchemaAST.AST, unknownMembers: UnknownMembers): Decode => {
  if (ast.encoding !== undefined) return unknownSchema(ast)
  const decode = compileType(ast, unknownMembers)
  const checks = ast.checks?.flatMap(filtersOf) ?? []
  return checks.length === 0 ? decode : withChecks(ast, decode, checks)
}

const compileType = (ast: SchemaAST.AST, unknownMembers: UnknownMembers): Decode => {
  switch (ast._tag) {
    case "String":
      return typed(ast, (input) => typeof input === "string")
    case "Boolean":
      return parsed(laxBoolean)
    case "Number":
      return isInteger(ast) ? parsed(laxInteger) : typed(ast, (input) => typeof input === "number")
    case "Literal":
      return typed(ast, (input) => input === ast.literal)
    case "Declaration":
      return compileLeaf(ast, unknownMembers)
    case "Arrays":
      return compileList(ast, unknownMembers)
    case "Objects":
      return compileObject(ast, unknownMembers)
    case "Union":
      return compileUnion(ast, unknownMembers)
    default:
      return unknownSchema(ast)
  }
}

const isInteger = ({ checks }: SchemaAST.Number): boolean =>
  (checks ?? [])
    .flatMap(filtersOf)
    .some(({ annotations }) => annotations?.representation?.id?.endsWith("isInt"))

const unknownSchema = (ast: SchemaAST.AST): never => {
  throw new Error(`A request cannot be of a schema like ${ast._tag}: teach compileDecoder to decode it`)
}

const typed = (ast: SchemaAST.AST, is: (input: unknown) => boolean): Decode => {
  const refusal = typeRefusal(ast)
  return (input, faults) => {
    if (!is(input)) faults.push({ path: [], refusal, input })
    return input
  }
}

const compileLeaf = (ast: SchemaAST.Declaration, unknownMembers: UnknownMembers): Decode => {
  const parse = parseOf(ast)
  if (parse === undefined) return unknownSchema(ast)
  // true for 1 is recorded of some operations: in all others a price of 1 would be a slip
  const isRecorded = unknownMembers === "ignored"
  return parsed((input) => (typeof input === "boolean" && !isRecorded ? refuse("float_type") : parse(input)))
}

const parsed =
  (parse: Parse): Decode =>
  (input, faults) => {
    const value = parse(input)
    if (value instanceof Refusal) faults.push({ path: [], refusal: value, input })
    return value
  }

const compileUnion = (ast: SchemaAST.Union, unknownMembers: UnknownMembers): Decode => {
  const others = ast.types.filter((type) => !SchemaAST.isNull(type))
  const nullable = others.length < ast.types.length
  if (others.every((type) => SchemaAST.isLiteral(type))) {
    const literals = new Set<unknown>(others.map((type) => (type as SchemaAST.Literal).literal))
    return typed(ast, (input) => literals.has(input) || (nullable && input === null))
  }
  if (others.length !== 1 || !nullable) return unknownSchema(ast)
  const decode = compile(others[0]!, unknownMembers)
  return (input, faults) => (input === null ? null : decode(input, faults))
}

/** Writes the key to the faults that were found inside of it. */
const locate = (faults: Array<Fault>, from: number, key: PropertyKey) => {
  for (let index = from; index < faults.length; index++) faults[index]!.path.push(key)
}

const compileList = (ast: SchemaAST.Arrays, unknownMembers: UnknownMembers): Decode => {
  const [element, ...more] = ast.rest
  if (element === undefined || more.length > 0 || ast.elements.length > 0) return unknownSchema(ast)
  const decode = compile(element, unknownMembers)
  const refusal = typeRefusal(ast)
  return (input, faults) => {
    if (!Array.isArray(input)) {
      faults.push({ path: [], refusal, input })
      return input
    }
    const values = new Array<unknown>(input.length)
    for (let index = 0; index < input.length; index++) {
      const before = faults.length
      values[index] = decode(input[index], faults)
      if (faults.length === before) continue
      locate(faults, before, index)
      if (faults.length >= mostFaults) break
    }
    return values
  }
}

const missing = refuse("missing")

const compileObject = (ast: SchemaAST.Objects, unknownMembers: UnknownMembers): Decode => {
  if (ast.indexSignatures.length > 0) return compileRecord(ast, unknownMembers)
  const refusal = typeRefusal(ast)
  const fields = ast.propertySignatures.map(({ name, type }) => ({
    name,
    decode: compile(present(type), unknownMembers),
    absent: absence(name, type),
    isInherited: name in Object.prototype,
  }))
  const known = new Set(fields.map(({ name }) => String(name)))
  return (input, faults) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      faults.push({ path: [], refusal, input })
      return input
    }
    const values: Record<PropertyKey, unknown> = {}
    for (const { name, decode, absent, isInherited } of fields) {
      const before = faults.length
      const member = (input as typeof values)[name]
      // To ask an object what it has takes longer than to read it.
      if ((member !== undefined && !isInherited) || Object.hasOwn(input, name))
        values[name] = decode(member, faults)
      else if (absent === "required") faults.push({ path: [], refusal: missing, input })
      else if (absent !== "left out") values[name] = absent.value
      if (faults.length === before) continue
      locate(faults, before, name)
      if (faults.length >= mostFaults) return values
    }
    if (unknownMembers === "refused") refuseOthers(input, known, faults)
    return values
  }
}

/** Members of any name, each of the same kind. */
const compileRecord = (ast: SchemaAST.Objects, unknownMembers: UnknownMembers): Decode => {
  const [signature, ...more] = ast.indexSignatures
  if (signature === undefined || more.length > 0 || ast.propertySignatures.length > 0)
    return unknownSchema(ast)
  const name = compile(signature.parameter, unknownMembers)
  const member = compile(signature.type, unknownMembers)
  const refusal = typeRefusal(ast)
  return (input, faults) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      faults.push({ path: [], refusal, input })
      return input
    }
    const entries: Array<[string, unknown]> = []
    for (const [key, value] of Object.entries(input)) {
      const before = faults.length
      name(key, faults)
      entries.push([key, member(value, faults)])
      if (faults.length === before) continue
      locate(faults, before, key)
      if (faults.length >= mostFaults) break
    }
    // `__proto__` is a member like any other here
    return Object.fromEntries(entries)
  }
}

/** As in pydantic, behind the faults of the members that are known. */
const refuseOthers = (input: object, known: ReadonlySet<string>, faults: Array<Fault>) => {
  // what JSON made inherits nothing to walk
  for (const name in input) {
    if (known.has(name)) continue
    const nearest = nearestName(name, known)
    const refusal = refuse("extra_forbidden", nearest === undefined ? undefined : { nearest })
    faults.push({ path: [name], refusal, input: (input as Record<string, unknown>)[name] })
    if (faults.length >= mostFaults) break
  }
}

const filtersOf = (check: SchemaAST.Check<unknown>): ReadonlyArray<SchemaAST.Filter<unknown>> =>
  check._tag === "Filter" ? [check] : check.checks.flatMap(filtersOf)

/** As in pydantic, the first check that fails speaks, and only of a value that is right otherwise. */
const withChecks = (
  ast: SchemaAST.AST,
  decode: Decode,
  checks: ReadonlyArray<SchemaAST.Filter<unknown>>,
): Decode => {
  return (input, faults) => {
    const before = faults.length
    const value = decode(input, faults)
    if (faults.length > before) return value
    for (const check of checks) {
      // only the form of a date: which instant it is, and whether the calendar has that day, is for the operation
      if (check.annotations?.dateForm === true && isoFormatError(value as string) === undefined) continue
      const issue = check.run(value, ast, {})
      if (issue === undefined) continue
      const [key, inner] = issue._tag === "Pointer" ? [issue.path[0], issue.issue] : [undefined, issue]
      const refusal = issueRefusal(inner) ?? checkRefusal(check, value)
      if (key === undefined) faults.push({ path: [], refusal, input })
      else {
        const member = (input as Record<PropertyKey, unknown>)[key]
        faults.push({ path: [key], refusal, input: refusal.type === "missing" ? input : member })
      }
      break
    }
    return value
  }
}
