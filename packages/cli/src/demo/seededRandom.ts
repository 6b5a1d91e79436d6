/** Pseudo-random numbers that are the same for the same seed everywhere (mulberry32). */
export interface SeededRandom {
  /** A whole number from `low` to `high`, both included. */
  readonly integer: (low: number, high: number) => number
  readonly pick: <A>(list: ReadonlyArray<A>) => A
}

export const seededRandom = (seed: number): SeededRandom => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return { integer, pick: (list) => list[integer(0, list.length - 1)]! }
}
