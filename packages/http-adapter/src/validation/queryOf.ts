import { Effect, Option, Schema, SchemaAST, SchemaGetter, SchemaIssue } from "effect"
import { isoFormatError, laxBoolean, laxInteger, type Parse } from "./laxValues.ts"
import { absence, present } from "./members.ts"
import { Refusal, refuse } from "./Refusal.ts"

/** A member of a query, which is text: read by `parse`, and described as the JSON type that it stands for. */
const field = <Value = unknown>(type: "boolean" | "integer" | "string", parse: Parse) =>
  Schema.declareConstructor<Value, Value>()(
    [],
    () => (input) => {
      const parsed = parse(input)
      return parsed instanceof Refusal
        ? Effect.fail(new SchemaIssue.InvalidValue({ message: parsed.msg }))
        : Effect.succeed(parsed as Value)
    },
    {
      expected: type,
      parse,
      toCodecStringTree: () => undefined,
      toCodecJson: () =>
        Schema.link<Value>()(Schema.Any.check(describedAs(type)), {
          decode: SchemaGetter.passthrough(),
          encode: SchemaGetter.passthrough(),
        }),
    },
  )

/** A check that checks nothing, and gives the type its name in the OpenAPI document. */
const describedAs = (type: string) =>
  Schema.makeFilter<unknown>(() => true, { toJsonSchema: () => ({ type }) })

/** An integer, bounded by the core's check. */
export const QueryInteger = field<number>("integer", laxInteger).check(describedAs("integer"))

const decodeList = Schema.decodeOption(Schema.fromJsonString(Schema.Array(Schema.Unknown)))

const namesOf = (ast: SchemaAST.Objects) => ast.propertySignatures.map(({ name }) => String(name))

/** How a link has the place that a page comes after: text and numbers as they are, else the place's values as a JSON list, in the order of their declaration. */
export const placeWriter = (after: { readonly ast: SchemaAST.AST }): ((place: unknown) => string) => {
  const ast = notNull(present(after.ast))
  if (ast._tag !== "Objects") return String
  const names = namesOf(ast)
  return (place) => JSON.stringify(names.map((name) => (place as Record<string, unknown>)[name]))
}

const readPlace = (ast: SchemaAST.Objects): Parse => {
  const names = namesOf(ast)
  const decode = Schema.decodeUnknownOption(Schema.make<Schema.Codec<unknown>>(ast))
  return (text) => {
    const values = Option.getOrElse(decodeList(text as string), (): ReadonlyArray<unknown> => [])
    const place = Object.fromEntries(names.map((name, i) => [name, values[i]]))
    const found = values.length === names.length ? decode(place) : Option.none()
    return Option.getOrElse(found, () =>
      refuse("value_error", { error: "follow the Link of the page before" }),
    )
  }
}

/** Of one that may be null the type that it has else. */
const notNull = (ast: SchemaAST.AST): SchemaAST.AST => {
  if (!SchemaAST.isUnion(ast)) return ast
  const others = ast.types.filter((type) => !SchemaAST.isNull(type))
  return others.length === 1 ? others[0]! : ast
}

/** Only the form of a date: which instant it is, and whether the calendar has that day, is for the operation. */
const dateText = field<string>("string", (text) => {
  if (typeof text !== "string") return refuse("string_type")
  const error = isoFormatError(text)
  return error === undefined ? text : refuse("datetime_from_date_parsing", { error })
}).check(describedAs("string"))

const bounded = (ast: SchemaAST.AST): Schema.Top => {
  const limits = (ast.checks ?? []).flatMap((check) => {
    const { id = "", payload } = check.annotations?.representation ?? {}
    const { minimum, maximum } = (payload ?? {}) as { readonly minimum?: number; readonly maximum?: number }
    return id.endsWith("isInt")
      ? []
      : [
          ...(minimum === undefined ? [] : [Schema.isGreaterThanOrEqualTo(minimum)]),
          ...(maximum === undefined ? [] : [Schema.isLessThanOrEqualTo(maximum)]),
        ]
  })
  return limits.reduce<Schema.Top>(
    (integer, limit) => (integer as typeof QueryInteger).check(limit as never),
    QueryInteger,
  )
}

const queried = (ast: SchemaAST.AST): Schema.Top => {
  const isDate = ast.checks?.some(({ annotations }) => annotations?.dateForm === true) ?? false
  if (isDate || (SchemaAST.isDeclaration(ast) && ast.annotations?.isMoment === true)) return dateText
  switch (ast._tag) {
    case "Number":
      return bounded(ast)
    case "Boolean":
      return field("boolean", laxBoolean).check(describedAs("boolean"))
    case "Objects":
      return field("string", readPlace(ast)).check(describedAs("string"))
    default:
      return Schema.make(ast)
  }
}

/** The member as a query has it: one whose default is null is left out. */
const asQueried = (name: string, ast: SchemaAST.AST): Schema.Top => {
  const schema = queried(notNull(present(ast)))
  const absent = absence(name, ast)
  if (absent === "required") return schema
  if (absent === "left out" || absent.value === null) return Schema.optionalKey(schema)
  const { value } = absent
  return Schema.withDecodingDefaultTypeKey<typeof schema>(Effect.succeed(value))(
    schema.annotateKey({ default: value }) as typeof schema,
  )
}

type Text<Value> = NonNullable<Value> extends string | number | boolean ? NonNullable<Value> : string

/** A member of a query as a client gives it. */
type Queried<Fields extends Schema.Struct.Fields, Name extends keyof Fields> =
  object extends Pick<Schema.Struct.Encoded<Fields>, Name & keyof Schema.Struct.Encoded<Fields>>
    ? Schema.optionalKey<Schema.Codec<Text<Fields[Name]["Encoded"]>, string>>
    : Schema.Codec<Text<Fields[Name]["Encoded"]>, string>

/**
 * The members of an input that stand in the query: all but those that stand elsewhere. One of these may have another schema;
 * what is added besides comes first.
 */
export const queryOf = <
  Fields extends Schema.Struct.Fields,
  const Elsewhere extends keyof Fields & string = never,
  More extends Schema.Struct.Fields = Record<never, never>,
>(
  { fields }: Schema.Struct<Fields>,
  elsewhere: ReadonlyArray<Elsewhere> = [],
  more?: More,
) => {
  const names = Object.keys(fields).filter((name) => !(elsewhere as ReadonlyArray<string>).includes(name))
  const own = names.map((name) => [name, more?.[name] ?? asQueried(name, fields[name]!.ast)])
  const added = Object.entries(more ?? {}).filter(([name]) => !names.includes(name))
  return Schema.Struct(Object.fromEntries([...added, ...own])) as unknown as Schema.Struct<
    { readonly [Name in Exclude<keyof Fields, Elsewhere | keyof More>]: Queried<Fields, Name> } & More
  >
}
