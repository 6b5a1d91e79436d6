import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"

const MB = 1024 * 1024

/**
 * How large V8's young generation becomes, both halves, and by how many percent more than what lives in it the old one may
 * grow before it is tidied.
 */
export const heapLimits = {
  /** An export is as fast as with any more, and one of a million rows peaks at half the memory. */
  exports: { young: 32 * MB, oldPercent: 40 },
  /** A preview of a hundred variants takes 10 ms of a processor, with the limits of exports 15; the process 285 MB, not 215. */
  answers: { young: 64 * MB, oldPercent: 100 },
}

type HeapLimits = (typeof heapLimits)[keyof typeof heapLimits]

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0

/**
 * Keeps V8's heap near what it needs, where it takes 64 to 192 MB for the young generation on large machines, and four times
 * of what lives in the old one. So small a young generation is tidied by one thread: waiting for others takes a twelfth of an
 * export's CPU time.
 *
 * Call it before anything large is loaded. What it returns, called after that, limits the old generation and lets the young
 * one grow, once.
 */
export const limitHeapGrowth = (): ((limits?: HeapLimits) => void) => {
  setFlagsFromString("--semi-space-growth-factor=1")
  setFlagsFromString("--no-parallel-scavenge")
  // A thread's heap stays at one half a MB by the lines above, and is tidied 3,700 times a million rows: with eight,
  // 450 times, in a third of the time.
  setFlagsFromString("--min-semi-space-size=8")
  // To optimize one function of the embedded database (105 kB of WebAssembly) takes 600 MB for a moment, and no call is
  // faster for it: previews take 9.2 ms without, 10.8 with all that V8 optimizes (decision 0008).
  for (const flag of ["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"])
    setFlagsFromString(flag)
  return ({ young, oldPercent }: HeapLimits = heapLimits.exports) => {
    // not before: to load the program would take a fifth more
    setFlagsFromString(`--heap-growing-percent=${oldPercent}`)
    // a half at a time twice as large: by more it would be past its limit before anybody looks
    setFlagsFromString("--semi-space-growth-factor=2")
    const watch = setInterval(() => {
      if (youngBytes() < young) return
      setFlagsFromString("--semi-space-growth-factor=1")
      clearInterval(watch)
    }, 50)
    watch.unref()
  }
}
