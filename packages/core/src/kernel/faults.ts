import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SchemaIssue from "effect/SchemaIssue"
import { mostFaults } from "./CallLimits.ts"
import { parseEffectiveFrom } from "./EffectiveFrom.ts"
import { type InvalidField, InvalidRequest, NotFound } from "./errors.ts"

const plural = (count: unknown, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`

type Facts = Readonly<Record<string, unknown>>

/** What is wrong, by its code and with its facts, in one sentence. */
const sentences = {
  missing: () => "Field required",
  too_short: ({ min_length, actual_length }: Facts) =>
    `List should have at least ${plural(min_length, "item")} after validation, not ${actual_length}`,
} as const

type Code = keyof typeof sentences

/** For a check of an input's schema. */
export const faultIssue = (code: Code, facts?: Facts): SchemaIssue.Issue =>
  new SchemaIssue.InvalidValue({ code, facts, message: sentences[code](facts ?? {}) })

/** The same of what a use case finds. */
export const codeFault = (
  loc: ReadonlyArray<string | number>,
  input: unknown,
  code: Code,
  facts?: Facts,
): InvalidField => ({
  loc,
  type: code,
  msg: sentences[code](facts ?? {}),
  ...(facts && { ctx: facts }),
  input,
})

/** Of a list that has to have an item. */
export const emptyList: Facts = { field_type: "List", min_length: 1, actual_length: 0 }

/** What is wrong in words alone. */
export const valueFault = (
  loc: ReadonlyArray<string | number>,
  input: unknown,
  msg: string,
): InvalidField => ({ loc, type: "value_error", msg: `Value error, ${msg}`, input })

/** Of a date that is one, whose instant no answer could say. */
export const beyondYears = "should be within the years 0001 to 9999 in UTC"

/** What is no date, or one that the calendar or UTC does not have. */
export const dateFault = (loc: ReadonlyArray<string | number>, input: string): InvalidField =>
  parseEffectiveFrom(input) === undefined
    ? {
        loc,
        type: "datetime_from_date_parsing",
        msg: "Input should be an ISO 8601 date or date-time",
        input,
      }
    : valueFault(loc, input, beyondYears)

/** The same where the words stand by themselves too. */
export const errorFault = (
  loc: ReadonlyArray<string | number>,
  input: unknown,
  error: string,
): InvalidField => ({ ...valueFault(loc, input, error), ctx: { error } })

/** Refuses a member of a request for that. */
export const invalidValue = (name: string, input: unknown, msg: string): InvalidRequest =>
  new InvalidRequest({ fields: [valueFault([name], input, msg)] })

/** What is wrong in words, where something is. */
export const problemFaults = (
  loc: ReadonlyArray<string | number>,
  input: unknown,
  problem: string | undefined,
): ReadonlyArray<InvalidField> => (problem === undefined ? [] : [valueFault(loc, input, problem)])

/** Fails with the first `mostFaults` of the faults, where there are any. */
export const requireNoFaults = (faults: ReadonlyArray<InvalidField>): Effect.Effect<void, InvalidRequest> =>
  faults.length === 0 ? Effect.void : Effect.fail(new InvalidRequest({ fields: faults.slice(0, mostFaults) }))

/** What is found under a key. Fails with `NotFound` where nothing is. */
export const requireFound = <A, E, R>(
  find: Effect.Effect<Option.Option<A>, E, R>,
  resource: NotFound["resource"],
  key: string,
): Effect.Effect<A, E | NotFound, R> =>
  Effect.flatMap(
    find,
    Option.match({
      onNone: () => Effect.fail(new NotFound({ resource, key })),
      onSome: (found) => Effect.succeed(found),
    }),
  )
