import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import fc from "fast-check"
import { afterAll, beforeAll, describe, it } from "vitest"
import type { Ports } from "./answers.ts"

/** How many catalogs are generated, and which failure to repeat. */
export interface AgreementOptions {
  /** Catalogs generated for each property; default 100. */
  readonly numRuns?: number
  /** Repeats a failure that was printed. */
  readonly seed?: number
  readonly path?: string
  /** Milliseconds for each property; default 120,000. */
  readonly timeout?: number
  /** What the adapters are compared with; the in-memory ports by default. */
  readonly reference?: Layer.Layer<Ports>
}

interface Compared<R> {
  readonly tested: <A>(asked: Effect.Effect<A, unknown, R>) => Promise<A>
  readonly trusted: <A>(asked: Effect.Effect<A, unknown, R>) => Promise<A>
  /** Names of organizations that no one else has. */
  readonly fresh: (kind: string) => string
  /** Registers a property as a test; `runs` of `numRuns`. */
  readonly holds: <Given>(
    title: string,
    given: fc.Arbitrary<Given>,
    agree: (given: Given) => Promise<void>,
    runs?: (numRuns: number) => number,
  ) => void
}

/** Registers properties that adapters and what they are compared with have to have in common. */
export const comparing = <R, E>(
  name: string,
  layer: Layer.Layer<R, E>,
  reference: Layer.Layer<R>,
  { numRuns = 100, timeout = 240_000, ...replay }: Omit<AgreementOptions, "reference">,
  properties: (compared: Compared<R>) => void,
): void => {
  describe(name, () => {
    const tested = ManagedRuntime.make(layer)
    const trusted = ManagedRuntime.make(reference)
    beforeAll(async () => void (await tested.context()), 240_000)
    afterAll(async () => {
      await tested.dispose()
      await trusted.dispose()
    }, 240_000)
    const run = crypto.randomUUID().slice(0, 8)
    let made = 0
    properties({
      tested: tested.runPromise,
      trusted: trusted.runPromise,
      fresh: (kind) => `${kind}-${run}-${made++}`,
      holds: (title, given, agree, runs = (all) => all) => {
        const property = fc.asyncProperty(given, agree)
        it(title, () => fc.assert(property, { numRuns: runs(numRuns), ...replay }), timeout)
      },
    })
  })
}
