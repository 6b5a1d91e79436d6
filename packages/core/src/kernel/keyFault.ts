/** Members of entries that name something: a key stands in addresses, file names and lines of logs. Attributes have headings. */
const naming = [
  "brand_key",
  "product_key",
  "variant_key",
  "price_type",
  "key",
  "job_id",
  "discovery_id",
] as const

const codePoint = (character: string): string =>
  character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")

/**
 * The text with `\u001b` for each character that a terminal would obey, C1 and DEL too, or that turns the direction of
 * what follows it.
 */
export const withoutControls = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (each) => `\\u${codePoint(each).toLowerCase()}`,
  )

const shown = (key: string): string => withoutControls(JSON.stringify(key))

/** Why the text is no key: the first control character in it (C0, DEL, C1); undefined where there is none. */
export const controlFault = (key: string): string | undefined => {
  for (const character of key) {
    const code = character.codePointAt(0)!
    if (code < 0x20 || (code >= 0x7f && code < 0xa0))
      return `the key ${shown(key)} has the control character U+${codePoint(character)}; leave it out`
  }
  return undefined
}

/** The same of what an entry of a catalog names: its own keys, and those of its variants. */
export const keyFault = (entry: unknown): string | undefined => {
  if (typeof entry !== "object" || entry === null) return undefined
  const members = entry as Readonly<Record<string, unknown>>
  for (const name of naming) {
    const key = members[name]
    const fault = typeof key === "string" ? controlFault(key) : undefined
    if (fault !== undefined) return fault
  }
  if (!Array.isArray(members.variants)) return undefined
  for (const variant of members.variants) {
    const fault = keyFault(variant)
    if (fault !== undefined) return fault
  }
  return undefined
}
