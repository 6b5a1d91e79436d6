import * as Schema from "effect/Schema"
import type { InvalidField } from "./errors.ts"
import { valueFault } from "./faults.ts"

/** Text that any store can keep: no U+0000, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** A name or note that comes back as it was given. */
export const StorableText = Schema.String.check(
  Schema.makeFilter(
    (text: string) => isStorable(text) || "text with U+0000 or half of a surrogate pair cannot be kept",
  ),
)

/** A text that has half of a surrogate pair, which no file or answer can hold. */
export const unicodeFaults = (
  loc: ReadonlyArray<string | number>,
  input: string,
): ReadonlyArray<InvalidField> => {
  const msg = "Input should be a valid string, unable to parse raw data as a unicode string"
  return input.isWellFormed() ? [] : [{ loc, type: "string_unicode", msg, input }]
}

/** A text that cannot be kept. */
export const storableFaults = (
  loc: ReadonlyArray<string | number>,
  input: string,
): ReadonlyArray<InvalidField> =>
  input.isWellFormed() && !isStorable(input)
    ? [valueFault(loc, input, "text with U+0000 cannot be kept")]
    : unicodeFaults(loc, input)
