/** A JSON Schema as `OpenApi.fromApi` writes them. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: JsonSchema | boolean
}

type Definitions = Readonly<Record<string, JsonSchema>>

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value

const hasType = (value: unknown, type: string): boolean =>
  type === "integer" ? Number.isInteger(value) : typeOf(value) === type

/** Where and why the value is not what the schema says; undefined where it is. */
export const schemaFault = (
  value: unknown,
  schema: JsonSchema,
  definitions: Definitions,
  path = "$",
): string | undefined => {
  const fault = (inner: unknown, of: JsonSchema, at = path) => schemaFault(inner, of, definitions, at)
  if (schema.$ref !== undefined) return fault(value, definitions[schema.$ref.split("/").at(-1)!]!)
  if (schema.anyOf !== undefined && !schema.anyOf.some((each) => fault(value, each) === undefined)) {
    return `${path} fits none of its alternatives`
  }
  for (const each of schema.allOf ?? []) {
    const found = fault(value, each)
    if (found !== undefined) return found
  }
  if (schema.enum !== undefined && !schema.enum.includes(value)) return `${path} is not one of its values`
  if (schema.type !== undefined && !hasType(value, schema.type)) return `${path} is no ${schema.type}`
  if (Array.isArray(value)) {
    if (schema.items === undefined) return undefined
    const { items } = schema
    return value.map((item, index) => fault(item, items, `${path}[${index}]`)).find(Boolean)
  }
  if (typeof value !== "object" || value === null) return undefined
  const missing = schema.required?.find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `${path} lacks ${missing}`
  return Object.entries(value)
    .map(([name, member]) => {
      const declared = schema.properties?.[name] ?? schema.additionalProperties
      return typeof declared === "object" ? fault(member, declared, `${path}.${name}`) : undefined
    })
    .find(Boolean)
}
