import { type Instant, keyFault } from "@hangtag/core"

/** The longest key in UTF-8 bytes: four of them must fit into one index entry. */
const maxKeyBytes = 500

/** Tells whether Postgres can keep every text in the value as it is: no U+0000 and no lone surrogate. */
export const isStorable = (value: unknown): boolean =>
  typeof value === "string"
    ? !value.includes("\0") && value.isWellFormed()
    : typeof value !== "object" ||
      value === null ||
      Object.entries(value).every(([key, member]) => isStorable(key) && isStorable(member))

/** The text as a parameter to compare with; null, which equals nothing, where no row can hold it. */
export const comparable = (text: string): string | null => (isStorable(text) ? text : null)

/** The text as a uuid to compare with, or null, which equals none; as Postgres writes them, lower case. */
export const comparableUuid = (text: string): string | null =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null

/** The distinct texts of which a row may exist. */
export const comparableKeys = (texts: Iterable<string>): Array<string> =>
  [...new Set(texts)].filter(isStorable)

/** Free text with U+FFFD for what Postgres cannot keep. */
export const storedText = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD")

/** Why the entry cannot be stored, or `undefined`; `keys` are those of its texts that are looked up by. */
export const storingFault = (entry: unknown, keys: ReadonlyArray<string>): string | undefined => {
  if (!isStorable(entry)) return "a text holds U+0000 or half a surrogate pair, which cannot be stored"
  const fault = keyFault(entry)
  if (fault !== undefined) return fault
  const long = keys.find((key) => key.length * 3 > maxKeyBytes && Buffer.byteLength(key) > maxKeyBytes)
  return long && `the key ${long.slice(0, 20)}… is longer than ${maxKeyBytes} bytes`
}

/** An instant as a `bigint` parameter; stored ones are whole, so comparing with a fraction's floor is the same. */
export const toBigint = (instant: Instant): bigint => BigInt(Math.floor(instant))
