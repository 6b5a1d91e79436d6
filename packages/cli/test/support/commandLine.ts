import { ConfigProvider, Console, Deferred, Effect, type Scope } from "effect"
import { exitCode, program } from "../../src/program.ts"

/** How a command line ended, and what it printed. */
export interface Ended {
  readonly code: number
  readonly printed: string
  readonly complaint: string
}

type Environment = Readonly<Record<string, string>>

const running = (args: ReadonlyArray<string>, env: Environment, onPrinted: (text: string) => void) =>
  Effect.gen(function* () {
    const [printed, complaint]: [Array<string>, Array<string>] = [[], []]
    const log = (text: unknown) => {
      printed.push(`${text}\n`)
      onPrinted(String(text))
    }
    const error = (text: unknown) => void complaint.push(`${text}\n`)
    const capturing: Console.Console = { ...console, log, error }
    const environment = ConfigProvider.fromEnv({ env, preserveEmptyStrings: true })
    const exit = yield* program(args).pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, environment),
      Effect.provideService(Console.Console, capturing),
      Effect.exit,
    )
    return { code: exitCode(exit), printed: printed.join(""), complaint: complaint.join("") }
  })

/** Runs a command line to its end within this process, in an environment of its own. */
export const runHere = (args: ReadonlyArray<string>, env: Environment): Effect.Effect<Ended> =>
  running(args, env, () => {})

/** Starts one that runs until the scope closes; gives the first that it prints, and fails where it ends before. */
export const startHere = (
  args: ReadonlyArray<string>,
  env: Environment,
): Effect.Effect<string, Ended, Scope.Scope> =>
  Effect.gen(function* () {
    const announced = yield* Deferred.make<string, Ended>()
    const ended = running(args, env, (text) => Deferred.doneUnsafe(announced, Effect.succeed(text)))
    yield* Effect.forkScoped(Effect.flatMap(ended, (why) => Deferred.fail(announced, why)))
    return yield* Deferred.await(announced)
  })
