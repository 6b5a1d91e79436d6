import { STATUS_CODES } from "node:http"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"

const mediaType = "application/problem+json"

/** Whether the client asks for problem details by name, at whatever preference but none. */
const wantsProblem = (accept: string | undefined): boolean =>
  (accept ?? "").split(",").some((range) => {
    const [type, ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
    return type === mediaType && !parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter))
  })

const start = '{"detail":'

const problemOf = (status: number, text: string): string => {
  const title = STATUS_CODES[status] ?? "Error"
  const members = { type: "about:blank", title, status }
  if (status !== 422) return JSON.stringify({ ...members, ...(JSON.parse(text) as object) })
  // The list goes over as it is written: its numbers may have more digits than a parser would keep.
  const problem = JSON.stringify({ ...members, detail: "The request is not valid; errors lists its faults" })
  return `${problem.slice(0, -1)},"errors":${text.slice(start.length)}`
}

const asProblem = (response: HttpServerResponse.HttpServerResponse) => {
  const { body, status } = response
  if (status < 400 || body._tag !== "Uint8Array") return response
  const text = new TextDecoder().decode(body.body)
  if (!text.startsWith(start)) return response
  return HttpServerResponse.text(problemOf(status, text), {
    status,
    headers: response.headers,
    contentType: mediaType,
  })
}

/** Answers refusals as RFC 9457 problem details to those who ask for them; a 422 lists its faults in `errors`. */
export const problemDetails = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
    wantsProblem(headers.accept) ? Effect.map(app, asProblem) : app,
  )
