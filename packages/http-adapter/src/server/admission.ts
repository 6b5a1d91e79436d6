import { Effect, Semaphore } from "effect"
import { HttpServerResponse } from "effect/http"
import { defaultLimits } from "../api/defaultLimits.ts"
import { refusal } from "./refusal.ts"

const { callsAtOnce, callsWaiting } = defaultLimits

export interface AdmissionLimits {
  /** Bytes of bodies that the process reads and works on at once. */
  readonly bytesInFlight: number
}

const tooManyWaiting = HttpServerResponse.setHeader(
  refusal(429, `The organization has ${callsWaiting} calls waiting: wait for answers before sending more`, {
    "retry-after": "1",
  }),
  // what it may send along is not read
  "connection",
  "close",
)

/**
 * Makes the one gate that calls pass before their bodies are read. Of an organization `callsAtOnce` are worked on at once:
 * what others wait for between two of their steps is bounded by them. Of all bodies as many bytes as the process may hold:
 * twice what one organization's calls can take, so that one that sends slowly keeps only its own calls waiting.
 */
export const admission = ({ bytesInFlight }: AdmissionLimits) => {
  const bytes = Semaphore.makeUnsafe(bytesInFlight)
  const organizations = new Map<string, { readonly calls: Semaphore.Semaphore; open: number }>()

  /** `size` is the most bytes that the call's body may turn out to have. */
  return <E, R>(
    organization: string,
    size: number,
    call: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
    Effect.suspend(() => {
      const own = organizations.get(organization) ?? { calls: Semaphore.makeUnsafe(callsAtOnce), open: 0 }
      if (own.open >= callsAtOnce + callsWaiting) return Effect.succeed(tooManyWaiting)
      organizations.set(organization, own)
      own.open++
      const leave = Effect.sync(() => {
        if (--own.open === 0) organizations.delete(organization)
      })
      const admitted = size === 0 ? call : bytes.withPermits(Math.min(size, bytesInFlight))(call)
      return Effect.ensuring(own.calls.withPermit(admitted), leave)
    })
}
