/** Trims what Rust calls white space: Unicode's White_Space, which is neither Python's set nor JavaScript's. */
export const trimUnicode = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

const isWhiteSpace = (code: number): boolean =>
  code === 0x20 ||
  (code >= 0x09 && code <= 0x0d) ||
  (code >= 0x85 && WIDE_SPACE.test(String.fromCharCode(code)))

const WIDE_SPACE = /[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

/** `1_000` as `1000`; `undefined` without underscores and where one is first, last or doubled. */
export const withoutUnderscores = (text: string): string | undefined =>
  text.includes("_") && !text.startsWith("_") && !text.endsWith("_") && !text.includes("__")
    ? text.replaceAll("_", "")
    : undefined
