import { JobRepository, Transaction, Unavailable } from "@hangtag/core"
import { transactionPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import { broken, inTransactions, refused } from "./broken.ts"
import { notices } from "./notices.ts"

const writesAsItGoes = broken(Transaction, () => ({ atomically: (effect) => effect }))

notices("transactionSuite", transactionPromises, {
  "keeps nothing when the effect dies": writesAsItGoes,
  "keeps nothing when the effect is interrupted": writesAsItGoes,
  "shows no other its writes before it ends": writesAsItGoes,
  "undoes one of many at once without touching the others": writesAsItGoes,
  "keeps nothing when the effect fails, and fails with its error": [
    // commits what failed
    broken(Transaction, ({ atomically }) => ({
      atomically: (effect) => Effect.flatten(atomically(Effect.exit(effect))),
    })),
    // hides what failed
    broken(Transaction, ({ atomically }) => ({
      atomically: (effect) =>
        Effect.catchCause(atomically(effect), () =>
          Effect.fail(new Unavailable({ service: "database", operation: "rollback", retryable: true })),
        ),
    })),
  ],
  // never commits
  "keeps the writes of several ports when the effect succeeds, and gives its value": broken(
    Transaction,
    ({ atomically }) => ({
      atomically: <A, E, R>(effect: Effect.Effect<A, E, R>) => {
        let exit: Effect.Effect<A, E> | typeof refused = refused
        const undone = Effect.flatMap(Effect.exit(effect), (ended) => {
          exit = ended
          return refused
        })
        return Effect.catch(atomically(undone), (): Effect.Effect<A, E | Unavailable> => exit)
      },
    }),
  ),
  // reads over another connection
  "shows a transaction its own writes": inTransactions((isOpen, beneath) =>
    broken(
      JobRepository,
      ({ find }) => ({ find: (...args) => (isOpen() ? Effect.succeedNone : find(...args)) }),
      beneath,
    ),
  ),
  // uses the connection of a transaction that failed, as it is
  "works on after a failure": broken(Transaction, ({ atomically }) => {
    let failed = false
    return {
      atomically: (effect) =>
        failed
          ? refused
          : Effect.onError(atomically(effect), () =>
              Effect.sync(() => {
                failed = true
              }),
            ),
    }
  }),
})
