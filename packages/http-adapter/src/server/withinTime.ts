import { Context, Effect, Fiber } from "effect"
import type { HttpServerResponse } from "effect/http"
import { refusal } from "../validation/errorAnswers.ts"
import { RequestLimits } from "../validation/limits.ts"

const late = (millis: number) =>
  refusal(
    503,
    `This took longer than ${millis / 1000} s and was stopped: ask for less at once, or try again later`,
    { "retry-after": "5" },
  )

/** What answers a call when its service goes. */
export const shuttingDown = refusal(503, "This service is shutting down; try again", { "retry-after": "5" })

/** What is being worked on: each stops its work and answers that the service goes. A handler of a host's calls them at its end. */
export const WorkUnderWay = Context.Reference<Set<() => void>>("@hangtag/http-adapter/server/WorkUnderWay", {
  defaultValue: () => new Set(),
})

/** Stops work that takes too long, or whose service goes, which undoes what it has written, and says so. */
export const withinTime = <E, R>(
  work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.contextWith((context: Context.Context<never>) => {
    const { requestTimeout: millis } = Context.get(context, RequestLimits)
    const underWay = Context.get(context, WorkUnderWay)
    return Effect.flatMap(Effect.forkChild(work, { startImmediately: true }), (fiber) =>
      // a plain timer beside the fiber: `Effect.timeout` would make two fibers more for every request
      Effect.callback<HttpServerResponse.HttpServerResponse, E>((resume) => {
        const stop = (why: string, answer: HttpServerResponse.HttpServerResponse) =>
          resume(Fiber.interrupt(fiber).pipe(Effect.andThen(Effect.logWarning(why)), Effect.as(answer)))
        const timer = setTimeout(() => stop(`Stopped after ${millis / 1000} s`, late(millis)), millis)
        const end = () => stop("Stopped at the end of the service", shuttingDown)
        underWay.add(end)
        const forget = () => {
          clearTimeout(timer)
          underWay.delete(end)
        }
        fiber.addObserver((exit) => {
          forget()
          resume(exit)
        })
        return Effect.suspend(() => {
          forget()
          return Fiber.interrupt(fiber)
        })
      }),
    )
  })
