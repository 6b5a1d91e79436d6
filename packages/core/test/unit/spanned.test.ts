import { assert, it } from "@effect/vitest"
import { spanned } from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"

/** Gives its arguments and the span it runs in; fails where asked to. */
const look = spanned("look", (place: string, fails: boolean) =>
  Effect.flatMap(Effect.option(Effect.currentSpan), (span) => {
    const seen = [place, Option.getOrUndefined(Option.map(span, ({ name }) => name))] as const
    return fails ? Effect.fail(seen) : Effect.succeed(seen)
  }),
)

/** The spans that the effect begins, and how each has ended. */
const spansOf = (effect: Effect.Effect<unknown, unknown>) =>
  Effect.gen(function* () {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      },
    })
    yield* Effect.exit(Effect.withTracer(effect, tracer))
    return spans.map(({ name, status }) => [name, status._tag === "Ended" && Exit.isSuccess(status.exit)])
  })

it.effect("each run of an operation is a span of its own that ends as the run does", () =>
  Effect.gen(function* () {
    const runs = Effect.andThen(look("here", false), look("there", true))
    assert.deepStrictEqual(yield* spansOf(runs), [
      ["look", true],
      ["look", false],
    ])
    assert.deepStrictEqual(yield* look("here", false), ["here", "look"])
    assert.deepStrictEqual(yield* Effect.flip(look("there", true)), ["there", "look"])
  }),
)

it.effect("a run is no span where no traces are kept, and gives the same", () =>
  Effect.gen(function* () {
    const untraced = Effect.provideService(References.TracerEnabled, false)
    assert.deepStrictEqual(yield* spansOf(untraced(look("here", false))), [])
    assert.deepStrictEqual(yield* untraced(look("here", false)), ["here", undefined])
    assert.deepStrictEqual(yield* Effect.flip(untraced(look("there", true))), ["there", undefined])
  }),
)
