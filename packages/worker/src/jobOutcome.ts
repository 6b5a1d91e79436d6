import type { HangtagError, JobOutcome } from "@hangtag/core"
import type { EncoderStopped } from "./encoding/EncoderStopped.ts"
import type { ExportLimitExceeded } from "./files/ExportLimitExceeded.ts"

/** A fault that nobody foresaw; its details are in the log under the reference, and only there. */
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
  /** Whether another attempt may go better. */
  readonly retry: boolean
  /** What happened, in words for whoever asked for the export. */
  readonly error: string
  /** What to do once no attempt follows. */
  readonly advice: string
}

const never = (error: { readonly message: string }): Decision => ({
  retry: false,
  error: error.message,
  advice: "Ask for the export anew",
})

const decisions: {
  readonly [Tag in ExportFailure["_tag"]]: (error: Extract<ExportFailure, { readonly _tag: Tag }>) => Decision
} = {
  Unavailable: (error) => ({
    retry: error.retryable,
    error: error.message,
    advice: error.retryable
      ? "Ask for the export again later"
      : "Ask for the export again once the operator has mended this",
  }),
  InvalidRequest: (error) => ({
    retry: false,
    error: error.message,
    advice: "The catalog has changed since the export was asked for: correct the mappings and ask again",
  }),
  LimitExceeded: (error) => ({
    retry: false,
    error: error.message,
    advice: "Make the export smaller and ask again",
  }),
  ExportLimitExceeded: (error) => ({
    retry: false,
    error: error.message,
    advice: "Make the export smaller, or take csv, and ask again",
  }),
  EncoderStopped: (error) => ({
    retry: true,
    error: error.message,
    advice: "Export fewer products at a time, or have the operator give the worker more memory",
  }),
  UnexpectedFault: ({ reference }) => ({
    retry: true,
    error: `Unexpected fault ${reference}`,
    advice: `Give the operator the reference ${reference}: the worker's log has the details`,
  }),
  AttemptsUsedUp: () => ({
    retry: false,
    error: "No attempt came to its end, as when a worker dies",
    advice: "Export fewer products at a time, or have the operator look into the worker's log and memory",
  }),
  RequestUnreadable: () => ({
    retry: false,
    error: "What the export was asked for cannot be read",
    advice: "Ask for the export anew",
  }),
  NotFound: never,
  BatchPublished: never,
  BatchBusy: never,
  BatchUnsuitable: never,
  PriceChangeRefused: never,
  JobNotCompleted: never,
  FileExpired: never,
  PermissionDenied: never,
  Unauthenticated: never,
  OrganizationDenied: never,
  ChangedMeanwhile: never,
  TooManyOpen: never,
  RequestForgotten: never,
}

/** The longest time between two attempts. */
const longestDelaySeconds = 30

/** Seconds until the attempt that follows the one that failed: 1, 2, 4, 8, 16, 30, 30, … */
const delayAfter = (attempt: number): number => Math.min(2 ** (attempt - 1), longestDelaySeconds)

/** How a failed attempt ends its job's run: another attempt where that may help and one is left, else the end. */
export const jobOutcome = (
  failure: ExportFailure,
  attempt: number,
  maxAttempts: number,
): Extract<JobOutcome, { readonly status: "failed" | "queued" }> => {
  const decide = decisions[failure._tag] as (failure: ExportFailure) => Decision
  const { retry, error, advice } = decide(failure)
  const attempts = Math.min(attempt, maxAttempts)
  const seconds = delayAfter(attempt)
  return retry && attempt < maxAttempts
    ? {
        status: "queued",
        message: `Attempt ${attempt} of ${maxAttempts} failed; another one follows in ${seconds} second${seconds === 1 ? "" : "s"}`,
        error,
        delay: seconds * 1000,
      }
    : {
        status: "failed",
        message: `Failed${attempts > 1 ? ` after ${attempts} attempts` : ""}. ${advice}.`,
        error,
      }
}
