import type { BatchRecordPage, BatchRecordsQuery, UpcomingPlace } from "@hangtag/core"
import { recordPlaceText } from "../api/recordPlace.ts"
import { upcomingPlaceText } from "../api/upcomingPlace.ts"

/** `Link` (RFC 8288) to the page that comes after a place; `query` is what else of the page's own query it keeps. */
const linkTo = (
  url: string,
  query: Readonly<Record<string, string | number | null | undefined>>,
  after: string,
) => {
  const kept = Object.entries(query).flatMap(
    ([name, value]): Array<[string, string]> =>
      value === null || value === undefined ? [] : [[name, String(value)]],
  )
  const parameters = new URLSearchParams([...kept, ["after", after]])
  // the page's own query says where the page began
  return { link: `<${url.split("?", 1)[0]}?${parameters}>; rel="next"` }
}

/** From a full page of records to the page after it; readers who follow it meet every record once. */
export const nextPage = (
  url: string,
  { limit, search, sort }: BatchRecordsQuery,
  { items }: BatchRecordPage,
): Readonly<Record<string, string>> => {
  const last = items.at(-1)
  if (last === undefined || items.length < limit) return {}
  return linkTo(url, { limit, sort, search }, recordPlaceText(last))
}

/** From a page of what goes live to the one that goes on after it, if any. */
export const nextUpcoming = (
  url: string,
  query: Readonly<Record<"from" | "until" | "brand_key", string | undefined>> & { readonly limit: number },
  next: UpcomingPlace | null,
): Readonly<Record<string, string>> => (next === null ? {} : linkTo(url, query, upcomingPlaceText(next)))
