import type { Unavailable } from "@hangtag/core"
import { type Method, wrapMethods } from "@hangtag/core/adapter"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { type Fault, type FaultPlan, faultError } from "./Fault.ts"

const serviceOf = (key: string): Unavailable["service"] =>
  key.endsWith("ObjectStorage") ? "storage" : key.endsWith("Authenticator") ? "authentication" : "database"

const faultyEffect = (
  call: Effect.Effect<unknown, unknown, unknown>,
  fault: Fault,
  error: Unavailable,
): Effect.Effect<unknown, unknown, unknown> => {
  switch (fault.kind) {
    case "fail_before":
      return Effect.fail(fault.error ?? error)
    case "fail_after":
      return Effect.andThen(call, Effect.fail(fault.error ?? error))
    case "delay":
      return Effect.delay(call, fault.duration)
    case "duplicate":
      return Effect.andThen(call, call)
  }
}

const faultyStream = (
  read: Stream.Stream<unknown, unknown, unknown>,
  fault: Fault,
  error: Unavailable,
): Stream.Stream<unknown, unknown, unknown> => {
  switch (fault.kind) {
    case "fail_before":
      return Stream.fail(fault.error ?? error)
    case "fail_after":
      return Stream.concat(read, Stream.fail(fault.error ?? error))
    case "delay":
      return Stream.unwrap(Effect.as(Effect.sleep(fault.duration), read))
    case "duplicate":
      return Stream.unwrap(Effect.as(Stream.runDrain(read), read))
  }
}

/**
 * Wraps a port so that the plan's faults meet its calls; the other services of the layer stay as they are.
 *
 * A call counts when its effect is run, not when it is made, so that a retry is another call.
 */
export const faultyPort =
  <Self, Service extends object>(port: Context.Key<Self, Service>, plan: FaultPlan) =>
  <Out, E, R>(layer: Layer.Layer<Out | Self, E, R>): Layer.Layer<Out | Self, E, R> => {
    const wrapped = Effect.map(port, (service) => {
      let calls = 0
      const methods = service as Readonly<Record<string, Method>>
      const wrap =
        (method: string, isStream: (args: ReadonlyArray<unknown>) => boolean): Method =>
        (...args) => {
          const error = faultError(serviceOf(port.key), method)
          const next = () => plan({ method, args, nth: ++calls })
          if (isStream(args)) {
            const read = methods[method]!(...args) as Stream.Stream<unknown, unknown, unknown>
            return Stream.suspend(() => {
              const fault = next()
              return fault === undefined ? read : faultyStream(read, fault, error)
            })
          }
          const call = methods[method]!(...args) as Effect.Effect<unknown, unknown, unknown>
          return Effect.suspend(() => {
            const fault = next()
            return fault === undefined ? call : faultyEffect(call, fault, error)
          })
        }
      return wrapMethods(service, wrap)
    })
    return Layer.effect(port, wrapped).pipe(Layer.provideMerge(layer)) as Layer.Layer<Out | Self, E, R>
  }
