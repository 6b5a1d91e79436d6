/** What stands before a value that is not the first: 1, else 0. */
const beforeValue = new Uint8Array(256)
for (const character of ",[{") beforeValue[character.charCodeAt(0)] = 1

/** So many words are counted before what a byte of a number holds of them could be more than 255. */
const mostWords = 255

/**
 * More values than the JSON of so many bytes can have, all of them ASCII: whatever stands before one is counted, in texts
 * too. Four bytes at a time: a megabyte takes 0.2 ms, where byte by byte it takes 0.9, a third of parsing it.
 */
export const mostValues = (bytes: Uint8Array): number => {
  let values = 1
  let at = 0
  for (; at < bytes.length && (bytes.byteOffset + at) % 4 !== 0; at++) values += beforeValue[bytes[at]!]!
  if (at === bytes.length) return values
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + at, (bytes.length - at) >> 2)
  at += 4 * words.length
  for (let next = 0; next < words.length; ) {
    const end = Math.min(words.length, next + mostWords)
    values += 4 * (end - next)
    let others = 0
    while (next < end) others += othersIn(words[next++]!)
    values -= (others & 255) + ((others >>> 8) & 255) + ((others >>> 16) & 255) + (others >>> 24)
  }
  for (; at < bytes.length; at++) values += beforeValue[bytes[at]!]!
  return values
}

/**
 * For each byte of the word 0 where it is `,`, `[` or `{`, else 1. A byte of a difference is 0 where it is one, and at most
 * 127, so that adding 127 gives it a highest bit unless it is 0.
 */
const othersIn = (word: number): number => {
  const fromComma = word ^ 0x2c2c2c2c
  // `[` is `{` but for one bit
  const fromBracket = (word | 0x20202020) ^ 0x7b7b7b7b
  return (((fromComma + 0x7f7f7f7f) & (fromBracket + 0x7f7f7f7f)) >>> 7) & 0x01010101
}
