/**
 * Why a text is no ISO 8601 date or date-time, in pydantic's words; `undefined` when it is one by its form.
 * `2026-12-01`, `2026-12-01T08:30`, `2026-12-01T08:30:00.5Z`, `2026-12-01T08:30:00+02:00`.
 */
export const isoFormatError = (text: string): string | undefined => {
  if (ISO_FORM.test(text)) return undefined
  if (text.length < 10) return "input is too short"
  for (const [start, end, form, error] of PARTS) if (!form.test(text.slice(start, end))) return error
  return "unexpected extra characters at the end of the input"
}

const ISO_FORM = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/

const PARTS = [
  [0, 4, /^\d{4}$/, "invalid character in year"],
  [4, 5, /^-$/, "invalid date separator, expected `-`"],
  [5, 7, /^\d\d$/, "invalid character in month"],
  [7, 8, /^-$/, "invalid date separator, expected `-`"],
  [8, 10, /^\d\d$/, "invalid character in day"],
] as const
