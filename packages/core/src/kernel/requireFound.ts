import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { NotFound } from "./errors.ts"

/** What is found under a key. Fails with `NotFound` where nothing is. */
export const requireFound = <A, E, R>(
  find: Effect.Effect<Option.Option<A>, E, R>,
  resource: NotFound["resource"],
  key: string,
): Effect.Effect<A, E | NotFound, R> =>
  Effect.flatMap(
    find,
    Option.match({
      onNone: () => Effect.fail(new NotFound({ resource, key })),
      onSome: (found) => Effect.succeed(found),
    }),
  )
