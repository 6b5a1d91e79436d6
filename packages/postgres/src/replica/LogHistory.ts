/** Where the log of the primary ended when: so how far a replica has come in it says up to when nothing is missing there. */
export class LogHistory {
  #ends: Array<{ readonly at: number; readonly end: number }> = []

  /** The log ended there at that moment, or later. */
  note(at: number, end: number): void {
    this.#ends.push({ at, end })
  }

  /** The last moment up to which nothing is missing in what ends there; undefined where that is before all that is known. */
  asOf(end: number): number | undefined {
    const last = this.#ends.findLast((each) => each.end <= end)
    return last?.at
  }

  /** Forgets what was before the moment. */
  forget(before: number): void {
    this.#ends = this.#ends.filter(({ at }) => at >= before)
  }
}
