import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { CallingOrganization } from "./CallingOrganization.ts"
import { BatchLimits } from "./changes/BatchLimits.ts"
import { PricePublisher } from "./changes/PricePublisher.ts"
import { warnOfCopies } from "./copies.ts"
import { ExportPublisher } from "./jobs/ExportPublisher.ts"
import type { Job } from "./jobs/Job.ts"
import { JobEvents } from "./jobs/JobEvents.ts"
import { JobLimits } from "./jobs/JobLimits.ts"
import { makeWatchJob } from "./jobs/watchJob.ts"
import { CallLimits } from "./kernel/CallLimits.ts"
import type { Asked } from "./kernel/operation.ts"
import type { Principal } from "./kernel/Principal.ts"
import {
  type AnsweringName,
  answering,
  type HangtagPorts,
  hangtagPorts,
  type InputOf,
  MissingPort,
  missingPorts,
  type OperationName,
  type OutputOf,
  type PortsOf,
} from "./operations.ts"
import { decodedCalls, hangtagServices } from "./servicesOf.ts"

export type { HangtagPorts } from "./operations.ts"

type Key = Context.Key<never, unknown>

/** What operations read besides ports, which has defaults. */
const references = [ExportPublisher, JobEvents, JobLimits, BatchLimits, CallLimits, PricePublisher] as const

/** What a context has for the key, its default included. */
const inContext = (context: Context.Context<never>, key: Key): unknown =>
  Context.isReference(key) ? Context.get(context, key) : Context.getOrUndefined(context, key)

/** What operations read of these services, ports that they can do without too: clock, tracer and the like stay those of who calls. */
const givenBy = (services: Context.Context<never>) =>
  ([...hangtagPorts, ...references] as unknown as ReadonlyArray<Key>)
    .map((key) => [key, inContext(services, key)] as const)
    .filter(([, value]) => value !== undefined)

/**
 * The context with that besides. One by one, and only where it has something else: merging two copies all of both, and has
 * the fiber look up clock, tracer and the like anew, which was a twelfth of the processor time of a small request.
 */
const withGiven = <R>(context: Context.Context<never>, given: ReturnType<typeof givenBy>) =>
  given.reduce(
    (all, [key, value]) => (inContext(context, key) === value ? all : Context.add(all, key, value)),
    context,
  ) as Context.Context<R>

/** What an operation that answers once fails with. */
export type ErrorOf<Name extends AnsweringName> = Effect.Error<ReturnType<(typeof answering)[Name]>>

/** Every operation that answers once, with its ports bound. */
export type EffectOperations = {
  readonly [Name in AnsweringName]: (
    principal: Principal,
    ...asked: Asked<InputOf<Name>>
  ) => Effect.Effect<OutputOf<Name>, ErrorOf<Name>>
}

/** The same for a door that has decoded the input already. */
type DecodedCalls = {
  readonly [Name in AnsweringName]: (
    principal: Principal,
    input: (typeof answering)[Name]["input"]["Type"],
  ) => Effect.Effect<OutputOf<Name>, ErrorOf<Name>>
}

/** What a `Hangtag` does: every operation with its ports bound, and `watchJob`. */
export interface HangtagCalls extends EffectOperations {
  readonly [hangtagServices]: Context.Context<never>
  readonly [decodedCalls]: DecodedCalls
  /** The job now and after each change, ending with its end. */
  readonly watchJob: (
    principal: Principal,
    input: InputOf<"watchJob">,
  ) => Stream.Stream<Job, Stream.Error<ReturnType<WatchJob>>>
}

type WatchJob = Effect.Success<typeof makeWatchJob>
type AnyCall = (principal: Principal, asked?: unknown) => Effect.Effect<unknown, unknown, unknown>

const make = Effect.gen(function* () {
  const services = yield* Effect.context<never>()
  const watchJob = yield* makeWatchJob
  const given = givenBy(services)
  const missing = (operation: OperationName) => {
    const names = missingPorts(services, operation)
    return names.length === 0 ? undefined : new MissingPort(operation, names)
  }
  const bound = (operation: AnsweringName, call: AnyCall) => {
    const fault = missing(operation)
    return (principal: Principal, asked?: unknown) =>
      fault === undefined
        ? Effect.updateContext(call(principal, asked), (context: Context.Context<never>) =>
            Context.add(withGiven<unknown>(context, given), CallingOrganization, principal?.organization),
          )
        : Effect.die(fault)
  }
  const names = Object.keys(answering) as ReadonlyArray<AnsweringName>
  const calls = (of: (name: AnsweringName) => AnyCall) =>
    Object.fromEntries(names.map((name) => [name, bound(name, of(name))])) as unknown
  const made: HangtagCalls = {
    [hangtagServices]: services,
    [decodedCalls]: calls((name) => answering[name].run as AnyCall) as DecodedCalls,
    ...(calls((name) => answering[name] as AnyCall) as EffectOperations),
    watchJob: (...args: Parameters<typeof watchJob>) => {
      const fault = missing("watchJob")
      return fault === undefined
        ? Stream.updateContext(watchJob(...args), (context: Context.Context<never>) =>
            withGiven<PortsOf<"watchJob">>(context, given),
          )
        : Stream.die(fault)
    },
  }
  return made
})

/** Every use case with its ports bound: what a host's handlers call. */
export class Hangtag extends Context.Service<Hangtag, HangtagCalls>()("@hangtag/core/Hangtag") {
  /** Needs the ports; bring your own adapters or ours. Says so where two copies of this package have met. */
  static readonly layer: Layer.Layer<Hangtag, never, HangtagPorts> = Layer.effect(
    Hangtag,
    Effect.andThen(warnOfCopies, make),
  )

  /**
   * Over some of the ports only: the operations that these do not carry die with a `MissingPort`. Ports that come
   * with later versions are not asked for.
   */
  static readonly layerOver = <Ports extends HangtagPorts>(): Layer.Layer<Hangtag, never, Ports> =>
    Hangtag.layer as Layer.Layer<Hangtag, never, Ports>
}
