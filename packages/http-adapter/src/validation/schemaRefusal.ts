import { SchemaAST, type SchemaIssue } from "effect"
import { isoFormatError } from "./laxValues.ts"
import { type Refusal, refuse } from "./Refusal.ts"

/** The refusal that a check gave to its issue: one of the core by its code and facts, or in its own words. */
export const issueRefusal = (issue: SchemaIssue.Issue): Refusal | undefined => {
  if (issue._tag !== "InvalidValue") return undefined
  const { code, facts, message } = issue.annotations ?? {}
  if (typeof code === "string") return refuse(code as "missing", ...([facts] as unknown as []))
  return typeof message === "string" ? refuse("value_error", { error: message }) : undefined
}

/** The refusal of a value that has another type than the schema's. */
export const typeRefusal = (ast: SchemaAST.AST): Refusal => {
  const literals = literalsOf(ast)
  if (literals.length > 0) return refuse("literal_error", { expected: enumerate(literals) })
  switch (ast._tag) {
    case "String":
      return refuse("string_type")
    case "Boolean":
      return refuse("bool_type")
    case "Number":
      return refuse("float_type")
    case "Arrays":
      return refuse("list_type")
    case "Objects":
      return refuse("model_attributes_type")
    case "Union":
      return typeRefusal(ast.types.find((member) => !SchemaAST.isNull(member)) ?? SchemaAST.never)
    default:
      return refuse("value_error", { error: "unexpected type" })
  }
}

/** The values of a literal or of a union of nothing but literals (and null). */
const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.LiteralValue> => {
  if (SchemaAST.isLiteral(ast)) return [ast.literal]
  if (!SchemaAST.isUnion(ast)) return []
  const members = ast.types.filter((member) => !SchemaAST.isNull(member)).map(literalsOf)
  return members.every((literals) => literals.length > 0) ? members.flat() : []
}

/** `'xlsx' or 'csv'`, `'a', 'b' or 'c'` */
const enumerate = (literals: ReadonlyArray<SchemaAST.LiteralValue>): string => {
  const texts = literals.map((literal) =>
    typeof literal === "string" ? `'${literal.replace("\t", "\\t")}'` : String(literal),
  )
  return [texts.slice(0, -1).join(", "), texts.at(-1)].filter(Boolean).join(" or ")
}

/** What the representations of these checks carry, each its own. */
interface Limits {
  readonly minCodePoints: number
  readonly maxCodePoints: number
  readonly source: string
  readonly minimum: number
  readonly maximum: number
  readonly minLength: number
  readonly maxLength: number
}

/** Effect's checks by their representation. A check that is not here is a `value_error` with its own words. */
const CHECKS: Readonly<Record<string, (limits: Limits, value: unknown) => Refusal>> = {
  isMinCodePoints: ({ minCodePoints }) => refuse("string_too_short", { min_length: minCodePoints }),
  isMaxCodePoints: ({ maxCodePoints }) => refuse("string_too_long", { max_length: maxCodePoints }),
  isPattern: ({ source }) => refuse("string_pattern_mismatch", { pattern: source }),
  isGreaterThanOrEqualTo: ({ minimum }) => refuse("greater_than_equal", { ge: minimum }),
  isLessThanOrEqualTo: ({ maximum }) => refuse("less_than_equal", { le: maximum }),
  isBetween: ({ minimum, maximum }, value) =>
    (value as number) < minimum
      ? refuse("greater_than_equal", { ge: minimum })
      : refuse("less_than_equal", { le: maximum }),
  isMinLength: ({ minLength }, value) =>
    Array.isArray(value)
      ? refuse("too_short", { field_type: "List", min_length: minLength, actual_length: value.length })
      : refuse("string_too_short", { min_length: minLength }),
  isMaxLength: ({ maxLength }, value) =>
    Array.isArray(value)
      ? refuse("too_long", { field_type: "List", max_length: maxLength, actual_length: value.length })
      : refuse("string_too_long", { max_length: maxLength }),
}

/** The refusal of a value that has the right type and fails the check. */
export const checkRefusal = (filter: SchemaAST.Filter<unknown>, value: unknown): Refusal => {
  if (filter.annotations?.dateForm === true)
    return refuse("datetime_from_date_parsing", { error: isoFormatError(value as string)! })
  const { id, payload } = filter.annotations?.representation ?? {}
  const known = CHECKS[id?.replace("effect/schema/", "") ?? ""]
  if (known !== undefined) return known(payload as unknown as Limits, value)
  const words = filter.annotations?.message ?? `expected ${filter.annotations?.expected ?? "another value"}`
  return refuse("value_error", { error: words })
}
