import type { Vitest } from "@effect/vitest"
import { Effect } from "effect"

/** Tests of `it.effect` or `it.live` whose bodies are generators. */
export const generatorTests =
  <R>(tester: Vitest.Tester<R>) =>
  (
    name: string,
    body: () => Generator<Effect.Effect<unknown, unknown, R>, unknown, never>,
    timeout?: number,
  ): void =>
    tester(name, () => Effect.gen(body), timeout)
