type Span = readonly [from: number, to: number]

/** The place of a value on the screen, and the value at a place. */
export interface LinearScale {
  (value: number): number
  readonly domain: Span
  readonly invert: (place: number) => number
}

/** A scale from values between two to places between two. */
export const linearScale = (domain: Span, [start, end]: Span): LinearScale => {
  const [from, to] = domain
  const unit = (end - start) / (to - from)
  const place = (value: number) => start + (value - from) * unit
  return Object.assign(place, { domain, invert: (at: number) => from + (at - start) / unit })
}
