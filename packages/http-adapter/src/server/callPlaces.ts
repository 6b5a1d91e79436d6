import { TooManyOpen } from "@hangtag/core"
import { Effect, Semaphore } from "effect"
import { defaultLimits } from "../api/defaultLimits.ts"
import { HeavyWork } from "../validation/HeavyWork.ts"
import { LargeBody } from "../validation/LargeBody.ts"

/** Heavy ones: worked on at once, those of one organization among them, and those that it has open. */
const mostHeavy = { atOnce: 4, ofOne: 2, open: defaultLimits.openLargeCalls }
/** Large bodies that are read at once, and those of one organization among them. */
const mostBodies = { atOnce: 16, ofOne: 2 }

/** An organization's own places. */
const ownPlaces = () => ({
  light: Semaphore.makeUnsafe(defaultLimits.callsAtOnce),
  bodies: Semaphore.makeUnsafe(mostBodies.ofOne),
  heavy: Semaphore.makeUnsafe(mostHeavy.ofOne),
  calls: 0,
  heavyOpen: 0,
})

/**
 * Makes what lets few calls of an organization be worked on at once: what somebody else's call waits for between two of
 * its steps is bounded by them. Of heavy ones, which hold what they read and make until their answer is there, there are
 * fewer, and no light call waits for them; nor do heavy ones wait for large bodies that come slowly, which have places of
 * their own. The others wait their turn; who has as many heavy ones open as may be is refused.
 */
export const callPlaces = () => {
  const allBodies = Semaphore.makeUnsafe(mostBodies.atOnce)
  const allHeavy = Semaphore.makeUnsafe(mostHeavy.atOnce)
  const organizations = new Map<string, ReturnType<typeof ownPlaces>>()
  const placesOf = (organization: string) => {
    const own = organizations.get(organization) ?? ownPlaces()
    organizations.set(organization, own)
    return own
  }

  return <A, E, R>(organization: string, call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) => {
      const own = placesOf(organization)
      own.calls++
      const held = new Set<Semaphore.Semaphore>()
      const take = (places: Semaphore.Semaphore) =>
        Effect.map(restore(places.take(1)), () => void held.add(places))
      const leave = (places: Iterable<Semaphore.Semaphore>) =>
        Effect.forEach([...places], (each) => (held.delete(each) ? each.release(1) : Effect.void), {
          discard: true,
        })
      let isLarge = false
      const open = Effect.suspend(() => {
        if (isLarge) return Effect.void
        const limit = mostHeavy.open
        if (own.heavyOpen >= limit)
          return Effect.fail(new TooManyOpen({ resource: "large call", open: own.heavyOpen, limit }))
        isLarge = true
        own.heavyOpen++
        return leave([own.light])
      })
      /** Its own first: of one organization no more wait for what is everybody's than it may have. */
      const enter = (mine: Semaphore.Semaphore, everybodys: Semaphore.Semaphore) =>
        Effect.suspend(() =>
          held.has(everybodys) ? Effect.void : Effect.andThen(take(mine), take(everybodys)),
        )
      const body = Effect.andThen(open, enter(own.bodies, allBodies))
      const heavy = Effect.andThen(
        Effect.andThen(open, enter(own.heavy, allHeavy)),
        leave([own.bodies, allBodies]),
      )
      const end = Effect.suspend(() => {
        if (isLarge) own.heavyOpen--
        if (--own.calls === 0) organizations.delete(organization)
        return leave(held)
      })
      const work = call.pipe(
        Effect.provideService(HeavyWork, { begin: Effect.uninterruptible(heavy) }),
        Effect.provideService(LargeBody, { begin: Effect.uninterruptible(body) }),
      )
      return Effect.ensuring(Effect.andThen(take(own.light), restore(work)), end)
    })
}
