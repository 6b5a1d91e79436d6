import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as References from "effect/References"
import type * as Schema from "effect/Schema"
import type { CallLimitName } from "./CallLimits.ts"
import { inputDecoder, type UnknownMembers } from "./checkInput.ts"
import { type InvalidRequest, OrganizationFrozen, type PermissionDenied, type Unavailable } from "./errors.ts"
import { type JsonOf, jsonOf } from "./jsonOf.ts"
import { type Permission, type Principal, requirePermission, requireUnbound } from "./Principal.ts"
import type { readLate } from "./StaleReads.ts"

/** Limits of a call, and those that a host sets for an organization or a caller (`JobLimits`, `BatchLimits`). */
export type LimitName = CallLimitName | "openExports" | "streams" | "openBatches"

/** What an operation is, beside what it does. */
export interface Described<
  Name extends string,
  Input extends AnyCodec,
  Output extends Schema.Top,
  Errors extends ReadonlyArray<ErrorClass>,
  Ports extends ReadonlyArray<AnyPort>,
> {
  readonly name: Name
  /** What its callers need. */
  readonly permission: Permission
  /** What is asked for, with what it means to leave a member out. */
  readonly input: Input
  readonly output: Output
  /** What it fails with, besides faults of the input, the permission, and what is down. */
  readonly errors: Errors
  /** What it cannot do without. */
  readonly ports: Ports
  /** What its work and answer are bounded by, for every caller, besides what its schemas bound (docs/security.md). */
  readonly limits: ReadonlyArray<LimitName>
  /** `draft`: what it writes is not in force. */
  readonly effect: "read" | "draft" | "write" | "publish"
  /** Refused where nothing is said. */
  readonly unknownMembers?: UnknownMembers
  /**
   * Callers who are bound to price lists may call it: it shows nothing of price lists, or keeps to theirs. Where it is left out they are
   * refused, so that an operation that says nothing shows them nothing.
   */
  readonly forBound?: true
  /** A caller may have it answered a little late, where it allows that (`StaleAllowed`): it only reads, and no one decides by it. Nothing else is. */
  readonly mayBeStale?: typeof readLate
}

/** Of any operation. */
export type AnyDescribed = Described<
  string,
  AnyCodec,
  Schema.Top,
  ReadonlyArray<ErrorClass>,
  ReadonlyArray<AnyPort>
>

// biome-ignore lint/suspicious/noExplicitAny: any port
export type AnyPort = Context.Key<any, any>
// biome-ignore lint/suspicious/noExplicitAny: any schema
type AnyCodec = Schema.Codec<any, any>
type ErrorClass = (abstract new (...args: never) => unknown) & { readonly identifier: string }

type IdentifierOf<Port> = Port extends Context.Key<infer Identifier, infer _Service> ? Identifier : never

/** An input as callers give it: what may be left out may also be `undefined`. */
export type Given<Input> = {
  readonly [Name in keyof Input]: object extends Pick<Input, Name> ? Input[Name] | undefined : Input[Name]
}

/** What a call takes behind the principal: one object, which may be left out where all of its members may. */
export type Asked<Input> = object extends Input ? [input?: Given<Input>] : [input: Given<Input>]

/** What any operation may fail with. */
type Refusal = InvalidRequest | PermissionDenied | OrganizationFrozen | Unavailable

/** What an adapter of ports cannot call by its name: they fail with what is down, and nothing of the kind is. */
const named =
  ({ organization }: Principal) =>
  <E>(error: E): E | OrganizationFrozen =>
    Predicate.isTagged(error, "Unavailable") && (error as unknown as Unavailable).frozen === true
      ? new OrganizationFrozen({ organization })
      : error

/** An operation: who calls, and what is asked for. Called by itself it needs its ports; `Hangtag` has them bound. */
export interface Operation<Name extends string, Input extends AnyCodec, Output extends Schema.Top, E, R>
  extends Described<Name, Input, Output, ReadonlyArray<ErrorClass>, ReadonlyArray<AnyPort>> {
  (principal: Principal, ...asked: Asked<Input["Encoded"]>): Effect.Effect<Output["Type"], E | Refusal, R>
  /** For a door that has decoded the input. */
  readonly run: (principal: Principal, input: Input["Type"]) => Effect.Effect<Output["Type"], E | Refusal, R>
  readonly name: Name
  readonly unknownMembers: UnknownMembers
  /** A result for `JSON.stringify`, as its schema writes it. */
  readonly toJson: JsonOf<Output>
}

/**
 * Makes each run of an operation a span of the trace, where traces are kept.
 *
 * As `Effect.fn` does it, which costs 3 µs a call also where no one looks: a stack trace and two changes of context.
 */
export const spanned = <Args extends ReadonlyArray<unknown>, A, E, R>(
  name: string,
  run: (...args: Args) => Effect.Effect<A, E, R>,
): ((...args: Args) => Effect.Effect<A, E, R>) => {
  const traced = Effect.fn(name)(run)
  return (...args) =>
    Effect.flatMap(References.TracerEnabled, (enabled) => (enabled ? traced(...args) : run(...args)))
}

/**
 * Declares an operation: all that is particular to it, once. Doors, checks, documents, the client and HTTP's handlers are
 * made of the list of these (`operations`).
 */
export const operation = <
  const Name extends string,
  Input extends AnyCodec,
  Output extends Schema.Top,
  const Errors extends ReadonlyArray<ErrorClass>,
  const Ports extends ReadonlyArray<AnyPort>,
  R extends IdentifierOf<Ports[number]>,
>(
  definition: Described<Name, Input, Output, Errors, Ports> & {
    readonly run: (
      principal: Principal,
      input: Input["Type"],
    ) => Effect.Effect<
      Output["Type"],
      InstanceType<Errors[number]> | InvalidRequest | PermissionDenied | Unavailable,
      R
    >
  },
  ..._exactly: [IdentifierOf<Ports[number]>] extends [R] ? [] : [{ readonly "not needed": Ports }]
): Operation<Name, Input, Output, InstanceType<Errors[number]>, IdentifierOf<Ports[number]>> => {
  const {
    name,
    permission,
    input,
    unknownMembers = "refused",
    forBound = false,
    mayBeStale: late,
  } = definition
  const decode = inputDecoder(input as Schema.Codec<Input["Type"], unknown>, unknownMembers)
  const traced = spanned(name, definition.run)
  const permitted = (principal: Principal, asked: Input["Type"]) =>
    Effect.mapError(late ? late(traced(principal, asked)) : traced(principal, asked), named(principal))
  const required = (principal: Principal) =>
    forBound
      ? requirePermission(principal, permission)
      : Effect.flatMap(requirePermission(principal, permission), () => requireUnbound(principal, permission))
  const run = (principal: Principal, asked: Input["Type"]) =>
    Effect.andThen(required(principal), permitted(principal, asked))
  const call = (principal: Principal, asked: unknown = {}) =>
    Effect.andThen(
      required(principal),
      Effect.flatMap(decode(asked), (checked) => permitted(principal, checked)),
    )
  // a function's own name cannot be assigned
  Object.defineProperty(call, "name", { value: name })
  const { name: _, ...described } = definition
  return Object.assign(call, described, { run, unknownMembers, toJson: jsonOf(definition.output) }) as never
}
