import * as Effect from "effect/Effect"
import { currentInstant } from "../kernel/Instant.ts"
import type { Principal } from "../kernel/Principal.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { type Act, PriceChangeRepository } from "./PriceChangeRepository.ts"

/** The moment of a change: now, and never before the last publication's. */
const actOf = Effect.fnUntraced(function* ({ organization, subject: by }: Principal) {
  const { lastPublished } = yield* PriceChangeRepository
  const last = yield* lastPublished(organization)
  const now = yield* currentInstant
  const act: Act = { at: last === null || last < now ? now : last, by }
  return act
})

/**
 * Changes prices in one transaction: all of it or nothing. It has the organization's turn, in which its moment is taken, and
 * nothing else changes the batches of these keys. An adapter may run the change again from its start: it holds no state outside.
 */
export const inTurn = Effect.fnUntraced(function* <A, E, R>(
  principal: Principal,
  batchKeys: ReadonlyArray<string | null>,
  change: (act: Act) => Effect.Effect<A, E, R>,
) {
  const { atomically } = yield* Transaction
  const { lock } = yield* PriceChangeRepository
  const keys = batchKeys.filter((key) => key !== null)
  return yield* atomically(
    lock(principal.organization, keys).pipe(Effect.andThen(actOf(principal)), Effect.flatMap(change)),
  )
})

/** Plans what would be changed now, in one transaction that keeps no other one waiting, and writes nothing. */
export const inPlan = Effect.fnUntraced(function* <A, E, R>(
  principal: Principal,
  plan: (act: Act) => Effect.Effect<A, E, R>,
) {
  const { atomically } = yield* Transaction
  return yield* atomically(Effect.flatMap(actOf(principal), plan))
})
