import type * as Layer from "effect/Layer"
import fc from "fast-check"
import { assert } from "vitest"
import { anyCatalog, nearlyValidCatalog } from "../arbitraries/index.ts"
import { memoryPorts } from "../memory/memoryPorts.ts"
import type { CatalogSeed } from "../seed/CatalogSeed.ts"
import { answers, anyQuestions, type Ports, type Questions } from "./agreement/answers.ts"
import { type AgreementOptions, comparing } from "./agreement/comparing.ts"

export type { AgreementOptions } from "./agreement/comparing.ts"

/** Compares adapters with those in memory on generated catalogs: every query of every port has the same answer. */
export const agreementSuite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  { reference = memoryPorts, ...options }: AgreementOptions = {},
): void =>
  comparing(name, layer, reference, options, ({ tested, trusted, fresh, holds }) => {
    const agree = async ([seed, questions]: [Required<CatalogSeed>, Questions]) => {
      const asked = answers(fresh("agree"), seed, questions)
      assert.deepStrictEqual(await tested(asked), await trusted(asked))
    }
    const withQuestions = (seed: Required<CatalogSeed>) => fc.tuple(fc.constant(seed), anyQuestions(seed))

    holds("answers as the reference does on any catalog", anyCatalog().chain(withQuestions), agree)
    holds(
      "answers as the reference does on a catalog with a flaw",
      nearlyValidCatalog().chain(({ seed }) => withQuestions(seed)),
      agree,
    )
  })
