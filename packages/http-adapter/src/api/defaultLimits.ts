import { defaultBodyLimits } from "../validation/bodyLimits.ts"

/** What a request may hold and take, and an organization may do, unless the operator has set others. */
export const defaultLimits = {
  ...defaultBodyLimits,
  requestTimeout: 60_000,
  /** Of a request's line and headers: room for the longest query the interface allows, percent-encoded. */
  maxHeaderSize: 64 * 1024,
  callsASecond: 200,
  /** Of one organization's, those that a process works on at once, and those that wait for that. */
  callsAtOnce: 8,
  callsWaiting: 1_000,
  /** Of one connection, those that may wait for their answers; one of them is worked on. */
  requestsInLine: 4,
} as const
