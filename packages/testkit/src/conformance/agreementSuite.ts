import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { anyCatalog, nearlyValidCatalog } from "../arbitraries/index.ts"
import { memoryPorts } from "../memory/memoryPorts.ts"
import type { CatalogSeed } from "../seed/CatalogSeed.ts"
import { answers, anyQuestions, type Ports, type Questions } from "./agreement/answers.ts"

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

/** Compares adapters with those in memory on generated catalogs: every query of every port has the same answer. */
export const agreementSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  { numRuns = 100, timeout = 240_000, reference = memoryPorts, ...replay }: AgreementOptions = {},
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
    let organizations = 0

    const agree = async (seed: Required<CatalogSeed>, questions: Questions) => {
      const organization = `agree-${run}-${organizations++}`
      const answered = await tested.runPromise(answers(organization, seed, questions))
      assert.deepStrictEqual(answered, await trusted.runPromise(answers(organization, seed, questions)))
    }
    const withQuestions = (seed: Required<CatalogSeed>) => fc.tuple(fc.constant(seed), anyQuestions(seed))

    it(
      "answers as the reference does on any catalog",
      () =>
        fc.assert(
          fc.asyncProperty(anyCatalog().chain(withQuestions), ([seed, questions]) => agree(seed, questions)),
          { numRuns, ...replay },
        ),
      timeout,
    )
    it(
      "answers as the reference does on a catalog with a flaw",
      () =>
        fc.assert(
          fc.asyncProperty(
            nearlyValidCatalog().chain(({ seed }) => withQuestions(seed)),
            ([seed, questions]) => agree(seed, questions),
          ),
          { numRuns, ...replay },
        ),
      timeout,
    )
  })
}
