import type * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, it } from "vitest"
import { type PromiseTest, promiseTests } from "./promiseTests.ts"

/** How a suite treats the adapter it is given. */
export interface SuiteOptions<Name extends string> {
  /** Tests that this adapter cannot pass, each with the reason why. */
  readonly skips?: Partial<Record<Name, string>>
  /** Milliseconds for each test; default 120,000: for what hangs, on a busy machine too. */
  readonly timeout?: number
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
  { skips = {}, timeout = 240_000 }: SuiteOptions<Name>,
): void => {
  describe(title, () => {
    const { tests, ready, close } = promiseTests(promises, layer)
    beforeAll(ready, 240_000)
    afterAll(close, 240_000)

    for (const name of Object.keys(skips)) {
      if (!Object.hasOwn(promises, name)) throw new Error(`No test to skip is named "${name}"`)
    }
    for (const { name, run } of tests) {
      const reason = skipReason(name, skips)
      if (reason !== undefined) it.skip(`${name} (skipped: ${reason})`)
      else it(name, run, timeout)
    }
  })
}
