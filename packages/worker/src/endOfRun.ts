import { randomBytes } from "node:crypto"
import { cancelledMessage, type JobOutcome } from "@hangtag/core"
import { Cause, Effect, Exit, Option } from "effect"
import { type ExportFailure, jobOutcome, type RunsBegun } from "./jobOutcome.ts"

export const cancelled: JobOutcome = { status: "cancelled", message: cancelledMessage(1) }

const handedBack: JobOutcome = {
  status: "queued",
  message: "Handed back by a worker that is stopping; another one takes it",
  error: null,
}

/** What becomes of the job after a run, however that went; `lost` where another run decides. */
export const endOfRun = Effect.fnUntraced(function* (
  exit: Exit.Exit<JobOutcome | "cancel" | "lost", ExportFailure>,
  runs: RunsBegun,
  maxAttempts: number,
): Effect.fn.Return<JobOutcome | "lost"> {
  if (Exit.isSuccess(exit)) return exit.value === "cancel" ? cancelled : exit.value
  if (Cause.hasInterruptsOnly(exit.cause)) return handedBack
  const error = Cause.findErrorOption(exit.cause)
  if (Option.isSome(error)) {
    yield* Effect.logWarning("The attempt failed", exit.cause)
    return jobOutcome(error.value, runs, maxAttempts)
  }
  const reference = randomBytes(4).toString("hex")
  yield* Effect.logError(`Unexpected fault ${reference}`, exit.cause)
  return jobOutcome({ _tag: "UnexpectedFault", reference }, runs, maxAttempts)
})
