import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe, it } from "vitest"

/** How a suite treats the adapter it is given. */
export interface SuiteOptions<Name extends string> {
  /** Tests that this adapter cannot pass, each with the reason why. */
  readonly skips?: Partial<Record<Name, string>>
  /** Milliseconds for each test; 30,000 unless told. */
  readonly timeout?: number
}

/** Two organizations that no other test knows, so that one database serves all of them. */
export interface Organizations {
  readonly mine: string
  readonly theirs: string
}

/** One promise of a port, as a test. */
export type PromiseTest<R> = (organizations: Organizations) => Effect.Effect<void, unknown, R | Scope.Scope>

const run = crypto.randomUUID().slice(0, 8)
let organizationsMade = 0

const freshOrganizations = (): Organizations => {
  organizationsMade++
  return { mine: `mine-${run}-${organizationsMade}`, theirs: `theirs-${run}-${organizationsMade}` }
}

const skipReason = <Name extends string>(name: Name, skips: Partial<Record<Name, string>>) => {
  const reason = skips[name]
  if (reason !== undefined && reason.trim() === "") throw new Error(`Skipping "${name}" needs a reason`)
  return reason
}

/** Registers one test a promise over one build of the layer. */
export const portSuite = <R, E, const Name extends string>(
  title: string,
  layer: Layer.Layer<R, E>,
  promises: Readonly<Record<Name, PromiseTest<R>>>,
  { skips = {}, timeout = 30_000 }: SuiteOptions<Name>,
): void => {
  describe(title, () => {
    const runtime = ManagedRuntime.make(layer)
    beforeAll(async () => void (await runtime.context()), 120_000)
    afterAll(() => runtime.dispose(), 60_000)

    for (const name of Object.keys(skips)) {
      if (!Object.hasOwn(promises, name)) throw new Error(`No test to skip is named "${name}"`)
    }
    for (const [name, promise] of Object.entries<PromiseTest<R>>(promises)) {
      const reason = skipReason(name as Name, skips)
      if (reason !== undefined) it.skip(`${name} (skipped: ${reason})`)
      else it(name, () => runtime.runPromise(Effect.scoped(promise(freshOrganizations()))), timeout)
    }
  })
}
