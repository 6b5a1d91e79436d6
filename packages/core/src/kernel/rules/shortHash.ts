/**
 * 64 bits of a text, as two numbers of 32: for telling texts apart, not against forgery. Its parts may be given one by one: to join
 * them first takes longer than to hash them.
 *
 * Two lanes of multiply and mix, as MurmurHash3 finishes them.
 */
export const hash64 = (...parts: ReadonlyArray<string | number>): readonly [number, number] => {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (const part of parts) {
    const text = String(part)
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      a = Math.imul(a ^ unit, 2654435761)
      b = Math.imul(b ^ unit, 1597334677)
    }
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return [a >>> 0, b >>> 0]
}

/** Two numbers of 32 bits as sixteen hex digits. */
export const hexOf = (lanes: readonly [number, number]): string =>
  lanes.map((lane) => lane.toString(16).padStart(8, "0")).join("")

/** `hash64` as hex digits. */
export const shortHash = (text: string): string => hexOf(hash64(text))
