import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/** Of the whole process: it has one thread. */
const turns = Semaphore.makeUnsafe(1)

/**
 * Waits for one's turn to do a piece of work of some milliseconds. Whatever else the process does goes on between two
 * turns, however many calls have long work to do: each then takes longer, and everybody else waits for one piece.
 */
export const workTurn: Effect.Effect<void> = turns.withPermit(Effect.yieldNow)
