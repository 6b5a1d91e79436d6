import { Transaction, Unavailable } from "@hangtag/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type MemoryPorts, memoryPorts } from "../../src/index.ts"

/** What a saboteur makes of a port whose adapter gives up. */
export const refused = Effect.fail(
  new Unavailable({ service: "database", operation: "sabotage", retryable: false }),
)

/** The in-memory ports with some methods of one replaced; `ports` are those beneath. */
export const broken = <Self extends MemoryPorts, Service extends object>(
  port: Context.Key<Self, Service>,
  change: (service: Service, ports: Context.Context<MemoryPorts>) => Partial<Service>,
  beneath: Layer.Layer<MemoryPorts> = memoryPorts,
): Layer.Layer<MemoryPorts> =>
  Layer.effect(
    port,
    Effect.map(Effect.context<MemoryPorts>(), (ports) => {
      const service = Context.get(ports, port)
      return { ...service, ...change(service, ports) }
    }),
  ).pipe(Layer.provideMerge(beneath)) as Layer.Layer<MemoryPorts>

type Method = (organization: string, ...rest: ReadonlyArray<unknown>) => unknown

/** Ports that take every organization for the same. */
export const blind = (
  ...ports: ReadonlyArray<Context.Key<MemoryPorts, object>>
): Layer.Layer<MemoryPorts> => {
  const forgetful = (service: object) =>
    Object.fromEntries(
      Object.entries<Method>(service as Record<string, Method>).map(([name, method]) => [
        name,
        (_: string, ...rest: ReadonlyArray<unknown>) => method("everybody", ...rest),
      ]),
    )
  return ports.reduce(
    (beneath, port) => broken(port, forgetful, beneath),
    memoryPorts as Layer.Layer<MemoryPorts>,
  )
}

/** Ports that know whether a transaction is open. */
export const inTransactions = (
  change: (isOpen: () => boolean, beneath: Layer.Layer<MemoryPorts>) => Layer.Layer<MemoryPorts>,
): Layer.Layer<MemoryPorts> => {
  let open = 0
  const during = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => open++),
      () => effect,
      () => Effect.sync(() => open--),
    )
  const noted = broken(Transaction, ({ atomically }) => ({
    atomically: (effect) => atomically(during(effect)),
  }))
  return change(() => open > 0, noted)
}
