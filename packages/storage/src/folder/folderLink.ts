import { createHmac, timingSafeEqual } from "node:crypto"
import { type Instant, instantFromMicros, type LinkOptions } from "@hangtag/core"
import { contentDisposition } from "../contentDisposition.ts"
import { isObjectKey } from "../objectKey.ts"

/** Why a link opens nothing, or which file it opens. */
export type FolderLinkCheck =
  | ({
      readonly status: "valid"
      readonly key: string
      /** The header that gives the file its name in a browser. */
      readonly content_disposition: string
    } & LinkOptions)
  | { readonly status: "expired"; readonly expires_at: Instant }
  /** Not made with this secret, or altered since. */
  | { readonly status: "invalid" }

/** Signs every part: a list in JSON, so that no text of one part can pass for another one's. */
const signatureOf = (
  secret: Uint8Array,
  ...parts: [key: string, expires: string, name: string, type: string]
) => createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url")

const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The path and query of a link to the key, `/files/KEY?expires=…&name=…&type=…&signature=…`; `expires` is an `Instant`. */
export const signFolderLink = (secret: Uint8Array, key: string, options: LinkOptions): string => {
  const expires = String(options.expires_at)
  // A query cannot carry half a surrogate pair.
  const name = options.file_name.toWellFormed()
  const type = options.content_type.toWellFormed()
  const signature = signatureOf(secret, key, expires, name, type)
  return `/files/${key}?${new URLSearchParams({ expires, name, type, signature })}`
}

/**
 * Checks the parts of a link that `signFolderLink` made: the path after `/files/`, and the query. Of several secrets any may have
 * signed it, as while one takes the place of another.
 *
 * Nothing of the query may be used unless this says `valid`.
 */
export const verifyFolderLink = (
  secret: Uint8Array | ReadonlyArray<Uint8Array>,
  link: { readonly key: string; readonly query: URLSearchParams },
  now: Instant,
): FolderLinkCheck => {
  const { key, query } = link
  const part = (name: string) => query.get(name) ?? ""
  const [expires, name, type] = [part("expires"), part("name"), part("type")]
  const signed = (secret instanceof Uint8Array ? [secret] : secret).some((each) =>
    sameText(part("signature"), signatureOf(each, key, expires, name, type)),
  )
  if (!signed || !isObjectKey(key)) return { status: "invalid" }
  const expires_at = instantFromMicros(Number(expires))
  if (now >= expires_at) return { status: "expired", expires_at }
  return {
    status: "valid",
    key,
    file_name: name,
    content_type: type,
    expires_at,
    content_disposition: contentDisposition(name),
  }
}
