import { Unavailable } from "@hangtag/core"
import type * as Duration from "effect/Duration"

/** What goes wrong with one call. */
export type Fault =
  /** Nothing happens, and the caller learns so. */
  | { readonly kind: "fail_before"; readonly error?: Unavailable }
  /** It happens, and the caller sees a timeout. */
  | { readonly kind: "fail_after"; readonly error?: Unavailable }
  /** It happens later, by the clock. */
  | { readonly kind: "delay"; readonly duration: Duration.Input }
  /** It happens twice, and the caller gets the second answer. */
  | { readonly kind: "duplicate" }

/** The call fails before anything is done; as `faultError` by default. */
export const failBefore = (error?: Unavailable): Fault => ({ kind: "fail_before", ...(error && { error }) })
/** The call fails after it was done, as when an answer is lost. */
export const failAfter = (error?: Unavailable): Fault => ({ kind: "fail_after", ...(error && { error }) })
/** The call begins later, by the test's clock. */
export const delay = (duration: Duration.Input): Fault => ({ kind: "delay", duration })
/** The call is made twice, as by a caller who tries again. */
export const duplicate: Fault = { kind: "duplicate" }

/** One call of a port's method. */
export interface PortCall {
  readonly method: string
  readonly args: ReadonlyArray<unknown>
  /** Counts the calls of the port that the plan was made for, from 1. */
  readonly nth: number
}

/** Decides which fault a call meets, if any. */
export type FaultPlan = (call: PortCall) => Fault | undefined

/** The nth call of the method, of any method by default. */
export const atCall = (nth: number, fault: Fault, method?: string): FaultPlan => {
  let seen = 0
  return (call) => {
    if (method !== undefined && call.method !== method) return undefined
    seen++
    return seen === nth ? fault : undefined
  }
}

/** Every call of the method, of any method by default. */
export const atEveryCall =
  (fault: Fault, method?: string): FaultPlan =>
  (call) =>
    method === undefined || call.method === method ? fault : undefined

/** Calls at random with a probability from 0 to 1, each with one of the faults; the same seed, the same calls. */
export const bySeed = (seed: number, probability: number, faults: ReadonlyArray<Fault>): FaultPlan => {
  // mulberry32
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return () => (random() < probability ? faults[Math.floor(random() * faults.length)] : undefined)
}

/** The error of a call by default. */
export const faultError = (service: Unavailable["service"], operation: string): Unavailable =>
  new Unavailable({ service, operation, retryable: true, cause: new Error("a fault was injected") })
