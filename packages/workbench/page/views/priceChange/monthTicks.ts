/** How many months ticks of an axis may be apart. */
const steps = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1_200, 6_000, 12_000]

const monthsOf = (millis: number): number => {
  const at = new Date(millis)
  return at.getUTCFullYear() * 12 + at.getUTCMonth()
}

/** Where months begin between two instants (clocks of a zone, read as UTC), `most` of them or one more, so far apart that each year has them in the same places. */
export const monthTicks = (first: number, last: number, most: number): ReadonlyArray<number> => {
  const [begin, end] = [monthsOf(first - 1) + 1, monthsOf(last)]
  const step = steps.find((step) => (end - begin) / step <= most) ?? steps.at(-1)!
  const ticks: Array<number> = []
  for (let month = Math.ceil(begin / step) * step; month <= end; month += step)
    // years below 100 would be of 1900
    ticks.push(Date.UTC(1900, month - 12 * 1900))
  return ticks
}
