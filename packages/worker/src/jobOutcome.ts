import { randomBytes } from "node:crypto"
import { cancelledMessage, type HangtagError, type JobOutcome } from "@hangtag/core"
import { Cause, Effect, Exit, Option } from "effect"
import type { EncoderStopped } from "./encoding/EncoderStopped.ts"
import type { ExportLimitExceeded } from "./files/ExportLimitExceeded.ts"

/** A fault that was not foreseen; its details are in the log under the reference, and only there. */
export interface UnexpectedFault {
  readonly _tag: "UnexpectedFault"
  readonly reference: string
}

/** The job was begun more often than it may: every attempt before took its worker along. */
export interface AttemptsUsedUp {
  readonly _tag: "AttemptsUsedUp"
}

/** What the job was asked for is there no more, or was written by another program. */
export interface RequestUnreadable {
  readonly _tag: "RequestUnreadable"
}

/** Everything that can end an attempt. */
export type ExportFailure =
  | HangtagError
  | ExportLimitExceeded
  | EncoderStopped
  | UnexpectedFault
  | AttemptsUsedUp
  | RequestUnreadable

interface Decision {
  /** Whether another attempt may go better: never, as long as an outage may last, or a few times, as it will probably fail again. */
  readonly again: "never" | "outage" | "few"
  /** What happened, in words for the one who asked for the export. */
  readonly error: string
  /** What to do once no attempt follows. */
  readonly advice: string
}

const never = (error: { readonly message: string }): Decision => ({
  again: "never",
  error: error.message,
  advice: "Ask for the export anew",
})

const decisions: {
  readonly [Tag in ExportFailure["_tag"]]: (error: Extract<ExportFailure, { readonly _tag: Tag }>) => Decision
} = {
  Unavailable: (error) => ({
    again: error.retryable ? "outage" : "never",
    error: error.message,
    advice: error.retryable
      ? "Ask for the export again later"
      : "Ask for the export again once the operator has mended this",
  }),
  InvalidRequest: (error) => ({
    again: "never",
    error: error.message,
    advice: "The catalog has changed since the export was asked for: correct the mappings and ask again",
  }),
  LimitExceeded: (error) => ({
    again: "never",
    error: error.message,
    advice: "Make the export smaller and ask again",
  }),
  ExportLimitExceeded: (error) => ({
    again: "never",
    error: error.message,
    advice: "Make the export smaller, or take csv, and ask again",
  }),
  EncoderStopped: (error) => ({
    again: "few",
    error: error.message,
    advice: "Export fewer products at a time, or have the operator give the worker more memory",
  }),
  UnexpectedFault: ({ reference }) => ({
    again: "few",
    error: `Unexpected fault ${reference}`,
    advice: `Give the operator the reference ${reference}: the worker's log has the details`,
  }),
  AttemptsUsedUp: () => ({
    again: "never",
    error: "No attempt came to its end, as when a worker dies",
    advice: "Export fewer products at a time, or have the operator look into the worker's log and memory",
  }),
  RequestUnreadable: () => ({
    again: "never",
    error: "What the export was asked for cannot be read",
    advice: "Ask for the export anew",
  }),
  NotFound: never,
  BatchPublished: never,
  BatchBusy: never,
  BatchUnsuitable: never,
  PriceChangeRefused: never,
  PriceListRefused: never,
  JobNotCompleted: never,
  FileExpired: never,
  PermissionDenied: never,
  Unauthenticated: never,
  OrganizationDenied: never,
  OrganizationFrozen: ({ message }) => ({
    again: "outage",
    error: message,
    advice: "Ask for the export again later",
  }),
  ChangedMeanwhile: never,
  TooManyOpen: never,
  RequestForgotten: never,
}

/** The longest time between two attempts. */
const longestDelaySeconds = 300

/** Attempts after which an outage counts as one that does not pass: about a day. */
const outageAttempts = 300

/** Seconds until the attempt that follows the nth one that failed: 1, 2, 4, … 256, 300, 300, … */
const delayAfter = (nth: number): number => Math.min(2 ** (nth - 1), longestDelaySeconds)

const inWords = (seconds: number): string =>
  seconds === 1 ? "1 second" : seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`

/** A job's runs until now. */
export interface RunsBegun {
  /** Runs that were begun, with the one that failed. */
  readonly attempt: number
  /** Those before it that came to nothing; one that was handed back, or met an outage, is none. */
  readonly failures: number
}

/**
 * How a failed attempt ends its job's run: another attempt where that may help and one is left, else the end. An outage
 * has attempts for about a day, what will probably fail again `maxAttempts` in all.
 */
export const jobOutcome = (
  failure: ExportFailure,
  { attempt, failures }: RunsBegun,
  maxAttempts: number,
): Extract<JobOutcome, { readonly status: "failed" | "queued" }> => {
  const decide = decisions[failure._tag] as (failure: ExportFailure) => Decision
  const { again, error, advice } = decide(failure)
  const isOutage = again === "outage"
  const isLeft = isOutage ? attempt < outageAttempts : again === "few" && failures + 1 < maxAttempts
  const seconds = delayAfter(isOutage ? attempt - failures : failures + 1)
  const nth = isOutage ? `${attempt}` : `${failures + 1} of ${maxAttempts}`
  // the run that finds that none is left makes none
  const made = failure._tag === "AttemptsUsedUp" ? attempt - 1 : attempt
  return isLeft
    ? {
        status: "queued",
        message: `Attempt ${nth} failed; another one follows in ${inWords(seconds)}`,
        error,
        delay: seconds * 1000,
        isOutage,
      }
    : {
        status: "failed",
        message: `Failed${made > 1 ? ` after ${made} attempts` : ""}. ${advice}.`,
        error,
      }
}

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
