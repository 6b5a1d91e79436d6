/** Joins the parts into an array of its own: not, as Node's Buffer would, a piece of a pool, which cannot be transferred. */
export const concatBytes = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}
