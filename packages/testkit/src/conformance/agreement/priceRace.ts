import {
  allPermissions,
  type ChangeCollision,
  type HangtagError,
  PriceChangeRefused,
  type PriceChangeRequest,
  type Principal,
} from "@hangtag/core"
import { generatePriceChange, productTimeline, publishPriceBatch } from "@hangtag/core/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { aPriceChangeRequest } from "../../builders/index.ts"
import { seedCatalog } from "../../seed/seedCatalog.ts"
import { standingClock } from "../../system/standingClock.ts"
import { anyPrices, products, seedOf, started, wish } from "./priceStory.ts"

/** Two people who want something of the same prices. */
export const anyPriceRace = () =>
  fc.record({
    zone: fc.constantFrom("UTC", "America/New_York"),
    prices: anyPrices(),
    wishes: fc.tuple(fc.record(wish()), fc.record(wish())),
  })

export type PriceRace = ReturnType<typeof anyPriceRace> extends fc.Arbitrary<infer Race> ? Race : never

/** More often than that the two cannot be in each other's way. */
const mostTries = 200

const isOfOpenBatch = ({ action, status, batch_key }: ChangeCollision) =>
  action === "rejected" && status === "draft" && batch_key !== null

/** Generates and publishes; where prices moved, or another or a draft of theirs is in the way, all of it once more. */
const insisting = Effect.fnUntraced(function* (
  principal: Principal,
  { selection, lines, on_collision, on_no_return, include_unchanged }: PriceRace["wishes"][number],
) {
  const { brand_key } = selection
  const colorways = selection.colorways.map((colorway) => ({ ...colorway, lines, basis: null }))
  const tried = Effect.fnUntraced(function* (batch_key: string | null) {
    const request: PriceChangeRequest = aPriceChangeRequest({
      batch_key,
      colorways,
      on_collision,
      on_no_return,
      include_unchanged,
    })
    const refused = { batch_key, isOver: false }
    const given = yield* generatePriceChange(principal, { brand_key, ...request }).pipe(
      Effect.map((result) => ({ batch_key: result.batch_key, isOver: false, isWritten: true })),
      Effect.catch((error: HangtagError) =>
        error._tag === "BatchBusy" ||
        (error instanceof PriceChangeRefused &&
          error.refusal.reason === "collides" &&
          error.refusal.collisions.some(isOfOpenBatch))
          ? Effect.succeed({ ...refused, isWritten: false })
          : error._tag === "Unavailable"
            ? Effect.fail(error)
            : Effect.succeed({ ...refused, isOver: true, isWritten: false }),
      ),
    )
    if (!given.isWritten) return given
    const options = { on_moved: "refuse", allow_backdated: true } as const
    return yield* publishPriceBatch(principal, { batch_key: given.batch_key!, ...options }).pipe(
      Effect.as({ ...given, isOver: true }),
      Effect.catch((error: HangtagError) =>
        error._tag === "Unavailable"
          ? Effect.fail(error)
          : Effect.succeed({
              ...given,
              isOver:
                error._tag !== "BatchBusy" &&
                !(error instanceof PriceChangeRefused && error.refusal.reason === "moved"),
            }),
      ),
    )
  })
  let batch: string | null = null
  for (let tries = 0; tries < mostTries; tries++) {
    const { batch_key, isOver }: { batch_key: string | null; isOver: boolean } = yield* tried(batch)
    if (isOver) return
    batch = batch_key
    yield* Effect.yieldNow
  }
  return yield* Effect.die(new Error("neither of two price changes comes to an end"))
})

/** The amounts of every pair from now on; `order`: who is first, or both at once. */
export const runPriceRace = Effect.fnUntraced(function* (
  organization: string,
  race: PriceRace,
  order: readonly [number, number] | "together",
) {
  const principal: Principal = { organization, subject: "racer", permissions: allPermissions }
  const running = Effect.gen(function* () {
    yield* seedCatalog(organization, seedOf(race))
    const both = (order === "together" ? [0, 1] : order).map((who) => insisting(principal, race.wishes[who]!))
    yield* Effect.all(both, { concurrency: order === "together" ? 2 : 1 })
    const from = new Date(started).toISOString()
    const timelines = yield* Effect.forEach(products, ({ product_key }) =>
      productTimeline(principal, { product_key, color: null, price_type: null, from, until: null }),
    )
    return timelines
      .flatMap(({ pairs }) => pairs)
      .map(({ variant_key, price_type, segments }) => ({
        variant_key,
        price_type,
        // the same price again is no change, and neither is none at first: a refused batch keeps drafts of what has no price
        changes: segments
          .map(({ from, amount }) => ({ from, price: amount === null ? "none" : String(Number(amount)) }))
          .filter(({ price }, index, all) => price !== (all[index - 1]?.price ?? "none"))
          .map(({ from, price }) => `${price} from ${from}`),
      }))
      .filter(({ changes }) => changes.length > 0)
  })
  return yield* Effect.provideService(running, Clock.Clock, standingClock(new Date(started)).clock)
})
