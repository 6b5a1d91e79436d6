import type { BatchRecordPage, BatchRecordsQuery } from "@hangtag/core"
import { recordPlace } from "../api/places.ts"

type Value = string | number | boolean | null | undefined

/**
 * `Link` (RFC 8288) to the page that comes `after` a place, null where there is none; `query` is what else of the page's
 * own query it keeps.
 */
export const linkTo = (
  url: string,
  query: Readonly<Record<string, Value>>,
  after: string | null,
): Readonly<Record<string, string>> => {
  if (after === null) return {}
  const kept = Object.entries({ ...query, after }).flatMap(
    ([name, value]): Array<[string, string]> =>
      value === null || value === undefined ? [] : [[name, String(value)]],
  )
  // the page's own query says where the page began
  return { link: `<${url.split("?", 1)[0]}?${new URLSearchParams(kept)}>; rel="next"` }
}

/** From a full page of records to the page after it; readers who follow it meet every record once. */
export const nextPage = (
  url: string,
  { limit, search, sort }: BatchRecordsQuery,
  { items }: BatchRecordPage,
): Readonly<Record<string, string>> => {
  const last = items.at(-1)
  const isFull = last !== undefined && items.length === limit
  return linkTo(url, { limit, sort, search }, isFull ? recordPlace.write(last) : null)
}
