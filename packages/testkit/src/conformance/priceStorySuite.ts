import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { memoryPorts } from "../memory/memoryPorts.ts"
import { anyPriceRace, runPriceRace } from "./agreement/priceRace.ts"
import { anyPriceStory, tellPriceStory } from "./agreement/priceStory.ts"
import type { AgreementOptions } from "./agreementSuite.ts"

type Ports = Effect.Services<ReturnType<typeof tellPriceStory | typeof runPriceRace>>

/**
 * Compares adapters with those in memory on generated stories of price changes, of two organizations: batches generated,
 * published, discarded and taken back, with imports, withdrawals, policies and fills between. Every step has the same
 * answer, and in the end batches, publications and their hashes, timelines and what goes live are the same. A third as many
 * times two people generate and publish at once: prices are then as they are in memory where one came after the other.
 */
export const priceStorySuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  {
    numRuns = 100,
    timeout = 240_000,
    reference = memoryPorts,
    ...replay
  }: Omit<AgreementOptions, "reference"> & { readonly reference?: Layer.Layer<Ports> } = {},
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
    let stories = 0

    it(
      "answers as the reference does in any story of price changes",
      () =>
        fc.assert(
          fc.asyncProperty(anyPriceStory(), async (story) => {
            const number = stories++
            const organizations = [`story-${run}-${number}-a`, `story-${run}-${number}-b`] as const
            const answered = await tested.runPromise(tellPriceStory(organizations, story))
            assert.deepStrictEqual(answered, await trusted.runPromise(tellPriceStory(organizations, story)))
          }),
          { numRuns, ...replay },
        ),
      timeout,
    )

    it(
      "ends two price changes that are made at once as if one had come after the other",
      () =>
        fc.assert(
          fc.asyncProperty(anyPriceRace(), async (race) => {
            const number = stories++
            const trustedRun = (order: readonly [number, number]) =>
              trusted.runPromise(runPriceRace(`race-${run}-${number}-${order}`, race, order))
            const orders = [await trustedRun([0, 1]), await trustedRun([1, 0])]
            const together = await tested.runPromise(runPriceRace(`race-${run}-${number}`, race, "together"))
            assert.deepInclude(orders, together)
          }),
          { numRuns: Math.ceil(numRuns / 3), ...replay },
        ),
      timeout,
    )
  })
}
