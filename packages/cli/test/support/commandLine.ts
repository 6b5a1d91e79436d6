import { ConfigProvider, Console, Effect } from "effect"
import { exitCode, program } from "../../src/program.ts"

/** How a command line ended, and what it told. */
export interface Ended {
  readonly code: number
  readonly printed: string
  readonly complaint: string
}

/** Runs a command line to its end within this process, in an environment of its own. */
export const runHere = (args: ReadonlyArray<string>, env: Record<string, string>): Effect.Effect<Ended> =>
  Effect.gen(function* () {
    const [printed, complaint]: [Array<string>, Array<string>] = [[], []]
    const told = (lines: Array<string>) => (text: unknown) => void lines.push(`${text}\n`)
    const capturing: Console.Console = { ...console, log: told(printed), error: told(complaint) }
    const exit = yield* program(args).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromEnv({ env, preserveEmptyStrings: true }),
      ),
      Effect.provideService(Console.Console, capturing),
      Effect.exit,
    )
    return { code: exitCode(exit), printed: printed.join(""), complaint: complaint.join("") }
  })
