/** An apostrophe before what a spreadsheet would run as a formula, as csv is written; the same as the worker guards. */
const guard = /^'(?=[\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|[\t\r\n\0])/u

/** A text as it was before csv was guarded. */
export const unguarded = (text: string): string => text.replace(guard, "")
