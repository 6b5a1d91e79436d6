const [lineHeight, digit] = [12, 7]

/** Something level that is drawn: from one x to another. */
export interface Level {
  readonly x: number
  readonly end: number
  readonly y: number
}

/** Places for labels above or below what they name, each where no other label and no line is; undefined where there is none. */
export const labelPlaces = (width: number, lines: ReadonlyArray<Level>) => {
  const taken: Array<Level & { readonly of: string }> = []
  return (x: number, level: number, text: string): { readonly x: number; readonly y: number } | undefined => {
    const own = digit * text.length
    const from = Math.min(x, width - own - 4)
    const isBeside = (each: Level) => each.x > from + own || each.end < from
    const of = `${level} ${text}`
    // two courses may be one here: once is enough
    if (taken.some((each) => each.of === of && !isBeside(each))) return undefined
    const y = [level - 6, level + lineHeight + 1].find(
      (y) =>
        taken.every((each) => Math.abs(each.y - y) >= lineHeight || isBeside(each)) &&
        lines.every((each) => each.y > y + 2 || each.y < y - lineHeight + 2 || isBeside(each)),
    )
    if (y === undefined) return undefined
    taken.push({ x: from, y, end: from + own, of })
    return { x: from, y }
  }
}
