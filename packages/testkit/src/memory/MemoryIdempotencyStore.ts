import { IdempotencyKeyInUse, IdempotencyKeyReused, IdempotencyStore } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { organizationOf, pairKey, withEntry, withOrganization } from "./MemoryState.ts"

/** Answers under the keys of repeatable requests, kept with what the work has written. */
export const memoryIdempotencyStore: Layer.Layer<IdempotencyStore, never, MemoryCatalog> = Layer.effect(
  IdempotencyStore,
  Effect.map(MemoryCatalog, ({ atomically, read, write }) => {
    const running = new Set<string>()
    return IdempotencyStore.of({
      forget: (at, limit) =>
        write((state) => {
          const expired = [...state.organizations]
            .flatMap(([organization, { answers }]) =>
              [...answers].flatMap(([key, { expires_at }]) =>
                expires_at <= at ? [[organization, key] as const] : [],
              ),
            )
            .slice(0, limit)
          const without = expired.reduce((after, [organization, key]) => {
            const answers = new Map(organizationOf(after, organization).answers)
            answers.delete(key)
            return withOrganization(after, organization, { answers })
          }, state)
          return [expired.length, without]
        }),
      once: (organization, { key, fingerprint, at, expires_at }, work) => {
        const once = Effect.gen(function* () {
          const kept = yield* read((state) => organizationOf(state, organization).answers.get(key))
          if (kept !== undefined && kept.expires_at > at) {
            return kept.fingerprint === fingerprint ? kept.answer : yield* new IdempotencyKeyReused()
          }
          const answer = yield* work
          yield* write((state) => {
            const { answers } = organizationOf(state, organization)
            const next = withEntry(answers, key, { fingerprint, answer, expires_at })
            return [undefined, withOrganization(state, organization, { answers: next })]
          })
          return answer
        })
        const own = pairKey(organization, key)
        const begin = Effect.gen(function* () {
          if (running.has(own)) return yield* new IdempotencyKeyInUse()
          running.add(own)
        })
        return Effect.acquireUseRelease(
          begin,
          () => atomically(once),
          () => Effect.sync(() => running.delete(own)),
        )
      },
    })
  }),
)
