/**
 * `Link` (RFC 8288) to the page that comes `after` a place, null where there is none; `query` is what else of the page's
 * own query it keeps.
 */
export const linkTo = (
  url: string,
  query: Readonly<Record<string, unknown>>,
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
