import { type ExportLane, type ExportMessage, ExportQueue, exportLanes } from "@hangtag/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { type MemoryState, type StoredMessage, withEntry } from "./MemoryState.ts"

/** Times a message is handed out before it ends. */
const maxAttempts = 10
/** Milliseconds before a message comes again whose handler failed. */
const retryDelay = 100

const idOf = ({ job_id, begun }: ExportMessage) => (begun === undefined ? job_id : `${job_id}:${begun}`)

const without = (state: MemoryState, id: string): MemoryState => {
  const messages = new Map(state.messages)
  messages.delete(id)
  return { ...state, messages }
}

/** After the organization's last turn that is not done, but no earlier than the one that is being served. */
const roundOf = (messages: ReadonlyArray<StoredMessage>, organization: string): number => {
  const rounds = (of: (stored: StoredMessage) => boolean) => messages.filter(of).map(({ round }) => round)
  const served = rounds(({ taken }) => taken)
  const current = served.length > 0 ? Math.max(...served) : Math.min(...rounds(() => true))
  const own = Math.max(0, ...rounds(({ message }) => message.organization === organization)) + 1
  return Number.isFinite(current) ? Math.max(current, own) : own
}

const inLane = (state: MemoryState, lane: ExportLane): ReadonlyArray<StoredMessage> =>
  [...state.messages.values()].filter((stored) => stored.lane === lane)

/** Messages of a lane that wait, in the order in which they are taken. */
const waitingIn = (state: MemoryState, lane: ExportLane): ReadonlyArray<StoredMessage> =>
  inLane(state, lane)
    .filter(({ taken }) => !taken)
    .sort((a, b) => a.round - b.round || a.sequence - b.sequence)

const claim = (
  state: MemoryState,
  lanes: ReadonlyArray<ExportLane>,
  now: number,
): readonly [StoredMessage | undefined, MemoryState] => {
  const [next] = lanes
    .flatMap((lane) => waitingIn(state, lane).find(({ available_at }) => available_at <= now) ?? [])
    .sort((a, b) => a.sequence - b.sequence)
  if (next === undefined) return [undefined, state]
  const taken = { ...next, taken: true, attempt: next.attempt + 1 }
  return [taken, { ...state, messages: withEntry(state.messages, idOf(next.message), taken) }]
}

/** The message after its handler: gone, or back for a later attempt. */
const settled = (
  state: MemoryState,
  taken: StoredMessage,
  exit: Exit.Exit<void, unknown>,
  now: number,
): MemoryState => {
  const id = idOf(taken.message)
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

/** Messages by turns; a failed one comes again after 100 ms, ten times in all. */
export const memoryExportQueue: Layer.Layer<ExportQueue, never, MemoryCatalog> = Layer.effect(
  ExportQueue,
  Effect.map(MemoryCatalog, ({ read, write, nextChange }) => {
    const untilAvailable = Effect.fnUntraced(function* (lanes: ReadonlyArray<ExportLane>) {
      const now = yield* Clock.currentTimeMillis
      const waiting = yield* read((state) => lanes.flatMap((lane) => waitingIn(state, lane)))
      if (waiting.length === 0) return yield* Effect.never
      yield* Effect.sleep(Math.min(...waiting.map(({ available_at }) => available_at)) - now)
    })
    return ExportQueue.of({
      offer: (message) =>
        write((state) => {
          const id = idOf(message)
          if (state.offered.has(id)) return [undefined, state]
          const { lane = "large", organization } = message
          const round = roundOf(inLane(state, lane), organization)
          const sequence = state.offered.size
          const stored: StoredMessage = {
            message,
            lane,
            round,
            sequence,
            attempt: 0,
            taken: false,
            available_at: 0,
          }
          return [
            undefined,
            {
              ...state,
              messages: withEntry(state.messages, id, stored),
              offered: new Set(state.offered).add(id),
            },
          ]
        }),
      take: (handler, lanes = exportLanes) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            while (true) {
              const change = yield* nextChange
              const now = yield* Clock.currentTimeMillis
              const taken = yield* write((state) => claim(state, lanes, now))
              if (taken === undefined) {
                yield* restore(Effect.raceFirst(change, untilAvailable(lanes)))
                continue
              }
              const exit = yield* Effect.exit(restore(handler(taken.message, taken.attempt)))
              const after = yield* Clock.currentTimeMillis
              yield* write((state) => [undefined, settled(state, taken, exit, after)])
              return yield* exit
            }
          }),
        ),
      position: (jobId) =>
        read((state) => {
          const all = exportLanes.map((lane) => waitingIn(state, lane))
          const own = all.find((waiting) => waiting.some(({ message }) => message.job_id === jobId))
          const place = own?.findLastIndex(({ message }) => message.job_id === jobId)
          return Option.map(Option.fromUndefinedOr(place), (index) => index + 1)
        }),
    })
  }),
)
