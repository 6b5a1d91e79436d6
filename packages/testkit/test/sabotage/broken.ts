import { Transaction, Unavailable } from "@hangtag/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
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

type Method = (...args: ReadonlyArray<unknown>) => unknown

/** What a method gives, out of its effect, stream and option. */
type Answer<Called> = Called extends (...args: never) => infer Result
  ? Result extends Effect.Effect<infer A, unknown, unknown>
    ? A extends Option.Option<infer Some>
      ? Some
      : A
    : Result extends Stream.Stream<infer A, unknown, unknown>
      ? A
      : never
  : never

/** Records are changed in some of their members, anything else as a whole. */
type Changed<A> = A extends ReadonlyArray<unknown> | ReadonlyMap<unknown, unknown>
  ? A
  : A extends object
    ? Partial<A>
    : A

type Asked<Called> = Called extends (...args: infer Args) => unknown ? Args : never
type AskedAt<Called, Place extends number> = Called extends (...args: infer Args) => unknown
  ? Args[Place]
  : never

/** Lists, maps and streams are none. */
const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

const merged = (before: unknown, after: unknown): unknown =>
  isRecord(before) && isRecord(after) ? { ...before, ...after } : after

/** The ports with another answer of one method; `change` sees what it was asked, too. */
export const answers = <Self extends MemoryPorts, Service extends object, Name extends keyof Service>(
  port: Context.Key<Self, Service>,
  name: Name,
  change: (
    answer: Answer<Service[Name]>,
    asked: Asked<Service[Name]>,
  ) => Changed<NoInfer<Answer<Service[Name]>>>,
): Layer.Layer<MemoryPorts> =>
  broken(port, (service) => {
    const method = service[name] as Method
    const changing = (asked: unknown) => (answer: unknown) =>
      merged(answer, change(answer as Answer<Service[Name]>, asked as Asked<Service[Name]>))
    const answering = (...asked: ReadonlyArray<unknown>) => {
      const result = method(...asked)
      if (Stream.isStream(result)) return Stream.map(result, changing(asked))
      return Effect.map(result as Effect.Effect<unknown>, (answer) =>
        Option.isOption(answer) ? Option.map(answer, changing(asked)) : changing(asked)(answer),
      )
    }
    return { [name]: answering } as Partial<Service>
  })

/** The ports with one method asked for something else than the caller did. */
export const asks = <Self extends MemoryPorts, Service extends object, Name extends keyof Service>(
  port: Context.Key<Self, Service>,
  name: Name,
  change: (...asked: Asked<Service[Name]>) => Readonly<Asked<Service[Name]>>,
): Layer.Layer<MemoryPorts> =>
  broken(port, (service) => {
    const method = service[name] as Method
    const asking = (...asked: ReadonlyArray<unknown>) =>
      method(...change(...(asked as unknown as Asked<Service[Name]>)))
    return { [name]: asking } as Partial<Service>
  })

/** The ports with one method asked for something else in one place of what the caller asked. */
export const asksWith = <
  Self extends MemoryPorts,
  Service extends object,
  Name extends keyof Service,
  Place extends number,
>(
  port: Context.Key<Self, Service>,
  name: Name,
  place: Place,
  change: (asked: AskedAt<Service[Name], Place>) => Changed<NoInfer<AskedAt<Service[Name], Place>>>,
): Layer.Layer<MemoryPorts> =>
  broken(port, (service) => {
    const method = service[name] as Method
    const asking = (...asked: ReadonlyArray<unknown>) =>
      method(
        ...asked.with(place, merged(asked[place], change(asked[place] as AskedAt<Service[Name], Place>))),
      )
    return { [name]: asking } as Partial<Service>
  })

/** Lists answered in another order than the one of code points. */
export const byUtf16 =
  <Item>(key: (item: Item) => string) =>
  (items: ReadonlyArray<Item>): ReadonlyArray<Item> =>
    items.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))

/** Ports that take every organization for the same. */
export const blind = (
  ...ports: ReadonlyArray<Context.Key<MemoryPorts, object>>
): Layer.Layer<MemoryPorts> => {
  const forgetful = (service: object) =>
    Object.fromEntries(
      Object.entries(service as Record<string, Method>).map(([name, method]) => [
        name,
        (_: unknown, ...rest: ReadonlyArray<unknown>) => method("everybody", ...rest),
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
