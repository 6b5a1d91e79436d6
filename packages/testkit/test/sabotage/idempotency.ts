import { IdempotencyKeyReused, IdempotencyStore, instantFromMicros } from "@hangtag/core"
import { idempotencyStorePromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import { asksWith, broken } from "./broken.ts"
import { notices } from "./notices.ts"

/** Answers in a map of the process: neither of the work's transaction, nor closed while the work goes on. */
const naiveStore = broken(IdempotencyStore, () => {
  const answers = new Map<string, { readonly fingerprint: string; readonly answer: string }>()
  return {
    once: (organization, { key, fingerprint }, work) =>
      Effect.gen(function* () {
        const name = `${organization} ${key}`
        const kept = answers.get(name)
        if (kept === undefined) {
          const answer = yield* work
          yield* Effect.yieldNow
          answers.set(name, { fingerprint, answer })
          return answer
        }
        return kept.fingerprint === fingerprint ? kept.answer : yield* new IdempotencyKeyReused()
      }),
  }
})

notices("idempotencyStoreSuite", idempotencyStorePromises, {
  "leaves the key unused by work that fails, and undoes it": naiveStore,
  "leaves the key unused by work that is interrupted, and undoes it": naiveStore,
  "does the work once, however many ask at once": naiveStore,
  "gives no answer from the moment that it expires": broken(IdempotencyStore, ({ once }) => ({
    once: (organization, request, work) =>
      once(organization, { ...request, expires_at: instantFromMicros(request.expires_at + 1) }, work),
  })),
  "forgets the keys of every organization that have expired, and no other": asksWith(
    IdempotencyStore,
    "forget",
    0,
    (at) => instantFromMicros(at + 1_000_000),
  ),
  "does the work once and gives its answer again": broken(IdempotencyStore, () => ({
    once: (_, __, work) => work,
  })),
  // cuts long answers
  "keeps any answer under any key": broken(IdempotencyStore, ({ once }) => ({
    once: (organization, request, work) =>
      once(
        organization,
        request,
        Effect.map(work, (answer) => answer.slice(0, 65_535)),
      ),
  })),
  "refuses another request under a key, and does nothing of it": broken(IdempotencyStore, ({ once }) => ({
    once: (organization, request, work) => once(organization, { ...request, fingerprint: "" }, work),
  })),
  "tells keys and organizations apart": [
    broken(IdempotencyStore, ({ once }) => ({
      once: (organization, request, work) =>
        once(organization, { ...request, key: request.key.toLowerCase() }, work),
    })),
    broken(IdempotencyStore, ({ once }) => ({
      once: (_, request, work) => once("everybody", request, work),
    })),
  ],
})
