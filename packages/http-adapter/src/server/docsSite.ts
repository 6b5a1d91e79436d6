import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants } from "node:zlib"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { HttpApiScalar, OpenApi } from "effect/http-api"
import { HangtagApi } from "../api/HangtagApi.ts"
import type { StaticSite } from "./staticSite.ts"

/** Nothing of the page comes from elsewhere, or goes there. */
const offline = {
  withDefaultFonts: false,
  favicon: "data:,",
  showDeveloperTools: "never",
  hideClientButton: true,
  telemetry: false,
} as const

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // the reference's library sets styles as it runs
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

const compress = promisify(brotliCompress)

/** At the fifth of eleven levels: 3 MB of script take a tenth of a second there, and nine seconds at the last. */
const packed = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const fileOf = async (text: string, contentType: string) => {
  const body = Buffer.from(text)
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
  return { body, brotli: await compress(body, packed), contentType, etag, isImmutable: false }
}

const textOf = ({ body }: HttpServerResponse.HttpServerResponse): string =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""

/** The page as the library makes it, with its scripts in files of their own. */
const filesOf = async (basePath: string) => {
  const api = HangtagApi.annotate(OpenApi.Servers, [{ url: basePath || "/" }])
  const layer = HttpApiScalar.layer(api, { path: "/*", scalar: offline })
  const request = HttpServerRequest.fromWeb(new Request("http://localhost/"))
  const made = Effect.flatten(HttpRouter.toHttpEffect(layer)).pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, request),
    Effect.scoped,
  )
  const html = textOf(await Effect.runPromise(made))
  const files: Array<readonly [path: string, text: string, contentType: string]> = []
  const page = html.replaceAll(/<script>([\s\S]*?)<\/script>/g, (_, script: string) => {
    const name = `docs/assets/${files.length === 0 ? "reference" : "start"}.js`
    files.push([`/${name}`, script, "text/javascript; charset=utf-8"])
    return `<script src="${name}"></script>`
  })
  files.push(["/docs", page, "text/html; charset=utf-8"])
  return new Map(
    await Promise.all(
      files.map(async ([path, text, contentType]) => [path, await fileOf(text, contentType)] as const),
    ),
  )
}

/** The reference of the API as a page at `/docs`: made and compressed once, when it is first asked for. */
export const docsSite = (basePath: string): StaticSite => {
  let files: ReturnType<typeof filesOf> | undefined
  return {
    pages: ["/docs"],
    assets: "/docs/assets/*",
    policy,
    file: async (path) => {
      files ??= filesOf(basePath)
      return (await files).get(path)
    },
  }
}
