import type { BatchRecordPage, BatchRecordsQuery } from "@hangtag/core"
import { recordPlaceText } from "../api/recordPlace.ts"

/** `Link` (RFC 8288) to the page after a full one; readers who follow it meet every record once. */
export const nextPage = (
  path: string,
  { limit, search, sort }: BatchRecordsQuery,
  { items }: BatchRecordPage,
): Readonly<Record<string, string>> => {
  const last = items.at(-1)
  if (last === undefined || items.length < limit) return {}
  const parameters = new URLSearchParams({ limit: String(limit), sort, after: recordPlaceText(last) })
  if (search !== null) parameters.set("search", search)
  return { link: `<${path}?${parameters}>; rel="next"` }
}
