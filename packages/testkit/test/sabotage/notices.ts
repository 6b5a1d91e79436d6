import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import type { PromiseTest } from "../../src/conformance/portSuite.ts"
import { type MemoryPorts, memoryPorts } from "../../src/index.ts"

/** The in-memory ports with some methods of one replaced. */
export const broken = <Self extends MemoryPorts, Service extends object>(
  port: Context.Key<Self, Service>,
  change: (service: Service) => Partial<Service>,
): Layer.Layer<MemoryPorts> =>
  Layer.effect(
    port,
    Effect.map(port, (service) => ({ ...service, ...change(service) })),
  ).pipe(Layer.provideMerge(memoryPorts)) as Layer.Layer<MemoryPorts>

let organizations = 0

/** Adapters that break one promise each, with the test that notices it: a suite that let them pass would be worth nothing. */
export const notices = <const Name extends string>(
  suite: string,
  promises: Readonly<Record<Name, PromiseTest<MemoryPorts>>>,
  sabotages: ReadonlyArray<
    readonly [what: string, noticedBy: NoInfer<Name>, adapter: Layer.Layer<MemoryPorts>]
  >,
): void => {
  describe(`${suite} notices an adapter that`, () => {
    it.each(sabotages)("%s (%s)", async (_, noticedBy, adapter) => {
      const number = organizations++
      const promise = promises[noticedBy]({ mine: `mine-${number}`, theirs: `theirs-${number}` })
      const exit = await Effect.runPromiseExit(Effect.scoped(promise).pipe(Effect.provide(adapter)))
      expect(Exit.isFailure(exit)).toBe(true)
    })
  })
}
