import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import type * as Scope from "effect/Scope"
import type { Organizations, PromiseTest } from "./promiseTests.ts"

type Steps<R> = Generator<Effect.Effect<unknown, unknown, R | Scope.Scope>, void, never>

/** Promises that need these ports and no other, each as a generator by the name of its test. */
export const promisesOf =
  <R>() =>
  <const Name extends string>(
    promises: Readonly<Record<Name, (organizations: Organizations) => Steps<R>>>,
  ): { readonly [Each in Name]: PromiseTest<R> } =>
    Record.map(promises, (promise) => Effect.fnUntraced(promise))
