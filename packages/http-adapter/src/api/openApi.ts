type Json = Record<string, unknown>
interface Operation {
  readonly operationId: string
  parameters?: Array<Json>
  requestBody?: { readonly content: Record<string, Json> }
  security?: ReadonlyArray<Json>
  responses?: Record<string, Answer>
}
/** What may be sent as a file in the place of its rows. */
const describeFile = ({ requestBody }: Operation) => {
  const schema = { type: "string", format: "binary" }
  Object.assign(requestBody!.content, {
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { schema },
    "text/csv": { schema },
  })
}

interface Answer {
  description?: string
  headers?: Record<string, Json>
  content?: Record<string, Json>
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

/** What an answer may gain later breaks no client. */
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

const headerParameter = (name: string, description: string, schema: Json = { type: "string" }): Json => ({
  name,
  in: "header",
  required: false,
  description,
  schema,
})

const organization = headerParameter(
  "X-Organization-ID",
  "Which of the caller's organizations is meant, where there are several.",
)
const idempotencyKey = headerParameter(
  "Idempotency-Key",
  "A key of the client's choice, a UUID say: sent again with the same one within a day, the request is done once.",
  { type: "string", pattern: "^[!-~]{1,255}$" },
)
const ifMatch = headerParameter(
  "If-Match",
  "The `ETag` last seen: changes nothing where it is another by now.",
)
const lastEventId = headerParameter("Last-Event-ID", "The event last seen, to go on after it.")

const answerHeader = (description: string, schema: Json = { type: "string" }): Json => ({
  description,
  schema,
})

const retryAfter = { "Retry-After": answerHeader("Seconds to wait.", { type: "integer", minimum: 1 }) }

/** The headers of each operation's answers, by status. */
const addAnswerHeaders = (
  responses: Record<string, Answer>,
  has: Readonly<Record<"link" | "etag", boolean>>,
) => {
  const add = (status: string, headers: Record<string, Json>) => {
    const answer = responses[status]
    if (answer !== undefined) answer.headers = { ...answer.headers, ...headers }
  }
  add("401", { "WWW-Authenticate": answerHeader("The scheme that is taken: `Bearer`.") })
  add("429", retryAfter)
  add("503", retryAfter)
  if (has.link)
    add("200", { Link: answerHeader('The page after this one, if any: `<…>; rel="next"` (RFC 8288).') })
  if (has.etag) add("200", { ETag: answerHeader("What `If-Match` takes.") })
}

/** What a stream of events carries, in the place of what only Effect's own client reads. */
const describeEvents = (responses: Record<string, Answer>) => {
  const answer = responses["200"]
  if (answer?.content?.["text/event-stream"] === undefined) return
  answer.description =
    "Server-sent events. The `data` of each is the whole job as JSON, its `event` the job's status, its `id` for `Last-Event-ID`"
  answer.content = { "text/event-stream": { schema: { $ref: "#/components/schemas/Job" } } }
  responses["204"] = { description: "The event last seen was the last: there will be no other" }
}

/** Which member of a union it is that each value of `property` is of: every one of them has it, as one literal. */
const discriminated = (schemas: Record<string, Json>, name: string, property: string) => {
  const { anyOf, ...union } = schemas[name] as { readonly anyOf: ReadonlyArray<{ readonly $ref: string }> }
  const mapping = anyOf.map(({ $ref }) => {
    const member = schemas[$ref.slice($ref.lastIndexOf("/") + 1)] as Record<string, Record<string, Json>>
    const [value] = member.properties![property]!.enum as ReadonlyArray<string>
    return [value, $ref]
  })
  schemas[name] = {
    ...union,
    oneOf: anyOf,
    discriminator: { propertyName: property, mapping: Object.fromEntries(mapping) },
  }
}

/** Completes the generated document with what `HttpApi` has no slot for: credentials, headers, titles, open objects. */
export const completed = (document: Json, keptOperations: ReadonlySet<string>): Json => {
  const paths = document.paths as Record<string, Record<string, Operation>>
  for (const [path, operations] of Object.entries(paths)) {
    // what can be changed under a condition tells what to name in it when it is read, too
    const etag = Object.values(operations).some(({ responses = {} }) => "412" in responses)
    for (const operation of Object.values(operations)) {
      const { parameters = [], responses = {} } = operation
      for (const parameter of parameters) parameter.schema = withPlainDefault(parameter.schema as Json)
      operation.parameters = path.endsWith("/records") ? parameters.filter(isComposed) : parameters
      describeEvents(responses)
      addAnswerHeaders(responses, { etag, link: parameters.some(({ name }) => name === "after") })
      if (!path.startsWith("/api/")) continue
      if (path.startsWith("/api/pricing/sheets/")) describeFile(operation)
      operation.security = [{ bearer: [] }, { session: [] }]
      operation.parameters.push(...(path.endsWith("/colorway-prefill") ? credentials : [organization]))
      if (keptOperations.has(operation.operationId)) operation.parameters.push(idempotencyKey)
      if ("412" in responses) operation.parameters.push(ifMatch)
      if (path.endsWith("/events")) operation.parameters.push(lastEventId)
    }
  }
  const components = document.components as Json
  const { JobEncoded: _, ...schemas } = components.schemas as Record<string, Json>
  components.schemas = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, openAndTitled(name, schema)]),
  )
  discriminated(components.schemas as Record<string, Json>, "PriceChangeConflict", "reason")
  components.securitySchemes = {
    bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    session: { type: "apiKey", in: "cookie", name: "identity_provider_session" },
  }
  if (!(document.servers as ReadonlyArray<unknown> | undefined)?.length) document.servers = [{ url: "/" }]
  return document
}
