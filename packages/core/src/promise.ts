import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { AsyncPorts } from "./AsyncPorts.ts"
import { whenAborted } from "./asyncCall.ts"
import { Hangtag } from "./Hangtag.ts"
import { type HostLogger, hostLogger } from "./hostLogger.ts"
import type { Job } from "./jobs/Job.ts"
import { type HostConnection, HostTransaction } from "./kernel/HostTransaction.ts"
import type { Principal } from "./kernel/Principal.ts"
import {
  type AnsweringName,
  answering,
  type HangtagPorts,
  type InputOf,
  MissingPort,
  type OperationName,
  type OperationsOf,
  type OutputOf,
} from "./operations.ts"
import { type AdapterOptions, portsFromAsync, type ServicesOf } from "./portsFromAsync.ts"
import { hangtagServices } from "./servicesOf.ts"

export type * from "./AsyncPorts.ts"
export type { HostLogger, LogEntry } from "./hostLogger.ts"
export { AdapterFault } from "./kernel/AdapterFault.ts"
export type { HostConnection } from "./kernel/HostTransaction.ts"
export { type JsonOf, jsonOf } from "./kernel/jsonOf.ts"
export { type AnsweringName, type InputOf, MissingPort, type OutputOf } from "./operations.ts"
export { type AdapterOptions, portsFromAsync } from "./portsFromAsync.ts"

/** What a host may say beside its adapters. */
export interface HangtagOptions extends AdapterOptions {
  /** Where log entries go, instead of the console. */
  readonly logger?: HostLogger
}

/** Adapters: a layer of ports, or a plain object of async ones; of two for the same port the later counts. */
export type Adapters = Layer.Layer<never, unknown> | (Partial<AsyncPorts> & HangtagOptions)

type Provided<Given> = Given extends Layer.Layer<infer Services, infer _E> ? Services : ServicesOf<Given>

const asLayer = (adapters: Adapters, options: AdapterOptions): Layer.Layer<never, unknown> => {
  if (Layer.isLayer(adapters)) return adapters as Layer.Layer<never, unknown>
  const { logger: _, checkAdapters: __, ...ports } = adapters as Partial<AsyncPorts> & HangtagOptions
  return portsFromAsync(ports, options) as Layer.Layer<never>
}

/** Everything that calls reject with is an Error, with what it was as its cause, and Node shows it as one. */
const asError = (thrown: unknown): unknown => {
  if (!(thrown instanceof Error)) {
    return new Error(typeof thrown === "string" ? thrown : String(thrown), { cause: thrown })
  }
  // Effect's errors show their fields alone, without message and stack
  if ("_tag" in thrown && Object.isExtensible(thrown)) {
    Object.defineProperty(thrown, Symbol.for("nodejs.util.inspect.custom"), {
      value: undefined,
      configurable: true,
    })
  }
  return thrown
}

const closed = () => new Error("This Hangtag was closed: make another one")

/** Fails with what interrupts the stream before the job's end: an end would be taken for the job's. */
const endedBy =
  (reason: () => Error | undefined) =>
  <E, R>(jobs: Stream.Stream<Job, E, R>): Stream.Stream<Job, E, R> => {
    let hasEnded = false
    return jobs.pipe(
      Stream.tap((job) =>
        Effect.sync(() => {
          hasEnded = job.finished_at !== null
        }),
      ),
      Stream.concat(
        Stream.suspend(() => {
          const error = hasEnded ? undefined : reason()
          return error === undefined ? Stream.empty : Stream.die(error)
        }),
      ),
    )
  }

/** What a call takes besides its input. */
export interface CallOptions {
  /** Stops the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

type AsyncArgs<Input> = object extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions]

/** Every operation that answers once as an async function; each rejects with the error classes that it fails with. */
export type AsyncOperations = {
  readonly [Name in AnsweringName]: (
    principal: Principal,
    ...args: AsyncArgs<InputOf<Name>>
  ) => Promise<OutputOf<Name>>
}

type Run = <A, E>(
  call: (hangtag: Hangtag["Service"]) => Effect.Effect<A, E>,
  options: CallOptions | undefined,
) => Promise<A>

const asyncOperations = (run: Run): AsyncOperations => {
  const call =
    (name: AnsweringName) =>
    (principal: Principal, input?: object, options?: CallOptions): Promise<unknown> =>
      run(
        (hangtag) =>
          (hangtag[name] as (principal: Principal, input?: object) => Effect.Effect<unknown, unknown>)(
            principal,
            input,
          ),
        options,
      )
  const names = Object.keys(answering) as ReadonlyArray<AnsweringName>
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as AsyncOperations
}

/** Every use case for promise callers, as `makeHangtag` builds it. */
export interface AsyncHangtag extends AsyncOperations {
  readonly [hangtagServices]: Context.Context<never>
  /** The job now and after each change, ending with its end; rejects when `close` is called before that. */
  readonly watchJob: (
    principal: Principal,
    input: InputOf<"watchJob">,
    options?: CallOptions,
  ) => AsyncIterable<Job>
  /**
   * The operations within a transaction that you have begun on this connection of yours: what they write is kept when
   * you commit it. Await each call before your next statement; what you send meanwhile waits for it. Drizzle and Kysely
   * have a client of `pg` that they work on: give that, not their `tx`; postgres.js has none.
   */
  readonly with: (connection: HostConnection) => AsyncOperations
  /** Releases what the adapters hold, connections say; calls still running are stopped, event streams over HTTP end. */
  readonly close: () => Promise<void>
}

const useCasesOf = async (adapters: Layer.Layer<HangtagPorts, unknown>): Promise<AsyncHangtag> => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(Hangtag.layer, adapters))
  const context: Context.Context<Hangtag> = await runtime.context().catch((error) => {
    throw asError(error)
  })
  let isClosed = false

  const runWith =
    (around: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, unknown>): Run =>
    async (useCase, { signal } = {}) => {
      if (isClosed) throw closed()
      signal?.throwIfAborted()
      const call = around(useCase(Context.get(context, Hangtag)))
      const exit = await runtime.runPromiseExit(call, signal && { signal })
      if (Exit.isSuccess(exit)) return exit.value
      if (Cause.hasInterruptsOnly(exit.cause)) {
        if (signal?.aborted) throw signal.reason
        if (isClosed) throw closed()
      }
      throw asError(Cause.squash(exit.cause))
    }

  return {
    ...asyncOperations(runWith((effect) => effect)),
    [hangtagServices]: Context.add(context, Scope.Scope, runtime.scope) as Context.Context<never>,
    watchJob: (principal, input, { signal } = {}) =>
      Stream.unwrap(
        Effect.map(isClosed ? Effect.die(closed()) : Hangtag, (hangtag) =>
          hangtag.watchJob(principal, input),
        ),
      ).pipe(
        endedBy(() => (isClosed ? closed() : undefined)),
        signal ? Stream.interruptWhen(whenAborted(signal)) : (stream) => stream,
        Stream.toAsyncIterableWith(context),
      ),
    with: (connection) => {
      const host = Option.getOrUndefined(Context.getOption(context, HostTransaction))
      if (host === undefined) throw new MissingPort("with", ["hostTransaction"])
      return asyncOperations(runWith((effect) => host.within(connection, effect)))
    },
    close: () => {
      isClosed = true
      return runtime.dispose()
    },
  }
}

type Carried<Name, Ports> = Name extends OperationName
  ? Extract<Name, OperationsOf<Ports>>
  : Name extends "with"
    ? HostTransaction extends Ports
      ? Name
      : never
    : Name

/** The operations that these ports carry. */
export type PartialHangtag<Ports> = {
  readonly [Name in keyof AsyncHangtag as Carried<Name, Ports>]: Name extends "with"
    ? (connection: HostConnection) => Pick<AsyncOperations, Extract<AnsweringName, OperationsOf<Ports>>>
    : AsyncHangtag[Name]
}

/**
 * Builds Hangtag for callers who work with promises, from adapters for the ports of the operations that it shall have;
 * `docs/ports.md` tells which operation needs which. Any other rejects with a `MissingPort`.
 *
 * Rejects when an adapter cannot be built. Inputs are checked; faulty ones reject with `InvalidRequest`.
 */
export const makeHangtag = <const Given extends ReadonlyArray<Adapters>>(
  ...adapters: Given
): Promise<PartialHangtag<Provided<Given[number]>>> => {
  const plain = adapters.filter((each) => !Layer.isLayer(each)) as ReadonlyArray<HangtagOptions>
  const options: HangtagOptions = Object.assign({}, ...plain)
  const all = adapters
    .map((each) => asLayer(each, options))
    .reduce((earlier, later) => Layer.merge(earlier, later), Layer.empty as Layer.Layer<never, unknown>)
  const logging = options.logger === undefined ? Layer.empty : hostLogger(options.logger)
  return useCasesOf(
    Layer.provideMerge(all, logging) as Layer.Layer<HangtagPorts, unknown>,
  ) as Promise<AsyncHangtag> as never
}
