import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { oneByOne } from "../kernel/oneByOne.ts"
import {
  type Act,
  type ChangePart,
  type ChangeReading,
  PriceChangeRepository,
} from "./PriceChangeRepository.ts"
import { type ColorwayWrites, writesTogether } from "./rules/colorwayWrites.ts"

/** Looks at the colorways of a reading, one by one. */
export const eachColorway = Effect.fnUntraced(function* <E, R>(
  organization: string,
  reading: ChangeReading,
  each: (part: ChangePart) => Effect.Effect<unknown, E, R>,
) {
  const { colorways } = yield* PriceChangeRepository
  yield* Stream.runForEach(colorways(organization, reading), (parts) => oneByOne(parts, each))
})

/** Plans the colorways of a reading, one by one, and writes what is planned into an open batch. */
export const writeColorways = Effect.fnUntraced(function* <E, R>(
  organization: string,
  reading: ChangeReading,
  batchKey: string,
  act: Act,
  plan: (part: ChangePart) => Effect.Effect<ColorwayWrites, E, R>,
) {
  const { colorways, write } = yield* PriceChangeRepository
  yield* Stream.runForEach(colorways(organization, reading), (parts) =>
    Effect.flatMap(oneByOne(parts, plan), (planned) =>
      write(organization, batchKey, writesTogether(planned), act),
    ),
  )
})
