type Json = Record<string, unknown>
interface Operation {
  parameters?: Array<Json>
  security?: ReadonlyArray<Json>
}

const credential = (name: string, place: "header" | "cookie", title: string): Json => ({
  name,
  in: place,
  required: false,
  schema: { anyOf: [{ type: "string" }, { type: "null" }], title },
})

/** The credentials that the interface names as parameters of the preview; every operation takes them. */
const credentials = [
  credential("authorization", "header", "Authorization"),
  credential("X-Organization-ID", "header", "X-Organization-Id"),
  credential("identity_provider_session", "cookie", "Identity Provider Session"),
]

const titleOf = (name: string): string =>
  name.replace(
    /(?:^|_)(\w)/g,
    (match, letter: string) => (match[0] === "_" ? " " : "") + letter.toUpperCase(),
  )

/** A field's default stands beside its type; the generator writes `allOf: [{default}]`. */
const withPlainDefault = (schema: Json): Json => {
  const { allOf, ...plain } = schema
  const [only, ...others] = Array.isArray(allOf) ? (allOf as ReadonlyArray<Json>) : []
  return only !== undefined && "default" in only && others.length === 0 ? { ...plain, ...only } : schema
}

/** What a request names beyond the schema is ignored, and what an answer may gain later breaks no client. */
const openAndTitled = (name: string, schema: Json): Json => {
  const { additionalProperties: _, ...open } = schema
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  return {
    ...open,
    title: name,
    ...(properties.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            properties.map(([key, value]) => [
              key,
              "$ref" in value ? value : { title: titleOf(key), ...withPlainDefault(value) },
            ]),
          ),
        }),
  }
}

/** The place that a page comes after is followed in its `Link`, not made up. */
const isComposed = ({ name }: Json): boolean => name !== "after"

/** Completes the generated document with what `HttpApi` has no slot for: credentials, titles, open objects. */
export const completed = (document: Json): Json => {
  const paths = document.paths as Record<string, Record<string, Operation>>
  for (const [path, operations] of Object.entries(paths)) {
    for (const operation of Object.values(operations)) {
      if (path.startsWith("/api/")) operation.security = [{ bearer: [] }, { session: [] }]
      for (const parameter of operation.parameters ?? []) {
        parameter.schema = withPlainDefault(parameter.schema as Json)
      }
      if (path.endsWith("/records")) operation.parameters = (operation.parameters ?? []).filter(isComposed)
      if (path.endsWith("/colorway-prefill")) operation.parameters?.push(...credentials)
    }
  }
  const components = document.components as Json
  components.schemas = Object.fromEntries(
    Object.entries(components.schemas as Record<string, Json>).map(([name, schema]) => [
      name,
      openAndTitled(name, schema),
    ]),
  )
  components.securitySchemes = {
    bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    session: { type: "apiKey", in: "cookie", name: "identity_provider_session" },
  }
  return document
}
