import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { assert } from "vitest"
import { memoryPorts } from "../memory/memoryPorts.ts"
import { type AgreementOptions, comparing } from "./agreement/comparing.ts"
import { anyPriceRace, runPriceRace } from "./agreement/priceRace.ts"
import { anyPriceStory, tellPriceStory } from "./agreement/priceStory.ts"

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
    reference = memoryPorts,
    ...options
  }: Omit<AgreementOptions, "reference"> & { readonly reference?: Layer.Layer<Ports> } = {},
): void =>
  comparing(name, layer, reference, options, ({ tested, trusted, fresh, holds }) => {
    holds("answers as the reference does in any story of price changes", anyPriceStory(), async (story) => {
      const changed = tellPriceStory([fresh("story"), fresh("story")], story)
      assert.deepStrictEqual(await tested(changed), await trusted(changed))
    })
    holds(
      "ends two price changes that are made at once as if one had come after the other",
      anyPriceRace(),
      async (race) => {
        const trustedRun = (order: readonly [number, number]) =>
          trusted(runPriceRace(fresh("race"), race, order))
        const orders = [await trustedRun([0, 1]), await trustedRun([1, 0])]
        assert.deepInclude(orders, await tested(runPriceRace(fresh("race"), race, "together")))
      },
      (numRuns) => Math.ceil(numRuns / 3),
    )
  })
