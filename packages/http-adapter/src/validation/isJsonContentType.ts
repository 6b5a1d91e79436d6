/**
 * Tells whether a body is parsed as JSON: no content type, `application/json`, `application/*+json`, with
 * parameters behind a `;`. Read as Python's `email.message` reads it, so `application/json, x` is no JSON.
 */
export const isJsonContentType = (contentType: string | undefined): boolean => {
  if (contentType === undefined || contentType === "" || contentType === "application/json") return true
  const type = contentType.split(";", 1)[0]!.trim().toLowerCase()
  return /^application\/(?:json|[^/]*\+json)$/.test(type)
}
