import { Effect, Fiber, type Scope, Semaphore } from "effect"

/**
 * The statements of one transaction, one at a time: a host's driver takes none before the last one's answer. Those that
 * are begun run while the process goes on: it plans a part while the database reads the next and writes the one before.
 */
export interface StatementLine {
  readonly run: <A, E, R>(statement: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Gives what waits for the result. What the scope's end finds begun is interrupted. */
  readonly begin: <A, E, R>(
    statement: Effect.Effect<A, E, R>,
  ) => Effect.Effect<Effect.Effect<A, E>, never, R | Scope.Scope>
}

export const makeStatementLine = (): StatementLine => {
  const run = Semaphore.makeUnsafe(1).withPermit
  return {
    run,
    begin: (statement) =>
      Effect.map(Effect.forkScoped(run(statement), { startImmediately: true }), (fiber) => Fiber.join(fiber)),
  }
}
