/** The longest key in UTF-8 bytes: four of them must fit into one index entry. */
export const maxKeyBytes = 500

/** Tells whether Postgres can keep the text as it is: no U+0000 and no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** The text as a parameter to compare with; null, which equals nothing, where no row can hold it. */
export const comparable = (text: string): string | null => (isStorable(text) ? text : null)

/** The distinct texts of which a row may exist. */
export const comparableKeys = (texts: Iterable<string>): Array<string> =>
  [...new Set(texts)].filter(isStorable)

/** Free text with U+FFFD for what Postgres cannot keep. */
export const storedText = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD")

/** Why the text cannot be a stored key, or `undefined`. */
export const keyFault = (name: string, key: string): string | undefined =>
  !isStorable(key)
    ? `${name} contains U+0000 or half a surrogate pair`
    : Buffer.byteLength(key) > maxKeyBytes
      ? `${name} is longer than ${maxKeyBytes} bytes`
      : undefined

/** Why the text cannot be stored in a field, or `undefined`. */
export const textFault = (name: string, text: string): string | undefined =>
  isStorable(text) ? undefined : `${name} contains U+0000 or half a surrogate pair`
