/**
 * Orders texts by code point, as Postgres does under `COLLATE "C"`, so that memory and SQL page alike.
 *
 * JavaScript's `<` compares UTF-16 units, which puts emoji before U+E000.
 */
export const compareText = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    const surrogates = (x >= 0xd800 && x <= 0xdfff ? 1 : 0) - (y >= 0xd800 && y <= 0xdfff ? 1 : 0)
    return surrogates !== 0 ? surrogates : x - y
  }
  return a.length - b.length
}
