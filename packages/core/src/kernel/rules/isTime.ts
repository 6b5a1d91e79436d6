/** Tells, of so much more work, whether it is time for a pause. */
export type IsTime = (work: number) => boolean

/** A pause after each so much work, whoever does it. */
export const isTimeAfter = (much: number): IsTime => {
  let done = 0
  return (work) => {
    done += work
    if (done < much) return false
    done = 0
    return true
  }
}

/** How much is planned in some milliseconds: one is a pair, or a line's warning, or some of what they are compared with. */
export const workAtATime = 300

/** About how much work it is to plan a pair, but for its steps: one is some microseconds. */
export const pairWork = (records: number) => 2 + records / 8
