const [lineHeight, digit] = [12, 7]

/** Places for labels above or below what they name, each where none is yet; undefined where there is no room. */
export const labelPlaces = (width: number) => {
  const taken: Array<{ readonly x: number; readonly y: number; readonly end: number }> = []
  return (x: number, level: number, text: string): { readonly x: number; readonly y: number } | undefined => {
    const own = digit * text.length
    const from = Math.min(x, width - own - 4)
    const y = [level - 6, level + lineHeight + 1].find((y) =>
      taken.every((each) => Math.abs(each.y - y) >= lineHeight || each.x > from + own || each.end < from),
    )
    if (y === undefined) return undefined
    taken.push({ x: from, y, end: from + own })
    return { x: from, y }
  }
}
