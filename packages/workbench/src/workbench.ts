import { createHash } from "node:crypto"
import { builtPage } from "#page"

/** One file of the page, as it is sent. */
export interface PageFile {
  readonly body: Uint8Array
  /** The same compressed by brotli, for texts. */
  readonly brotli: Uint8Array | undefined
  readonly contentType: string
  /** Strong, of the contents. */
  readonly etag: string
  /** Whether the name tells the contents, so that it may be kept for ever. */
  readonly isImmutable: boolean
}

/** The page as a static site. */
export interface Workbench {
  /** The paths that the page itself is at; its state is in their query. */
  readonly pages: ReadonlyArray<`/${string}`>
  /** The `Content-Security-Policy` of all of it: its own files, its own API, and nothing else. */
  readonly policy: string
  /** The file at a path; rejects where the page cannot be built. */
  readonly file: (path: string) => Promise<PageFile | undefined>
}

const pages: Workbench["pages"] = [
  "/",
  "/prices",
  "/sheets",
  "/price-change",
  "/adjust",
  "/batches",
  "/upcoming",
  "/lists",
  "/policy",
  "/republish",
  "/exports",
  "/discoveries",
  "/health",
]

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ")

const contentTypes: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
}

const siteOf = (files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, PageFile> =>
  new Map(
    [...files].flatMap(([name, body]): Array<[string, PageFile]> => {
      const contentType = contentTypes[name.slice(name.lastIndexOf(".") + 1)]
      if (contentType === undefined) return []
      const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
      const isImmutable = name.startsWith("assets/")
      return [[`/${name}`, { body, brotli: files.get(`${name}.br`), contentType, etag, isImmutable }]]
    }),
  )

/**
 * The page that `hangtag serve` shows at `/`. Its files are read when the first of them is asked for: from `dist`, where a
 * published package has them, and in a clone built once for each state of the sources.
 */
export const workbench = (): Workbench => {
  let site: Promise<ReadonlyMap<string, PageFile>> | undefined
  return {
    pages,
    policy,
    file: async (path) => {
      site ??= builtPage().then(siteOf)
      try {
        return (await site).get(pages.some((page) => page === path) ? "/index.html" : path)
      } catch (error) {
        // what is wrong may be mended by the next time
        site = undefined
        throw error
      }
    },
  }
}
