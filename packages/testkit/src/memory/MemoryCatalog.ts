import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { emptyState, type MemoryState } from "./MemoryState.ts"

/** What an open transaction has written so far; no other sees it. */
interface Draft {
  state: MemoryState
  open: boolean
}

const make = Effect.gen(function* () {
  let committed = emptyState
  let changed = Deferred.makeUnsafe<void>()
  const writing = yield* Semaphore.make(1)
  // a key of its own, so that a transaction of one catalog is none of another's
  const CurrentDraft = Context.Reference<Draft | undefined>(
    `@hangtag/testkit/memory/${crypto.randomUUID()}`,
    {
      defaultValue: () => undefined,
    },
  )
  const openDraft = Effect.map(CurrentDraft, (draft) => (draft?.open ? draft : undefined))

  const commit = (state: MemoryState) => {
    if (state === committed) return
    committed = state
    const waiting = changed
    changed = Deferred.makeUnsafe()
    Deferred.doneUnsafe(waiting, Exit.void)
  }

  const write = <A>(change: (state: MemoryState) => readonly [A, MemoryState]): Effect.Effect<A> =>
    Effect.flatMap(openDraft, (draft) => {
      if (draft === undefined) {
        return writing.withPermit(
          Effect.sync(() => {
            const [result, next] = change(committed)
            commit(next)
            return result
          }),
        )
      }
      return Effect.sync(() => {
        const [result, next] = change(draft.state)
        draft.state = next
        return result
      })
    })

  const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(openDraft, (outer) => {
      const run = Effect.suspend(() => {
        const draft: Draft = { state: outer?.state ?? committed, open: true }
        return Effect.onExit(Effect.provideService(effect, CurrentDraft, draft), (exit) =>
          Effect.sync(() => {
            draft.open = false
            if (Exit.isFailure(exit)) return
            if (outer === undefined) commit(draft.state)
            else outer.state = draft.state
          }),
        )
      })
      return outer === undefined ? writing.withPermit(run) : run
    })

  return {
    /** Reads one moment: the transaction's own where one is open, else what was committed last. */
    read: <A>(query: (state: MemoryState) => A): Effect.Effect<A> =>
      Effect.map(openDraft, (draft) => query(draft?.state ?? committed)),
    /** Changes the state in one step, after any open transaction of another. */
    write,
    /** Runs the effect with its writes kept apart until it succeeds; inside another, it joins that one. */
    atomically,
    /** Waits for the next change after the moment this was made; make it before looking. */
    nextChange: Effect.sync(() => Deferred.await(changed)),
  }
})

/** The state behind the in-memory ports: one per layer built. */
export class MemoryCatalog extends Context.Service<MemoryCatalog, Effect.Success<typeof make>>()(
  "@hangtag/testkit/memory/MemoryCatalog",
) {
  static readonly layer: Layer.Layer<MemoryCatalog> = Layer.effect(MemoryCatalog, make)
}
