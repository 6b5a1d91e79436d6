import { exitProcess } from "./exitProcess.ts"

/** Signals so close together are one: a terminal sends it to the whole group, and what started this process passes it on. */
const sameMillis = 500

/**
 * Ends the process by force where it is still there `grace` milliseconds after it was asked to stop, whatever hangs, and
 * at once at a second signal. To stop in order is the program's own work.
 */
export const endHard = (grace: number, say: (why: string) => void, apart = sameMillis): void => {
  let since: number | undefined
  const end = (why: string) => {
    say(why)
    exitProcess(1, 0)
  }
  const stop = () => {
    if (since === undefined) {
      since = performance.now()
      setTimeout(
        end,
        grace,
        `Ended by force: it did not stop within ${grace / 1000} s (SHUTDOWN_GRACE)`,
      ).unref()
    } else if (performance.now() - since > apart) end("Ended by force: a second signal came")
  }
  process.on("SIGTERM", stop).on("SIGINT", stop)
}
