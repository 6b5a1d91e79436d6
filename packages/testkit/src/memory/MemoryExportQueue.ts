import { ExportQueue, exportMessageId } from "@hangtag/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { type MemoryState, type StoredMessage, withEntry } from "./MemoryState.ts"

/** Times a message is handed out before it ends. */
const maxAttempts = 10
/** Milliseconds before a message comes again whose handler failed. */
const retryDelay = 100

const without = (state: MemoryState, id: string): MemoryState => {
  const messages = new Map(state.messages)
  messages.delete(id)
  return { ...state, messages }
}

const claim = (
  state: MemoryState,
  lane: string,
  now: number,
): readonly [StoredMessage | undefined, MemoryState] => {
  for (const [jobId, stored] of state.messages) {
    if (stored.message.lane !== lane || stored.taken || stored.available_at > now) continue
    const taken = { ...stored, taken: true, attempt: stored.attempt + 1 }
    return [taken, { ...state, messages: withEntry(state.messages, jobId, taken) }]
  }
  return [undefined, state]
}

/** The message after its handler: gone, or back for a later attempt. */
const settled = (
  state: MemoryState,
  taken: StoredMessage,
  exit: Exit.Exit<void, unknown>,
  now: number,
): MemoryState => {
  const id = exportMessageId(taken.message)
  if (Exit.isSuccess(exit)) return without(state, id)
  // an interrupted taker hands the message back as if it had never taken it
  if (Exit.hasInterrupts(exit)) {
    const back = { ...taken, taken: false, attempt: taken.attempt - 1 }
    return { ...state, messages: withEntry(state.messages, id, back) }
  }
  if (taken.attempt >= maxAttempts) return without(state, id)
  const again = { ...taken, taken: false, available_at: now + retryDelay }
  return { ...state, messages: withEntry(state.messages, id, again) }
}

/** Messages in the order offered; a failed one comes again after 100 ms, ten times in all. */
export const memoryExportQueue: Layer.Layer<ExportQueue, never, MemoryCatalog> = Layer.effect(
  ExportQueue,
  Effect.map(MemoryCatalog, ({ read, write, nextChange }) => {
    const untilAvailable = Effect.fnUntraced(function* (lane: string) {
      const now = yield* Clock.currentTimeMillis
      const waiting = yield* read(({ messages }) =>
        [...messages.values()].filter(({ message, taken }) => message.lane === lane && !taken),
      )
      if (waiting.length === 0) return yield* Effect.never
      yield* Effect.sleep(Math.min(...waiting.map(({ available_at }) => available_at)) - now)
    })
    return ExportQueue.of({
      offer: (message, delay = 0) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          write((state) => {
            const id = exportMessageId(message)
            if (state.offered.has(id)) return [undefined, state]
            const stored = { message, attempt: 0, taken: false, available_at: now + delay }
            return [
              undefined,
              {
                ...state,
                messages: withEntry(state.messages, id, stored),
                offered: new Set(state.offered).add(id),
              },
            ]
          }),
        ),
      take: (lane, handler) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            while (true) {
              const change = yield* nextChange
              const now = yield* Clock.currentTimeMillis
              const taken = yield* write((state) => claim(state, lane, now))
              if (taken === undefined) {
                yield* restore(Effect.raceFirst(change, untilAvailable(lane)))
                continue
              }
              const exit = yield* Effect.exit(restore(handler(taken.message, taken.attempt)))
              const after = yield* Clock.currentTimeMillis
              yield* write((state) => [undefined, settled(state, taken, exit, after)])
              return yield* exit
            }
          }),
        ),
    })
  }),
)
