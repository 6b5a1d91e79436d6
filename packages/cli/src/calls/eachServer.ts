import { type Cause, Effect, Exit } from "effect"
import { CommandFailed } from "../output/CommandFailed.ts"
import { failureSentence } from "../output/failureSentence.ts"
import { onServer, serverNames } from "../settings/ofServer.ts"
import type { Settings } from "../settings/Settings.ts"

/** What a command did on one server, or why it could not. */
export interface OfServer<A> {
  /** Undefined of the only one. */
  readonly server: string | undefined
  readonly exit: Exit.Exit<A, unknown>
}

/** Runs it with the settings of one server after the other, on the others too where one fails. */
export const eachServer = <A, E, R>(
  settings: Settings,
  run: (own: Settings, server: string | undefined) => Effect.Effect<A, E, R>,
): Effect.Effect<ReadonlyArray<OfServer<A>>, never, R> =>
  Effect.forEach(serverNames(settings), (name) => {
    const server = settings.databaseMap === undefined ? undefined : name
    return Effect.map(Effect.exit(run(onServer(settings, name), server)), (exit) => ({ server, exit }))
  })

/** What was done, by its server. */
export const doneOn = <A>(all: ReadonlyArray<OfServer<A>>) =>
  all.flatMap(({ server, exit }) => (Exit.isSuccess(exit) ? [{ server, value: exit.value }] : []))

/** Fails where it could not be done on one: of the only server with just that, of several with which and why. */
export const requireAll = (all: ReadonlyArray<OfServer<unknown>>) => {
  const failed = all.flatMap(({ server, exit }) =>
    Exit.isFailure(exit) ? [{ server, cause: exit.cause }] : [],
  )
  const [first] = failed
  if (first === undefined) return Effect.void
  if (first.server === undefined) return Effect.failCause(first.cause)
  return Effect.fail(
    new CommandFailed({
      message: `Not done on ${failed.map(({ server, cause }) => `server ${server} (${failureSentence(cause as Cause.Cause<unknown>)})`).join(", ")}`,
    }),
  )
}
