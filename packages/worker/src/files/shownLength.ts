// East Asian wide and full-width letters, which take the room of two: UAX #11, W and F, below U+10000.
export const wideRanges = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
] as const

/** Whether a UTF-16 unit is a letter of double width. Half of a pair is not: both together are. */
export const isWide = (code: number): boolean =>
  code >= 0x1100 && wideRanges.some(([first, last]) => code >= first && code <= last)

/** The room that the longest line of a text takes, in characters; of what is past `enough` nothing is known. */
export function shownLength(text: string, enough: number): number {
  let longest = 0
  let line = 0
  for (let index = 0; index < text.length && line < enough; index++) {
    const code = text.charCodeAt(index)
    if (code === 10 || code === 13) line = 0
    else line += isWide(code) ? 2 : 1
    if (line > longest) longest = line
  }
  return longest
}
