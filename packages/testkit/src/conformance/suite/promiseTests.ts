import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type * as Scope from "effect/Scope"

/** Two organizations that no other test knows, so that one database serves all of them. */
export interface Organizations {
  readonly mine: string
  readonly theirs: string
}

/** One promise of a port, as a test. */
export type PromiseTest<R> = (organizations: Organizations) => Effect.Effect<void, unknown, R | Scope.Scope>

/** A promise by its name, for any test runner; `run` rejects where it is broken. */
export interface NamedTest<Name extends string> {
  readonly name: Name
  readonly run: () => Promise<void>
}

const run = crypto.randomUUID().slice(0, 8)
let organizationsMade = 0

const freshOrganizations = (): Organizations => {
  organizationsMade++
  return { mine: `mine-${run}-${organizationsMade}`, theirs: `theirs-${run}-${organizationsMade}` }
}

/** The promises as tests over one build of the layer, which `ready` waits for and `close` ends. */
export const promiseTests = <R, E, const Name extends string>(
  promises: Readonly<Record<Name, PromiseTest<R>>>,
  layer: Layer.Layer<R, E>,
): {
  readonly tests: ReadonlyArray<NamedTest<Name>>
  readonly ready: () => Promise<void>
  readonly close: () => Promise<void>
} => {
  const runtime = ManagedRuntime.make(layer)
  const named = Object.entries<PromiseTest<R>>(promises) as Array<[Name, PromiseTest<R>]>
  return {
    tests: named.map(([name, promise]) => ({
      name,
      run: () => runtime.runPromise(Effect.scoped(promise(freshOrganizations()))),
    })),
    ready: async () => void (await runtime.context()),
    close: () => runtime.dispose(),
  }
}
