/** Takes the lock of a directory and holds it, printing `taken`, or prints who has it. Ends at the end of stdin. */
import { Effect } from "effect"
import { lockDataDirectory } from "../../../src/embedded/lockDataDirectory.ts"

const untilTold = Effect.promise(
  () => new Promise<void>((done) => void process.stdin.on("end", done).on("close", done).resume()),
)

const program = lockDataDirectory(process.argv[2]!).pipe(
  Effect.match({ onSuccess: () => "taken", onFailure: (error) => error.message }),
  Effect.tap((line) => Effect.sync(() => console.log(line))),
  Effect.andThen(untilTold),
  Effect.scoped,
)

await Effect.runPromise(program)
