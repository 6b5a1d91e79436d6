import { type Instant, ObjectStorage } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { refusal } from "../validation/errorAnswers.ts"
import { answerFailure } from "./answerFailure.ts"

type Range = { readonly start: number; readonly end: number }

/**
 * The one byte range that a `Range` header asks for (RFC 9110 §14.1.2): `undefined` serves the whole, as for
 * several ranges or other units; `null` cannot be satisfied.
 */
export const byteRange = (header: string | undefined, size: number): Range | null | undefined => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "")
  if (match === null || (match[1] === "" && match[2] === "")) return undefined
  const [first, last] = [match[1]!, match[2]!]
  if (first === "")
    return Number(last) === 0 || size === 0
      ? null
      : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const start = Number(first)
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== "" && Number(last) < start) return undefined
  return start >= size ? null : { start, end }
}

/** Which file a link opens, by its path after `/files/` and its query: `verifyFolderLink` of `@hangtag/storage/folder`. */
export type VerifyFileLink = (
  link: { readonly key: string; readonly query: URLSearchParams },
  now: Instant,
) =>
  | {
      readonly status: "valid"
      readonly key: string
      readonly content_type: string
      readonly content_disposition: string
    }
  | { readonly status: "expired" }
  | { readonly status: "invalid" }

/** Serves files to holders of a signed link, whole or in a range; `HEAD` tells of them. */
export const filesRoutes = (verify: VerifyFileLink) => {
  const answer = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const url = new URL(request.url, "http://localhost")
    const key = url.pathname.slice("/files/".length)
    const link = verify({ key, query: url.searchParams }, yield* currentInstant)
    if (link.status === "invalid")
      return refusal(404, "No such file: the link is not one of ours, or was altered")
    if (link.status === "expired") return refusal(410, "The link has expired: ask for a new one")
    const storage = yield* ObjectStorage
    const whole = yield* storage.get(link.key)
    if (Option.isNone(whole)) return refusal(404, "The file is gone: export again")
    const { size } = whole.value
    // each run of an export writes under a key of its own
    const etag = `"${link.key}"`
    const headers = {
      "accept-ranges": "bytes",
      etag,
      "cache-control": "private, no-store",
      "content-disposition": link.content_disposition,
      "x-content-type-options": "nosniff",
    }
    // RFC 9110 §14.2 and §13.1.5: ranges are for GET, and for the file that the caller has the rest of
    const { "if-range": ifRange = etag } = request.headers
    const range =
      request.method === "GET" && ifRange === etag ? byteRange(request.headers.range, size) : undefined
    if (range === null)
      return HttpServerResponse.empty({ status: 416, headers: { "content-range": `bytes */${size}` } })
    if (range === undefined) {
      return HttpServerResponse.stream(whole.value.content, {
        headers,
        contentType: link.content_type,
        contentLength: size,
      })
    }
    const part = yield* storage.get(link.key, range)
    if (Option.isNone(part)) return refusal(404, "The file is gone: export again")
    return HttpServerResponse.stream(part.value.content, {
      status: 206,
      headers: { ...headers, "content-range": `bytes ${range.start}-${range.end}/${size}` },
      contentType: link.content_type,
      contentLength: range.end - range.start + 1,
    })
  }).pipe(Effect.catchTag("Unavailable", answerFailure))
  return ["GET", "HEAD"].map((method) => ({ method, path: "/files/*", answer }))
}
