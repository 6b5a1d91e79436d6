import type { HangtagError, Principal } from "@hangtag/core"
import type { Hangtag } from "@hangtag/core/effect"
import { Effect } from "effect"
import { answer } from "../output/answer.ts"
import { useCase } from "./useCase.ts"

/** Runs one use case and prints its result. */
export const runAndPrint = Effect.fnUntraced(function* <A>(
  organization: string,
  usecase: (usecases: Hangtag["Service"], caller: Principal) => Effect.Effect<A, HangtagError>,
  text: (result: A) => string,
) {
  const result = yield* useCase(organization, usecase)
  yield* answer(result, text(result))
})
