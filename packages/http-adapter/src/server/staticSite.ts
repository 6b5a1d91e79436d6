import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { refusal } from "../validation/errorAnswers.ts"

/** Files that are the same for everybody, a page and what it loads: `workbench()` of `@hangtag/workbench`. */
export interface StaticSite {
  /** The paths of pages, which are asked for anew each time. */
  readonly pages: ReadonlyArray<`/${string}`>
  /** Where everything else is, `/assets/*` by default. */
  readonly assets?: `/${string}/*`
  /** What browsers let the pages do. */
  readonly policy: string
  /** The file at a path. */
  readonly file: (path: string) => Promise<
    | {
        readonly body: Uint8Array
        readonly brotli: Uint8Array | undefined
        readonly contentType: string
        readonly etag: string
        readonly isImmutable: boolean
      }
    | undefined
  >
}

/** RFC 9110 §13.1.2: `If-None-Match` compares weakly. */
const isKnown = (etag: string, header: string | undefined): boolean =>
  header?.split(",").some((each) => [etag, "*"].includes(each.trim().replace(/^W\//, ""))) ?? false

const takes = (coding: "br" | "gzip", header: string | undefined): boolean =>
  header?.split(",").some((each) => {
    const [name, weight = ""] = each.toLowerCase().split(";", 2)
    return name!.trim() === coding && !/^\s*q=0(?:\.0*)?\s*$/.test(weight)
  }) ?? false

const zipped = new WeakMap<Uint8Array, Promise<Uint8Array>>()

/** Browsers take brotli over TLS alone: without it, gzip, made when it is first asked for. */
const gzipOf = (body: Uint8Array): Promise<Uint8Array> => {
  const made = zipped.get(body) ?? promisify(gzip)(body)
  zipped.set(body, made)
  return made
}

/** Serves a site's files: compressed where the caller takes it, and again only where they are others by now. */
export const siteRoutes = (site: StaticSite) => {
  const answer = Effect.gen(function* () {
    const { url, headers } = yield* HttpServerRequest.HttpServerRequest
    const file = yield* Effect.tryPromise(() => site.file(url.split("?", 1)[0]!))
    if (file === undefined) return refusal(404, "Not Found")
    const { body, brotli, contentType, etag, isImmutable } = file
    const cached = {
      // weak: one tag for the bytes as they are and as they are packed (RFC 9110 §8.8.3.3)
      etag: `W/${etag}`,
      vary: "accept-encoding",
      "cache-control": isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
      "content-security-policy": site.policy,
      "cross-origin-opener-policy": "same-origin",
    }
    if (isKnown(etag, headers["if-none-match"]))
      return HttpServerResponse.empty({ status: 304, headers: cached })
    const accepted = headers["accept-encoding"]
    const plain = { contentType, headers: cached }
    const packed = (coding: string) => ({ contentType, headers: { ...cached, "content-encoding": coding } })
    if (brotli === undefined) return HttpServerResponse.uint8Array(body, plain)
    if (takes("br", accepted)) return HttpServerResponse.uint8Array(brotli, packed("br"))
    if (!takes("gzip", accepted)) return HttpServerResponse.uint8Array(body, plain)
    return HttpServerResponse.uint8Array(yield* Effect.tryPromise(() => gzipOf(body)), packed("gzip"))
  }).pipe(
    Effect.catch((error) =>
      Effect.as(
        Effect.logError("The page cannot be shown", error),
        refusal(503, "The page cannot be shown: the server's log says why", { "retry-after": "60" }),
      ),
    ),
  )
  return [...site.pages, site.assets ?? "/assets/*"].flatMap((path) =>
    ["GET", "HEAD"].map((method) => ({ method, path, answer })),
  )
}
