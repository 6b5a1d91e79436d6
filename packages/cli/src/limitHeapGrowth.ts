import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"

const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0

/** Bytes of both halves; an export is as fast as with any more. */
const enough = 32 * 1024 * 1024

/**
 * Keeps V8's young generation near 32 MB instead of the 64 to 192 MB that it takes on large machines, and the old one
 * within 1.4 times of what lives in it instead of four. An export of a million rows peaks at half the memory. So small
 * a young generation is tidied by one thread: waiting for others takes a twelfth of an export's CPU time.
 *
 * Call it before anything large is loaded. What it returns, called after that, limits the old generation and lets the young
 * one grow, once.
 */
export const limitHeapGrowth = (): (() => void) => {
  setFlagsFromString("--semi-space-growth-factor=1")
  setFlagsFromString("--no-parallel-scavenge")
  // A thread's heap stays at one half a MB by the lines above, and is tidied 3,700 times a million rows: with eight,
  // 450 times, in a third of the time.
  setFlagsFromString("--min-semi-space-size=8")
  // To optimize one function of the embedded database (105 kB of WebAssembly) takes 600 MB for a moment, and no call is
  // faster for it: previews take 9.2 ms without, 10.8 with all that V8 optimizes (decision 0008).
  for (const flag of ["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"])
    setFlagsFromString(flag)
  return () => {
    // not before: to load the program would take a fifth more
    setFlagsFromString("--heap-growing-percent=40")
    setFlagsFromString("--semi-space-growth-factor=16")
    const watch = setInterval(() => {
      if (youngBytes() < enough) return
      setFlagsFromString("--semi-space-growth-factor=1")
      clearInterval(watch)
    }, 50)
    watch.unref()
  }
}
