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

/**
 * Completes the generated document with what `HttpApi` has no slot for: optional credentials, and the plain
 * name of the 422 body.
 */
export const completed = (document: Json): Json => {
  const paths = document.paths as Record<string, Record<string, Operation>>
  for (const [path, operations] of Object.entries(paths)) {
    for (const operation of Object.values(operations)) {
      if (path.startsWith("/api/")) operation.security = [{ bearer: [] }, { session: [] }]
      if (path.endsWith("/colorway-prefill")) operation.parameters?.push(...credentials)
    }
  }
  const components = document.components as Json
  components.securitySchemes = {
    bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    session: { type: "apiKey", in: "cookie", name: "identity_provider_session" },
  }
  return JSON.parse(JSON.stringify(document).replaceAll("HTTPValidationErrorEncoded", "HTTPValidationError"))
}
