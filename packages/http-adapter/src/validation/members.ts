import { Schema, SchemaAST, SchemaParser } from "effect"

/** What a member is of where it is there: the only encoding that one may have is a default. */
export const present = (type: SchemaAST.AST): SchemaAST.AST => {
  const source = type.encoding?.at(-1)?.to
  return source?.context?.isOptional ? source : type
}

/** What is done where the member is not there. */
export const absence = (
  name: PropertyKey,
  type: SchemaAST.AST,
): "required" | "left out" | { readonly value: unknown } => {
  if (type.encoding === undefined) return type.context?.isOptional ? "left out" : "required"
  const alone = new SchemaAST.Objects([new SchemaAST.PropertySignature(name, type)], [])
  const values = SchemaParser.decodeUnknownSync(Schema.make<Schema.ConstraintDecoder<object>>(alone))({})
  return { value: (values as Record<PropertyKey, unknown>)[name] }
}

/** What an input means by leaving members out. */
export const defaultsOf = (input: Schema.Struct<Schema.Struct.Fields>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(input.fields).flatMap(([name, { ast }]) => {
      const absent = absence(name, ast)
      return typeof absent === "string" ? [] : [[name, absent.value]]
    }),
  )
