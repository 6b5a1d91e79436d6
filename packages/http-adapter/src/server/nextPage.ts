import type { BatchRecordPage, BatchRecordsQuery } from "@hangtag/core"
import { recordPlaceText } from "../api/recordPlace.ts"

/** `Link` (RFC 8288) from a full page's URL to the page after it; readers who follow it meet every record once. */
export const nextPage = (
  url: string,
  { limit, search, sort }: BatchRecordsQuery,
  { items }: BatchRecordPage,
): Readonly<Record<string, string>> => {
  const last = items.at(-1)
  if (last === undefined || items.length < limit) return {}
  const parameters = new URLSearchParams({ limit: String(limit), sort, after: recordPlaceText(last) })
  if (search !== null) parameters.set("search", search)
  // the page's own query says where the page began
  return { link: `<${url.split("?", 1)[0]}?${parameters}>; rel="next"` }
}
