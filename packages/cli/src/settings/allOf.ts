import { Effect, Result } from "effect"
import { type BadSetting, BadSettings } from "./BadSetting.ts"

type Readings = Readonly<Record<string, Effect.Effect<unknown, BadSetting | BadSettings>>>

/** Reads all of them, and tells of all that cannot be used. */
export const allOf = <const R extends Readings>(
  readings: R,
): Effect.Effect<{ readonly [Name in keyof R]: Effect.Success<R[Name]> }, BadSettings> =>
  Effect.flatMap(Effect.all(readings as Readings, { mode: "result" }), (results) => {
    const faults = Object.values(results).flatMap((result) =>
      Result.isSuccess(result)
        ? []
        : result.failure._tag === "BadSettings"
          ? result.failure.faults
          : [result.failure],
    )
    if (faults.length > 0) return Effect.fail(new BadSettings({ faults }))
    const values = Object.entries(results).map(([name, result]) => [name, Result.getOrThrow(result)])
    return Effect.succeed(Object.fromEntries(values))
  })
