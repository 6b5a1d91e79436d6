import { HeavyWork, TooManyOpen } from "@hangtag/core"
import { Effect, Semaphore } from "effect"
import { defaultLimits } from "../api/defaultLimits.ts"

/** Heavy ones: worked on at once, those of one organization among them, and those that it has open. */
const mostHeavy = { atOnce: 4, ofOne: 2, open: defaultLimits.openLargeCalls }

interface Places {
  readonly light: Semaphore.Semaphore
  readonly heavy: Semaphore.Semaphore
  calls: number
  heavyOpen: number
}

/**
 * Makes what lets few calls of an organization be worked on at once: what somebody else's call waits for between two of
 * its steps is bounded by them. Of heavy ones, which hold what they read and make until their answer is there, there are
 * fewer, and no light call waits for them. The others wait their turn; who has as many heavy ones open as may be is refused.
 */
export const callPlaces = () => {
  const heavyPlaces = Semaphore.makeUnsafe(mostHeavy.atOnce)
  const organizations = new Map<string, Places>()
  const placesOf = (organization: string): Places => {
    const known = organizations.get(organization)
    if (known !== undefined) return known
    const [light, heavy] = [
      Semaphore.makeUnsafe(defaultLimits.callsAtOnce),
      Semaphore.makeUnsafe(mostHeavy.ofOne),
    ]
    const own = { light, heavy, calls: 0, heavyOpen: 0 }
    organizations.set(organization, own)
    return own
  }

  return <A, E, R>(organization: string, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) => {
      const own = placesOf(organization)
      own.calls++
      const held: Array<Semaphore.Semaphore> = []
      const take = (places: Semaphore.Semaphore) =>
        Effect.map(restore(places.take(1)), () => void held.push(places))
      const leave = Effect.suspend(() =>
        Effect.forEach(held.splice(0), (places) => places.release(1), { discard: true }),
      )
      let isHeavy = false
      const begin = Effect.uninterruptible(
        Effect.gen(function* () {
          if (isHeavy) return
          if (own.heavyOpen >= mostHeavy.open)
            return yield* new TooManyOpen({
              resource: "large call",
              open: own.heavyOpen,
              limit: mostHeavy.open,
            })
          isHeavy = true
          own.heavyOpen++
          yield* leave
          // its own first: of one organization no more wait for what is everybody's than it may have
          yield* take(own.heavy)
          yield* take(heavyPlaces)
        }),
      )
      const end = Effect.suspend(() => {
        if (isHeavy) own.heavyOpen--
        if (--own.calls === 0) organizations.delete(organization)
        return leave
      })
      const work = Effect.andThen(take(own.light), restore(Effect.provideService(call, HeavyWork, { begin })))
      return Effect.ensuring(work, end)
    })
}
