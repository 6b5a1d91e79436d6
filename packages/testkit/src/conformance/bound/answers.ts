import { CallLimits, type HangtagError, type Principal } from "@hangtag/core"
import { answering } from "@hangtag/core/adapter"
import type { AnsweringName } from "@hangtag/core/effect"
import * as Effect from "effect/Effect"
import { aPrincipal } from "../../builders/index.ts"
import { questions } from "./questions.ts"
import { atHour, type Ports, stepCounts, theirLists } from "./worlds.ts"

/** Two callers: one of them sees `base` too, which all of their lists fall back to. */
export const callersOf = (organization: string): ReadonlyArray<Principal> =>
  [theirLists, ["base", ...theirLists]].map((lists) =>
    aPrincipal({ organization, subject: "dealer", priceLists: new Set(lists) }),
  )

interface Called {
  (principal: Principal, question: unknown): Effect.Effect<unknown, HangtagError, Ports>
  readonly toJson: (result: unknown) => unknown
}

/** What the question is answered, as text: a result as its schema writes it, or a failure with all of its members. */
const answerOf = (name: AnsweringName, principal: Principal, question: unknown) => {
  const operation = answering[name] as unknown as Called
  return Effect.match(operation(principal, question), {
    onSuccess: (result) => JSON.stringify(operation.toJson(result)),
    onFailure: (error) => JSON.stringify({ ...error, message: error.message }),
  })
}

/** With few records to a call: what counts others' would fail earlier. */
const fewRecords = Effect.fnUntraced(function* <A, E, R>(most: number, asked: Effect.Effect<A, E, R>) {
  const limits = { timeline_records: most, preview_records: most, upcoming_records: most }
  return yield* Effect.provideService(asked, CallLimits, { ...(yield* CallLimits), ...limits })
})

const limitedAsks: ReadonlyArray<readonly [AnsweringName, object]> = [
  ["variantTimeline", { variant_key: "A", price_list: "DE" }],
  ["resolvePrices", { price_list: "DE", variant_keys: ["A", "b"] }],
  ["listUpcomingPrices", { brand_key: "B1", price_list: "EU", from: "2026-01-01" }],
  ["previewColorway", { ...questions.previewColorway[3]! }],
]

/** Every question with its answer, an hour after all of it. */
export const answersTo = (caller: Principal) =>
  atHour(
    stepCounts.visible + 1,
    Effect.gen(function* () {
      const asked = (Object.keys(questions) as Array<AnsweringName>).flatMap((name) =>
        questions[name].map((question: unknown) => [name, question] as const),
      )
      const all = yield* Effect.forEach(asked, ([name, question]) =>
        Effect.map(answerOf(name, caller, question), (answer) =>
          [name, JSON.stringify(question), answer].join("\n"),
        ),
      )
      const limited = yield* Effect.forEach([1, 3, 8], (most) =>
        Effect.forEach(limitedAsks, ([name, question]) =>
          Effect.map(fewRecords(most, answerOf(name, caller, question)), (answer) =>
            [name, most, answer].join("\n"),
          ),
        ),
      )
      return [...all, ...limited.flat()]
    }),
  )

/** Of all callers. */
export const allAnswers = (organization: string) =>
  Effect.map(Effect.forEach(callersOf(organization), answersTo), (found) => found.flat())

/** Keys and tokens of an adapter's own. */
const itsKeys = /"(?:record_key|returns_from|in_force|basis)":"([^"]+)"/g
/** When an adapter has imported prices, by its own clock, for which two imports may be one moment. */
const itsMoments = /"known_at":"(?!2026-06-1)[^"]+"/g

/** The same with keys of an adapter's own replaced by the order in which each is met, and its moments by one word. */
export const named = (answers: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = new Map<string, string>()
  for (const answer of answers)
    for (const [, key] of answer.matchAll(itsKeys))
      if (!names.has(key!)) names.set(key!, `own ${names.size + 1}`)
  // the longest first: one may begin as another does
  const byLength = [...names].sort(([a], [b]) => b.length - a.length)
  return answers.map((answer) =>
    byLength
      .reduce((text, [key, name]) => text.replaceAll(key, name), answer)
      .replaceAll(itsMoments, '"known_at":"own"'),
  )
}
