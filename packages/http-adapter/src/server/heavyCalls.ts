import { HeavyWork, TooManyOpen } from "@hangtag/core"
import { Effect, Semaphore } from "effect"
import { defaultLimits } from "../api/defaultLimits.ts"

/** Heavy calls that a process works on at once, those of one organization among them, and those that it has open. */
const most = { atOnce: 4, ofOne: 2, open: defaultLimits.openLargeCalls }

/**
 * Makes what lets few heavy calls be worked on at once: each holds what it reads and makes until its answer is there.
 * The others wait their turn; who has as many open as may be is refused.
 */
export const heavyCalls = () => {
  const places = Semaphore.makeUnsafe(most.atOnce)
  const organizations = new Map<string, { readonly places: Semaphore.Semaphore; open: number }>()

  return <A, E, R>(organization: string, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      let own: { readonly places: Semaphore.Semaphore; open: number } | undefined
      const held: Array<Semaphore.Semaphore> = []
      const begin = Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          if (own !== undefined) return
          const known = organizations.get(organization) ?? {
            places: Semaphore.makeUnsafe(most.ofOne),
            open: 0,
          }
          if (known.open >= most.open)
            return yield* new TooManyOpen({ resource: "large call", open: known.open, limit: most.open })
          own = known
          own.open++
          organizations.set(organization, own)
          // its own first: of one organization no more wait for what is everybody's than it may have
          for (const semaphore of [own.places, places]) {
            yield* restore(semaphore.take(1))
            held.push(semaphore)
          }
        }),
      )
      const end = Effect.suspend(() => {
        if (own !== undefined && --own.open === 0) organizations.delete(organization)
        return Effect.forEach(held, (semaphore) => semaphore.release(1), { discard: true })
      })
      return Effect.ensuring(Effect.provideService(call, HeavyWork, { begin }), end)
    })
}
